import type { Json } from '../data'
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  RETURN,
  SPACE,
  TAB,
  ZERO,
} from './characters'
import { expectedNext } from './fault'
import { readNumber } from './numbers'
import { type JsonPath, stepsTo } from './path'
import { closeContainer, fail, openContainer, type Reader, readerOf, stateOf, type Tell } from './reader'
import type { JsonState, Mode } from './state'
import { isMoreOfString, readString, withMoreOfString } from './strings'
import { readWord, wordWith } from './words'

/**
 * Reads the next fragment of a JSON text. Pure and total: what is no JSON becomes the state's `error`, at the first character that shows it, and
 * nothing is read after that. The cost is the fragment's length, whatever came before.
 *
 * ```ts
 * const state = ['{"name": "Ad', 'a"', '}'].reduce(feed, initialJson)
 * valueOf(state) // { name: 'Ada' }
 * ```
 */
export const feed = (state: JsonState, fragment: string): JsonState => {
  if (fragment === '' || state.head.error !== null) return state
  return isMoreOfString(state, fragment)
    ? withMoreOfString(state, fragment)
    : readAll(readerOf(state, fragment, null))
}

/** Something that the parser came past. */
export type JsonEvent =
  /** A key was read whole; it is the last step of its path. */
  | { readonly type: 'key'; readonly path: JsonPath }
  /** A value is finished: atoms, and containers at their end. The whole has the empty path. */
  | { readonly type: 'value'; readonly path: JsonPath; readonly value: Json }

/** {@link feed}, together with the keys and the values that the fragment finishes, in their order. */
export const feedWithEvents = (
  state: JsonState,
  fragment: string,
): readonly [JsonState, readonly JsonEvent[]] => {
  if (fragment === '' || state.head.error !== null) return [state, []]
  const events: JsonEvent[] = []
  const tell: Tell = {
    key: (reader) => events.push({ type: 'key', path: stepsTo(reader.open) }),
    value: (reader, value) => events.push({ type: 'value', path: stepsTo(reader.open), value }),
  }
  return [readAll(readerOf(state, fragment, tell)), events]
}

const readAll = (reader: Reader): JsonState => {
  while (reader.at < reader.source.length && readNext(reader)) {
    // each turn reads one token, or as much of it as there is
  }
  return stateOf(reader)
}

/** Reads on in the open token, or else reads the next one. False when the source is used up or no JSON. */
const readNext = (reader: Reader): boolean => {
  switch (reader.mode) {
    case 'in-string':
    case 'in-key':
      return readString(reader)
    case 'in-number':
      return readNumber(reader)
    case 'in-word':
      return readWord(reader)
    default:
      return readToken(reader, reader.mode)
  }
}

type Between = Exclude<Mode, `in-${string}`>

const readToken = (reader: Reader, mode: Between): boolean => {
  const { source } = reader
  let { at } = reader
  let code = source.charCodeAt(at)
  for (
    ;
    code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;
    code = source.charCodeAt(++at)
  ) {
    if (code === LINE_FEED) newLine(reader, at + 1)
  }
  reader.at = at
  if (at === source.length) return false
  switch (mode) {
    case 'value':
      return beginValue(reader, code)
    case 'first-item':
      return code === CLOSE_ARRAY ? endContainer(reader) : beginValue(reader, code)
    case 'first-key':
      return code === CLOSE_OBJECT ? endContainer(reader) : beginKey(reader, code)
    case 'key':
      return beginKey(reader, code)
    case 'colon':
      return code === COLON ? goOn(reader, 'value') : unexpected(reader)
    case 'comma':
      return afterEntry(reader, code)
    case 'end':
      return unexpected(reader)
  }
}

const newLine = (reader: Reader, at: number): void => {
  const { line } = reader.head
  reader.head = { ...reader.head, line: line + 1, lineStart: reader.start + at }
}

const beginValue = (reader: Reader, code: number): boolean => {
  switch (code) {
    case QUOTE:
      return goOn(reader, 'in-string') && readString(reader)
    case OPEN_OBJECT:
      return openContainer(reader, 'object', reader.at)
    case OPEN_ARRAY:
      return openContainer(reader, 'array', reader.at)
    default:
      if (code === MINUS || (code >= ZERO && code <= NINE)) {
        reader.mode = 'in-number'
        return readNumber(reader)
      }
      if (wordWith(code) === undefined) return unexpected(reader)
      reader.mode = 'in-word'
      return readWord(reader)
  }
}

const beginKey = (reader: Reader, code: number): boolean =>
  code === QUOTE ? goOn(reader, 'in-key') && readString(reader) : unexpected(reader)

const afterEntry = (reader: Reader, code: number): boolean => {
  const isArray = reader.open?.type === 'array'
  if (code === COMMA) return goOn(reader, isArray ? 'value' : 'key')
  return code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT) ? endContainer(reader) : unexpected(reader)
}

const endContainer = (reader: Reader): boolean => {
  reader.at++
  if (reader.open !== null) closeContainer(reader, reader.open)
  return true
}

const goOn = (reader: Reader, mode: Mode): boolean => {
  reader.at++
  reader.mode = mode
  return true
}

const unexpected = (reader: Reader): boolean =>
  fail(reader, 'unexpected-character', reader.at, expectedNext(reader))
