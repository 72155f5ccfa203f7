import { LOWER_E, MINUS, NINE, PLUS, POINT, UPPER_E, ZERO } from './characters'
import { addValue, append, fail, type Reader, takeToken } from './reader'

/** Reads on in a number. Only what follows it tells that it has come to its end, and only then is it looked at as a whole; whether it has. */
export const readNumber = (reader: Reader): boolean => {
  const { source, at: from } = reader
  let at = from
  while (at < source.length && isOfNumber(source.charCodeAt(at))) at++
  reader.at = at
  if (at === source.length) {
    append(reader, source.slice(from))
    return false
  }
  const token = takeToken(reader, source.slice(from, at))
  const value = token.length < MANY_DIGITS ? wholeNumber(token) : undefined
  if (value !== undefined || isNumber(token)) {
    addValue(reader, value ?? Number(token))
    return true
  }
  const good = goodPart(token)
  const fault = at - token.length + good.length
  return fail(reader, 'unexpected-character', fault, numberExpects(good), token[good.length])
}

/** Digits that are exact as they add up; a number of so few is most often no more than them. */
const MANY_DIGITS = 16

/** The value of a token that is digits alone, without a needless zero; undefined when it is anything else. Quicker than to ask a regular expression. */
const wholeNumber = (token: string): number | undefined => {
  let value = 0
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at)
    if (code < ZERO || code > NINE || (at === 1 && value === 0)) return undefined
    value = value * 10 + code - ZERO
  }
  return value
}

/** @see https://www.rfc-editor.org/rfc/rfc8259#section-6 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export const isNumber = (token: string): boolean => NUMBER.test(token)

/** As much of a token as a number may begin with. */
export const goodPart = (token: string): string => BEGINNING.exec(token)?.[0] ?? ''

const BEGINNING = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE](?:[+-]?\d*))?)?|[eE](?:[+-]?\d*))?)?/

/** What may go on a number that begins so. */
export const numberExpects = (beginning: string): string =>
  isNumber(beginning) ? 'the end of the number' : 'a digit'

const isOfNumber = (code: number): boolean =>
  (code >= ZERO && code <= NINE) ||
  code === POINT ||
  code === MINUS ||
  code === PLUS ||
  code === LOWER_E ||
  code === UPPER_E
