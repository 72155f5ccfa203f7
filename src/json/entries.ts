import type { Json } from '../data'
import { BLOCK, type Container, type Entries, type Entry } from './state'

/** The items of an array so far, in an array that is nobody else's: what is finished, and `child`, what is open in it. */
export const itemsWith = ({ blocks, recent, count }: Entries, child: Json | undefined): Json[] => {
  const [first] = blocks
  const isSmall = first === undefined || count < FEW
  const items = isSmall ? (first?.slice() ?? []) : []
  if (isSmall) for (let at = 1; at < blocks.length; at++) pushAll(items, blocks[at] ?? [])
  pushRecent(items, recent)
  if (child !== undefined) items.push(child)
  return isSmall ? items : first.concat(...blocks.slice(1), items)
}

/** So many items are pushed one by one in the time that `concat` takes to begin. */
const FEW = 100

const pushAll = (items: Json[], block: readonly Json[]): void => {
  for (let at = 0; at < block.length; at++) items.push(block[at] as Json) // inside the block
}

/** The recent entries as a block: items, or keys and values in turn. */
export const blockOf = (recent: Entry | null, type: Container['type']): readonly Json[] => {
  const block: Json[] = []
  if (type === 'array') pushRecent(block, recent)
  else pushPairs(block, recent)
  return block
}

const pushRecent = (items: Json[], recent: Entry | null): void => {
  if (recent === null) return
  pushRecent(items, recent.before)
  items.push(recent.value)
}

const pushPairs = (pairs: Json[], recent: Entry | null): void => {
  if (recent === null) return
  pushPairs(pairs, recent.before)
  pairs.push(recent.key, recent.value)
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
