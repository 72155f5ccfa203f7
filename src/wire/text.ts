import type { Framing } from './framing'

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
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let isFirst = true
  let afterCr = false
  let afterBytes = false

  const pushText = (text: string): void => {
    if (text === '') return
    let start = isFirst && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
    if (afterCr && text.charCodeAt(start) === LF) start++
    isFirst = false
    afterCr = text.charCodeAt(text.length - 1) === CR
    const rest = start === 0 ? text : text.slice(start)
    if (rest !== '') inner.push(rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest)
  }

  /** A character that the bytes left open ends where they do. */
  const endBytes = (): void => {
    if (!afterBytes) return
    afterBytes = false
    pushText(decoder.decode())
  }

  return {
    push: (piece) => {
      if (typeof piece === 'string') {
        endBytes()
        pushText(piece)
      } else {
        afterBytes = true
        pushText(decoder.decode(piece, { stream: true }))
      }
    },
    end: () => {
      endBytes()
      inner.end()
    },
  }
}
