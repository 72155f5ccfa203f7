import * as E from 'fp-ts/Either'
import { isJsonObject, type Json, type JsonObject, MAX_DEPTH } from './value'

export type JsonErrorCode = 'invalid-json' | 'not-an-object' | 'too-deep'

/** Parses a whole JSON text as `JSON.parse` does, save that nesting past {@link MAX_DEPTH} is a `Left` (`too-deep`) too. */
export const parseJson = (text: string): E.Either<JsonErrorCode, Json> => {
  if (isTooDeep(text)) return E.left('too-deep')
  try {
    return E.right(JSON.parse(text) as Json) // JSON.parse gives nothing but JSON
  } catch {
    return E.left('invalid-json')
  }
}

/** {@link parseJson} of a text whose top level must be an object; anything else is a `Left` (`not-an-object`). */
export const parseJsonObject = (text: string): E.Either<JsonErrorCode, JsonObject> => {
  const parsed = parseJson(text)
  if (E.isLeft(parsed)) return parsed
  return isJsonObject(parsed.right) ? E.right(parsed.right) : E.left('not-an-object')
}

/** Whether brackets outside strings nest deeper than {@link MAX_DEPTH}; of text that is no JSON, only an estimate. */
const isTooDeep = (text: string): boolean => {
  if (text.length <= MAX_DEPTH) return false
  let scan = emptyScan
  for (let start = 0; start < text.length; start += SCAN_BLOCK) {
    scan = scanJson(scan, text.slice(start, start + SCAN_BLOCK))
    if (scan.deepest > MAX_DEPTH) return true
  }
  return false
}

const SCAN_BLOCK = 4096

/**
 * How far a JSON text has come, told from its fragments alone and without looking back.
 *
 * ```
 *   {"a": [1, "x\   ← depth 2, inside a string, after a backslash
 * ```
 */
export interface JsonScan {
  readonly depth: number
  readonly deepest: number
  readonly inString: boolean
  readonly escaped: boolean
  /** A container was opened and closed again: the text so far is one whole value. */
  readonly whole: boolean
}

export const emptyScan: JsonScan = { depth: 0, deepest: 0, inString: false, escaped: false, whole: false }

/** Scans the next fragment; the cost is the fragment's length. */
export const scanJson = (scan: JsonScan, fragment: string): JsonScan => {
  let { depth, deepest, inString, escaped, whole } = scan
  for (let at = 0; at < fragment.length; at++) {
    const code = fragment.charCodeAt(at)
    if (inString) {
      if (escaped) escaped = false
      else if (code === 0x5c) escaped = true
      else if (code === 0x22) inString = false
    } else if (code === 0x22) {
      inString = true
    } else if (code === 0x7b || code === 0x5b) {
      depth++
      whole = false
      if (depth > deepest) deepest = depth
    } else if (code === 0x7d || code === 0x5d) {
      depth--
      whole = depth === 0
    }
  }
  return { depth, deepest, inString, escaped, whole }
}
