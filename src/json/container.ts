import { type Json, setOwn } from '../data'
import { itemsWith } from './entries'
import type { Container, Entries, Entry } from './state'

/** The value of a container with what is finished in it, and after that `child`: the value so far of what is open. */
export const valueWith = (container: Container, child?: Json): Json => {
  if (container.type === 'array') return itemsWith(container, child)
  const object = objectOf(container)
  if (child !== undefined) setOwn(object, container.key, child)
  return object
}

/** Of two entries with one key the last counts. */
const objectOf = ({ blocks, recent }: Entries): Record<string, Json> => {
  const object: Record<string, Json> = {}
  for (const block of blocks) {
    for (let at = 0; at + 1 < block.length; at += 2) {
      setOwn(object, block[at] as string, block[at + 1] as Json) // keys and values in turn
    }
  }
  setRecent(object, recent)
  return object
}

const setRecent = (object: Record<string, Json>, recent: Entry | null): void => {
  if (recent === null) return
  setRecent(object, recent.before)
  setOwn(object, recent.key, recent.value)
}
