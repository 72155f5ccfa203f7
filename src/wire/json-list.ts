import { invalidJson, truncatedEvent, unframedText } from '../decoded'
import type { Framing, Sink } from './framing'
import { CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, tryJson } from './json'

/**
 * A body that is one JSON list of events: each is told at its closing bracket, however its text is laid out and cut. The cost is the text's
 * length.
 *
 * ```
 *   [{ "candidates": … }      ← told here
 *   ,
 *   { "candidates": … }]      ← and here
 * ```
 */
export const jsonListFraming = (sink: Sink): Framing<string> => {
  let inList = false
  let depth = 0 // within an event
  let inString = false
  let escaped = false
  let fragments: string[] = []

  const tell = (last: string): void => {
    const text = [...fragments, last].join('').trim()
    fragments = []
    const json = text === '' ? undefined : tryJson(text)
    if (json !== undefined) sink.event(json)
    else if (text !== '') sink.fault(inList ? invalidJson(text) : unframedText(text))
  }

  const push = (text: string): void => {
    let start = 0
    const tellUpTo = (end: number, next: number): void => {
      tell(text.slice(start, end))
      start = next
    }
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (inString) {
        if (escaped) escaped = false
        else if (code === BACKSLASH) escaped = true
        else if (code === QUOTE) inString = false
      } else if (code === QUOTE) {
        inString = inList || depth > 0
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        const opensList = code === OPEN_BRACKET && !inList && depth === 0
        if (opensList) tellUpTo(at, at + 1)
        if (opensList) inList = true
        else depth++
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (depth > 0) {
          depth--
          if (depth === 0) tellUpTo(at + 1, at + 1)
        } else if (inList && code === CLOSE_BRACKET) {
          tellUpTo(at, at + 1)
          inList = false
        }
      } else if (code === COMMA && depth === 0) {
        tellUpTo(at, at + 1)
      }
    }
    if (start < text.length) fragments.push(text.slice(start))
  }

  return {
    push,
    end: () => {
      const rest = fragments.join('').trim()
      if (rest !== '') sink.fault(inList || depth > 0 ? truncatedEvent(rest) : unframedText(rest))
    },
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
