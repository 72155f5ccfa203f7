/**
 * A list that is plain JSON and shares structure: `push`, `set` and `at` cost the tree's height (32 children a node: two levels
 * hold a thousand items, four a million), never the length. An array that is spread at every step costs the square of it.
 *
 * ```
 *   depth 2:   root ─┬─ [0 … 31]      items lie in the leaves, in order;
 *                    ├─ [32 … 63]     only the last leaf of a level may be short
 *                    └─ [64 … 70]
 * ```
 */
export interface List<T> {
  readonly size: number
  /** Levels of nodes above the items; 1 for a single leaf. */
  readonly depth: number
  readonly root: Node<T>
}

export type Node<T> = readonly (T | Node<T>)[]

const BITS = 5
const WIDTH = 1 << BITS

export const emptyList: List<never> = Object.freeze({ size: 0, depth: 1, root: Object.freeze([]) })

/** The item at `index`, or undefined outside `0 … size - 1`. */
export const at = <T>(list: List<T>, index: number): T | undefined => {
  if (!(index >= 0 && index < list.size)) return undefined
  let node = list.root
  for (let level = list.depth - 1; level > 0; level--) {
    node = node[(index >>> (level * BITS)) & (WIDTH - 1)] as Node<T> // above the leaves every child is a node
  }
  return node[index & (WIDTH - 1)] as T // and in a leaf every child is an item
}

export const push = <T>(list: List<T>, item: T): List<T> => {
  const full = list.size === 1 << (BITS * list.depth) // a power would be a call
  const depth = full ? list.depth + 1 : list.depth
  const root: Node<T> = full ? [list.root] : list.root
  return { size: list.size + 1, depth, root: put(root, depth - 1, list.size, item) }
}

/** {@link set} for an index that is known to be inside, and an item that is known to be new. */
export const replace = <T>(list: List<T>, index: number, item: T): List<T> => ({
  size: list.size,
  depth: list.depth,
  root: put(list.root, list.depth - 1, index, item),
})

/** The list with `item` at `index`; the same list when it is there already or `index` is outside. */
export const set = <T>(list: List<T>, index: number, item: T): List<T> =>
  !(index >= 0 && index < list.size) || at(list, index) === item ? list : replace(list, index, item)

const put = <T>(node: Node<T>, level: number, index: number, item: T): Node<T> => {
  const slot = (index >>> (level * BITS)) & (WIDTH - 1)
  const child = level === 0 ? item : put((node[slot] ?? []) as Node<T>, level - 1, index, item) // above level 0: a node
  if (slot === node.length) return [...node, child]
  const copy = node.slice()
  copy[slot] = child
  return copy
}

export const toArray = <T>(list: List<T>): readonly T[] => {
  const items: T[] = []
  const visit = (node: Node<T>, level: number): void => {
    if (level === 0) for (const item of node) items.push(item as T)
    else for (const child of node) visit(child as Node<T>, level - 1)
  }
  visit(list.root, list.depth - 1)
  return items
}

export const append = <T>(list: List<T>, items: readonly T[]): List<T> => items.reduce<List<T>>(push, list)
