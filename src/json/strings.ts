import { LONGEST_TREE } from '../data'
import { BACKSLASH, QUOTE, SPACE } from './characters'
import { addKey, addValue, append, fail, type Reader, takeToken } from './reader'
import type { JsonState } from './state'

/** Whether a fragment is nothing but more of the string that is open, as most fragments of a long one are. */
export const isMoreOfString = ({ mode, pending, tail }: JsonState, fragment: string): boolean => {
  if (mode !== 'in-string' || pending !== '' || tail.length + fragment.length > LONGEST_TREE) return false
  for (let at = 0; at < fragment.length; at++) {
    const code = fragment.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH || isControl(code)) return false
  }
  return !isHigh(fragment.charCodeAt(fragment.length - 1))
}

/** What reading such a fragment comes to. */
export const withMoreOfString = (state: JsonState, fragment: string): JsonState => ({
  mode: state.mode,
  open: state.open,
  text: state.text,
  tail: state.tail + fragment,
  pending: '',
  offset: state.offset + fragment.length,
  head: state.head,
})

/**
 * Reads on in a string, up to its closing quote or as far as the source goes. Whether it came to its end.
 *
 * ```
 *   "one\ttwo😀"     the stretch between escapes is taken as a whole
 *    └┬┘├┘
 *   stretch escape
 * ```
 */
export const readString = (reader: Reader): boolean => {
  const { source } = reader
  let stretch = reader.at
  for (let at = stretch; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === QUOTE) {
      reader.at = at + 1
      endString(reader, source.slice(stretch, at))
      return true
    }
    if (code === BACKSLASH) {
      const simple = SIMPLE[source.charAt(at + 1)]
      if (simple !== undefined) {
        append(reader, at > stretch ? source.slice(stretch, at) + simple : simple)
        stretch = at + 2
        at++
        continue
      }
      const isHalf = at > stretch && isHigh(source.charCodeAt(at - 1)) && mayPair(source, at)
      const end = isHalf ? at - 1 : at
      if (end > stretch) append(reader, source.slice(stretch, end))
      reader.at = end
      if (isHalf || !readEscape(reader)) return false
      stretch = reader.at
      at = stretch - 1
    } else if (isControl(code)) {
      if (at > stretch) append(reader, source.slice(stretch, at))
      return fail(
        reader,
        'unexpected-character',
        at,
        'a character of a string; control characters are escaped',
      )
    }
  }
  const end = isHigh(source.charCodeAt(source.length - 1)) ? source.length - 1 : source.length
  if (end > stretch) append(reader, source.slice(stretch, end))
  reader.at = end
  return false
}

const endString = (reader: Reader, rest: string): void => {
  const string = takeToken(reader, rest)
  if (reader.mode === 'in-key') addKey(reader, string)
  else addValue(reader, string)
}

/**
 * Reads the escape `\uXXXX` that stands at `at`. False when there is no going on: the source ends within it, or what it says is half of a pair whose other
 * half may follow, so that it stays unread; or it is no escape.
 */
const readEscape = (reader: Reader): boolean => {
  const { source, at } = reader
  const end = escapeEnd(reader, at)
  if (end <= at) return false
  const code = Number.parseInt(source.slice(at + 2, end), 16)
  if (isHigh(code) && mayPair(source, end)) return false
  append(reader, String.fromCharCode(code))
  reader.at = end
  return true
}

/** Where the escape at `at` ends; `at` itself when the source ends before. What is no escape fails the reader, and ends nowhere: -1. */
const escapeEnd = (reader: Reader, at: number): number => {
  const { source } = reader
  const kind = source[at + 1]
  if (kind === undefined) return at
  if (kind !== 'u') {
    fail(reader, 'unexpected-character', at + 1, 'one of ["\\/bfnrtu] after a backslash')
    return -1
  }
  for (let digit = at + 2; digit < at + 6; digit++) {
    if (digit >= source.length) return at
    if (!isHexadecimal(source.charCodeAt(digit))) {
      fail(reader, 'unexpected-character', digit, 'a hexadecimal digit')
      return -1
    }
  }
  return at + 6
}

/** The escapes of two characters. */
const SIMPLE: { readonly [kind: string]: string | undefined } = Object.freeze(
  Object.assign(Object.create(null), {
    '"': '"',
    '\\': '\\',
    '/': '/',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
  }),
)

/** Whether what the source ends with, from `at` on, may still become the escape of a second half. */
const mayPair = (source: string, at: number): boolean =>
  at + 6 > source.length && LOW_SO_FAR.test(source.slice(at))

const LOW_SO_FAR = /^(?:\\(?:u(?:[dD](?:[c-fC-F][0-9a-fA-F]?)?)?)?)?$/

const isHexadecimal = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

/** Whether a character may stand in a string by its escape alone. */
const isControl = (code: number): boolean => code < SPACE

/** Whether a UTF-16 unit is the first half of a pair. */
const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
