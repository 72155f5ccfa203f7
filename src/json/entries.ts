import type { Json } from '../data'
import { BLOCK, type Container, type Entries, type Entry } from './state'

/** All finished entries of a container in their order, items or keys and values in turn, in an array that is nobody else's; `more` comes last. */
export const allOf = (container: Container, more: readonly Json[]): Json[] => {
  const { blocks, recent } = container
  const [first, ...others] = blocks
  const last = listed(recent, container.type)
  return first === undefined ? last.concat(more) : first.concat(...others, last, more)
}

/** Recent entries in their order. */
export const listed = (recent: Entry | null, type: Container['type']): Json[] => {
  const list: Json[] = []
  if (type === 'array') pushItems(recent, list)
  else pushPairs(recent, list)
  return list
}

const pushItems = (recent: Entry | null, list: Json[]): void => {
  if (recent === null) return
  pushItems(recent.before, list)
  list.push(recent.value)
}

const pushPairs = (recent: Entry | null, list: Json[]): void => {
  if (recent === null) return
  pushPairs(recent.before, list)
  list.push(recent.key, recent.value)
}

/**
 * The blocks with {@link BLOCK} entries more at their end. Blocks of one length become one, as digits carry, so that there are few of them and each
 * entry is copied a few times only.
 */
export const withBlock = (blocks: Entries['blocks'], block: readonly Json[]): Entries['blocks'] => {
  let carried = block
  let kept = blocks.length
  while (kept > 0 && blocks[kept - 1]?.length === carried.length) {
    carried = (blocks[kept - 1] ?? []).concat(carried)
    kept--
  }
  return [...blocks.slice(0, kept), carried]
}

/** The item of an array at `index`; undefined where none is finished. */
export const itemAt = ({ blocks, recent, count }: Entries, index: number): Json | undefined => {
  let left = index
  for (const block of blocks) {
    if (left < block.length) return block[left]
    left -= block.length
  }
  let entry = recent
  for (let newer = count - 1; entry !== null && newer !== index; newer--) entry = entry.before
  return entry?.value
}

/** The value of an object's last entry with a key. */
export const valueUnder = ({ blocks, recent }: Entries, key: string): Json | undefined => {
  for (let entry = recent; entry !== null; entry = entry.before) if (entry.key === key) return entry.value
  for (const block of blocks.toReversed()) {
    for (let at = block.length - 2; at >= 0; at -= 2) if (block[at] === key) return block[at + 1]
  }
  return undefined
}
