import type { Json } from '../data'
import type { JsonError } from './error'

/**
 * A JSON text that is being read, as plain JSON data. What is finished is held as values that no later state touches; what is open is a
 * chain of containers, and at most one token.
 *
 * ```
 *   {"user": {"tags": ["a", "b"], "name": "Ad      ← read so far
 *   │        │                     │       └ text: the token that is open
 *   │        └ open: an object with one finished entry; its key is `name`
 *   └ open.parent: an object without any; its key is `user`
 * ```
 */
export interface JsonState {
  readonly mode: Mode
  /** The innermost open container; null outside of all. */
  readonly open: Container | null
  /** The open token, decoded, in two parts: `text` gets `tail` when that is long (see `append` in reader.ts). */
  readonly text: string
  readonly tail: string
  /** Source that means nothing without what follows it: a part of an escape, or the first half of a surrogate pair. */
  readonly pending: string
  /** UTF-16 units that were read; `pending` is not. */
  readonly offset: number
  readonly head: JsonHead
}

/** What changes rarely. */
export interface JsonHead {
  /** The whole value, once it is there: in mode `end`. */
  readonly root: Json
  readonly line: number
  /** The offset at which the line begins. */
  readonly lineStart: number
  readonly maxDepth: number
  /** What made the text no JSON; nothing is read after that. */
  readonly error: JsonError | null
}

/** What the parser stands in, or what must come next. */
export type Mode =
  | 'value'
  | 'first-item'
  | 'first-key'
  | 'key'
  | 'colon'
  | 'comma'
  | 'end'
  | 'in-string'
  | 'in-key'
  | 'in-number'
  | 'in-word'

/** A container whose end has not come. */
export interface Container extends Entries {
  readonly type: 'array' | 'object'
  readonly parent: Container | null
  /** 1 for the outermost. */
  readonly depth: number
  /** Of an object: its last key, whose value comes next or is being read. */
  readonly key: string
}

/**
 * The finished entries of an open container. One more costs a link, and now and then a block, but never the width.
 *
 * ```
 *   blocks   [ 64 entries ][ 16 entries ]     each some power of two times BLOCK, and longer than the next
 *   recent   c ─► b ─► a                      the newest first, fewer than BLOCK
 * ```
 */
export interface Entries {
  readonly count: number
  /** Items of an array; keys and values in turn of an object. */
  readonly blocks: readonly (readonly Json[])[]
  readonly recent: Entry | null
}

export interface Entry {
  /** Empty in an array. */
  readonly key: string
  readonly value: Json
  readonly before: Entry | null
}

export const BLOCK = 16

/** Containers inside containers that are read unless the caller says otherwise. */
const MAX_OPEN = 1_000

/**
 * Before the first fragment, with a limit of one's own on containers inside containers.
 *
 * @throws TypeError for a limit that is no whole number above 0: the caller's mistake.
 */
export const initialJsonWithin = (maxDepth: number): JsonState => {
  if (!(Number.isInteger(maxDepth) && maxDepth > 0)) {
    throw new TypeError(`The depth limit is a whole number above 0; it is ${String(maxDepth)}.`)
  }
  return {
    mode: 'value',
    open: null,
    text: '',
    tail: '',
    pending: '',
    offset: 0,
    head: { root: null, line: 1, lineStart: 0, maxDepth, error: null },
  }
}

const first = initialJsonWithin(MAX_OPEN)

/** Before the first fragment. */
export const initialJson: JsonState = Object.freeze({ ...first, head: Object.freeze(first.head) })
