/**
 * A map from strings to numbers that is plain JSON and shares structure: a tree over the digits of a hash. `put` costs its height,
 * where copying an object of all keys costs their count. Any key is inert data, `__proto__` too.
 */
export type Table = Branch | Bucket | null

export interface Bucket {
  readonly entries: readonly (readonly [key: string, value: number])[]
}

export interface Branch {
  readonly children: readonly Table[]
}

export const emptyTable: Table = null

const BITS = 4
const WIDTH = 1 << BITS
const MAX_LEVEL = 32 / BITS
const BUCKET_SIZE = 8

export const get = (table: Table, key: string): number | undefined => {
  if (table === null) return undefined
  return 'entries' in table ? valueIn(table, key) : valueBelow(table, key)
}

const valueBelow = (branch: Branch, key: string): number | undefined => {
  let node: Table = branch
  for (let hash = hashOf(key); node !== null && 'children' in node; hash >>>= BITS) {
    node = node.children[hash & (WIDTH - 1)] ?? null
  }
  return node === null ? undefined : valueIn(node, key)
}

const valueIn = ({ entries }: Bucket, key: string): number | undefined => {
  for (const entry of entries) if (entry[0] === key) return entry[1]
  return undefined
}

/** The table with `key` at `value`; the same table when it is so already. */
export const put = (table: Table, key: string, value: number): Table =>
  get(table, key) === value ? table : insert(table, key, value, hashOf(key), 0)

const insert = (table: Table, key: string, value: number, hash: number, level: number): Table => {
  if (table === null) return { entries: [[key, value]] }
  if ('children' in table) {
    const digit = hash & (WIDTH - 1)
    const child = insert(table.children[digit] ?? null, key, value, hash >>> BITS, level + 1)
    return { children: table.children.with(digit, child) }
  }
  const others = table.entries.filter((entry) => entry[0] !== key)
  if (others.length < BUCKET_SIZE || level === MAX_LEVEL) return { entries: [...others, [key, value]] }
  const branch: Branch = { children: new Array<Table>(WIDTH).fill(null) }
  const split = others.reduce<Table>(
    (node, entry) => insert(node, entry[0], entry[1], hashOf(entry[0]) >>> (level * BITS), level),
    branch,
  )
  return insert(split, key, value, hash, level)
}

/** FNV-1a over UTF-16 units, 32 bits. */
const hashOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let unit = 0; unit < key.length; unit++) hash = Math.imul(hash ^ key.charCodeAt(unit), 0x01000193)
  return hash >>> 0
}
