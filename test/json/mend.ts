import { parsed } from './reading'

// What stands at the end of a text that breaks off, found slowly and by other ways than the parser's: by trying, with JSON.parse as the judge.

/**
 * The value of a text that breaks off: what is not certain yet is cut from its end, what is open is closed, and `JSON.parse` reads the rest.
 * Undefined when there is no value yet.
 */
export const valueSoFar = (prefix: string): unknown => {
  const { quote } = lookOver(prefix)
  const certain = quote < 0 ? prefix.replace(OPEN_NUMBER, '') : withoutHalf(prefix, quote)
  for (let length = certain.length; length > 0; length--) {
    const cut = certain.slice(0, length)
    const { quote, closing } = lookOver(cut)
    const whole = parsed(cut + (quote < 0 ? '' : '"') + closing)
    if (whole !== undefined) return whole.value
  }
  return undefined
}

/**
 * The values that a text may have when its next character is a mistake. That character ends a number, and it makes certain that half a pair stays
 * alone; but it may as well stand in the middle of either.
 */
export const valuesAtMistake = (prefix: string): readonly unknown[] => {
  const ended = lookOver(prefix).quote < 0 ? `${prefix} ` : `${prefix.replace(OPEN_ESCAPE, '')}"`
  return completionOf(ended) === undefined ? [valueSoFar(prefix)] : [valueSoFar(prefix), valueSoFar(ended)]
}

const OPEN_ESCAPE = /\\(?:u[\da-f]{0,3})?$/i
const OPEN_NUMBER = /-?\d[-+.\deE]*$|-$/

/** Without what is a part of an escape, and without the first half of a pair whose second half may follow. */
const withoutHalf = (prefix: string, quote: number): string => {
  const units = prefix.slice(quote + 1).match(UNIT) ?? []
  const part = PART.test(units.at(-1) ?? '') ? units.pop() : undefined
  const mayPair =
    part === undefined ||
    [...'cdef'].some((digit) => `\\ud${digit}`.startsWith(part.slice(0, 4).toLowerCase()))
  if (mayPair && HIGH.test(units.at(-1) ?? '')) units.pop()
  return prefix.slice(0, quote + 1) + units.join('')
}

const UNIT = /\\u[\da-f]{4}|\\u[\da-f]{0,3}$|\\[^u]|\\$|[^\\]/gi
const PART = /^\\(?:u[\da-f]{0,3})?$/i
const HIGH = /^(?:[\ud800-\udbff]|\\ud[89ab]..)$/i

/** A whole JSON text that begins with `prefix`; undefined where there is none. */
export const completionOf = (prefix: string): string | undefined => {
  const { quote, closing } = lookOver(prefix)
  for (const end of quote < 0 ? ENDS : STRING_ENDS) {
    for (const need of NEEDS) {
      const text = prefix + end + need + closing
      if (parsed(text) !== undefined) return text
    }
  }
  return undefined
}

/** What may end a token outside of strings: digits of a number, letters of a word. */
const ENDS = [
  '',
  '0',
  ...['true', 'false', 'null'].flatMap((word) => [...word.slice(1)].map((_, at) => word.slice(at + 1))),
]
const STRING_ENDS = ['"', '\\"', '0"', '00"', '000"', '0000"']
/** What a container or the whole may lack behind its last token. */
const NEEDS = ['', 'null', ':null', '"":null']

/** Where the open string begins, or -1, and what closes the open containers. */
const lookOver = (prefix: string): { readonly quote: number; readonly closing: string } => {
  let quote = -1
  let closing = ''
  for (let at = 0; at < prefix.length; at++) {
    const character = prefix.charAt(at)
    if (quote >= 0) {
      if (character === '\\') at++
      else if (character === '"') quote = -1
    } else if (character === '"') quote = at
    else if (character === '[') closing = `]${closing}`
    else if (character === '{') closing = `}${closing}`
    else if (character === ']' || character === '}') closing = closing.slice(1)
  }
  return { quote, closing }
}
