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
  const value = token.length <= EXACT_DIGITS ? plainNumber(token) : undefined
  if (value !== undefined || isNumber(token)) {
    addValue(reader, value ?? Number(token))
    return true
  }
  const good = goodPart(token)
  const fault = at - token.length + good.length
  return fail(reader, 'unexpected-character', fault, numberExpects(good), token[good.length])
}

/** A double holds any whole number of so many digits, and any power of ten up to that length. */
const EXACT_DIGITS = 15

/**
 * The value of a short token that is digits, with a sign or a point or without; undefined when it is anything else. Quicker than to ask a regular expression,
 * and exact: digits and scale are whole numbers that a double holds, so that their quotient is rounded once, as the number itself would be.
 */
const plainNumber = (token: string): number | undefined => {
  const first = token.charCodeAt(0) === MINUS ? 1 : 0
  let digits = 0
  let scale = 0 // ten for each digit behind the point; 0 before there is one
  for (let at = first; at < token.length; at++) {
    const code = token.charCodeAt(at)
    if (code >= ZERO && code <= NINE) {
      if (at === first + 1 && digits === 0 && scale === 0) return undefined // a needless zero
      digits = digits * 10 + code - ZERO
      scale *= 10
    } else if (code === POINT && scale === 0 && at > first) scale = 1
    else return undefined
  }
  if (token.length === first || scale === 1) return undefined // a sign or a point without digits
  const value = scale === 0 ? digits : digits / scale
  return first === 0 ? value : -value
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
