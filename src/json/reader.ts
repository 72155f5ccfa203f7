import { flatten, type Json, LONGEST_TREE } from '../data'
import { valueWith } from './container'
import { blockOf, withBlock } from './entries'
import type { JsonError } from './error'
import { errorAt } from './fault'
import { BLOCK, type Container, type JsonState } from './state'

/** A state while one fragment is read into it: nobody else has it yet, so that its fields are set in place. */
export interface Reader extends Writable<Omit<JsonState, 'offset' | 'pending'>> {
  /** What was pending, and the fragment. */
  readonly source: string
  /** The offset of the source's first character. */
  readonly start: number
  /** Where in the source the next character is. */
  at: number
  /** Containers of this depth and deeper were made for this fragment, and are changed in place too. */
  owned: number
  readonly tell: Tell | null
}

/** Is told of each key and of each finished value, as it is read. */
export interface Tell {
  readonly key: (reader: Reader) => void
  readonly value: (reader: Reader, value: Json) => void
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

type OwnContainer = Writable<Container>

export const readerOf = (state: JsonState, fragment: string, tell: Tell | null): Reader => ({
  mode: state.mode,
  open: state.open,
  text: state.text,
  tail: state.tail,
  head: state.head,
  source: state.pending === '' ? fragment : state.pending + fragment,
  start: state.offset,
  at: 0,
  owned: Number.POSITIVE_INFINITY,
  tell,
})

/** The state when all of the source was read that can be. */
export const stateOf = (reader: Reader): JsonState => ({
  mode: reader.mode,
  open: reader.open,
  text: reader.text,
  tail: reader.tail,
  pending:
    reader.at === reader.source.length || reader.head.error !== null ? '' : reader.source.slice(reader.at),
  offset: reader.start + reader.at,
  head: reader.head,
})

/** More of the open token. */
export const append = (reader: Reader, more: string): void => {
  reader.tail += more
  if (reader.tail.length <= LONGEST_TREE) return
  flatten(reader.tail)
  reader.text += reader.tail
  reader.tail = ''
}

/** The whole token, of which `rest` is the end. */
export const takeToken = (reader: Reader, rest: string): string => {
  if (reader.text === '' && reader.tail === '') return rest
  const token = reader.text + reader.tail + rest
  flatten(token)
  reader.text = ''
  reader.tail = ''
  return token
}

/** A container begins at `at`; whether it may. */
export const openContainer = (reader: Reader, type: Container['type'], at: number): boolean => {
  const depth = reader.open === null ? 1 : reader.open.depth + 1
  const { maxDepth } = reader.head
  if (depth > maxDepth)
    return fail(reader, 'too-deep', at, `at most ${maxDepth} containers inside one another`)

  const opened: OwnContainer = {
    type,
    parent: reader.open,
    depth,
    key: '',
    count: 0,
    blocks: [],
    recent: null,
  }
  reader.open = opened
  reader.owned = Math.min(reader.owned, depth)
  reader.mode = type === 'array' ? 'first-item' : 'first-key'
  reader.at = at + 1
  return true
}

export const closeContainer = (reader: Reader, container: Container): void => {
  reader.open = container.parent
  addValue(reader, valueWith(container))
}

/** A value is finished: it is the whole, or an entry of the container that is open. */
export const addValue = (reader: Reader, value: Json): void => {
  reader.tell?.value(reader, value)
  if (reader.open === null) {
    reader.head = { ...reader.head, root: value }
    reader.mode = 'end'
    return
  }
  const container = own(reader, reader.open)
  container.recent = { key: container.key, value, before: container.recent }
  container.count++
  if (container.count % BLOCK === 0) {
    container.blocks = withBlock(container.blocks, blockOf(container.recent, container.type))
    container.recent = null
  }
  reader.mode = 'comma'
}

export const addKey = (reader: Reader, key: string): void => {
  if (reader.open !== null) own(reader, reader.open).key = key
  reader.mode = 'colon'
  reader.tell?.key(reader)
}

/** The open container as one that may be changed in place: a copy, the first time in a fragment. */
const own = (reader: Reader, open: Container): OwnContainer => {
  if (open.depth >= reader.owned) return open as OwnContainer // made for this fragment
  const { type, parent, depth, key, count, blocks, recent } = open
  const copy: OwnContainer = { type, parent, depth, key, count, blocks, recent }
  reader.open = copy
  reader.owned = depth
  return copy
}

/** What stands at `at`, in the source, is an error, and there is no going on: false. */
export const fail = (
  reader: Reader,
  code: JsonError['code'],
  at: number,
  expected: string,
  found = reader.source[at],
): false => {
  reader.at = at
  reader.head = { ...reader.head, error: errorAt(reader.head, code, reader.start + at, expected, found) }
  return false
}
