import type { Framing } from './framing'
import { openUtf8 } from './utf8'

const LF = 0x0a
const CR = 0x0d
const BYTE_ORDER_MARK = 0xfeff

/**
 * Reads pieces as UTF-8 and hands on their text: without a byte order mark, and with every line end (CRLF, CR, LF) as one LF. Only these end
 * a line; U+2028 and its kin are text.
 *
 * ```
 *   … \r ┆ \n data: …     a CR ends its line at once; an LF at the top of the next piece belongs to it
 * ```
 */
export const textFraming = (inner: Framing<string>): Framing => {
  const utf8 = openUtf8()
  let isFirst = true
  let afterCr = false

  const pushText = (text: string): void => {
    if (text === '') return
    let start = isFirst && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
    if (afterCr && text.charCodeAt(start) === LF) start++
    isFirst = false
    afterCr = text.charCodeAt(text.length - 1) === CR
    const rest = start === 0 ? text : text.slice(start)
    if (rest !== '') inner.push(rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest)
  }

  return {
    push: (piece) => {
      if (typeof piece === 'string') {
        pushText(utf8.end()) // a character that bytes left open ends where they do
        pushText(piece)
      } else {
        pushText(utf8.push(piece))
      }
    },
    end: () => {
      pushText(utf8.end())
      inner.end()
    },
  }
}
