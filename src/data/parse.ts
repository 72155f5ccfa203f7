import * as E from 'fp-ts/Either'
import { isJsonObject, type Json, type JsonArray, type JsonObject, MAX_DEPTH } from './value'

/**
 * Why a text gives no value that we keep: it is no JSON, no object where one must be, nested past {@link MAX_DEPTH}, or holds a number that
 * JavaScript reads as infinite, so that it could not be written again.
 */
export type JsonErrorCode = 'invalid-json' | 'not-an-object' | 'too-deep' | 'number-out-of-range'

/** Parses a whole JSON text as `JSON.parse` does, save what could not go through JSON again. */
export const parseJson = (text: string): E.Either<JsonErrorCode, Json> => {
  let value: Json
  try {
    value = JSON.parse(text) as Json // what is not JSON after all is found next
  } catch {
    return E.left(isTooDeep(text) ? 'too-deep' : 'invalid-json')
  }
  const fault = faultIn(value, 1)
  return fault === undefined ? E.right(value) : E.left(fault)
}

/** {@link parseJson} of a text whose top level must be an object; anything else is a `Left` (`not-an-object`). */
export const parseJsonObject = (text: string): E.Either<JsonErrorCode, JsonObject> => {
  const parsed = parseJson(text)
  if (E.isLeft(parsed)) return parsed
  return isJsonObject(parsed.right) ? E.right(parsed.right) : E.left('not-an-object')
}

/** @param depth of the value, if it is a container; 1 is the outermost */
const faultIn = (value: Json, depth: number): JsonErrorCode | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'number-out-of-range'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > MAX_DEPTH) return 'too-deep'
  return Array.isArray(value) ? faultInList(value, depth) : faultInObject(value as JsonObject, depth) // no list, so an object
}

// Two loops, each of the kind that is quick for its container: this walk is a good part of what a parse costs.

const faultInList = (list: JsonArray, depth: number): JsonErrorCode | undefined => {
  for (const item of list) {
    const fault = typeof item === 'string' ? undefined : faultIn(item, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

const faultInObject = (object: JsonObject, depth: number): JsonErrorCode | undefined => {
  for (const key in object) {
    const item = object[key] as Json // the key is its own
    const fault = typeof item === 'string' ? undefined : faultIn(item, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Whether brackets outside strings nest deeper than {@link MAX_DEPTH}, in text that is no JSON. */
const isTooDeep = (text: string): boolean => scanJson(emptyScan, text).deepest > MAX_DEPTH

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
      if (depth > deepest) deepest = depth
      whole = false
    } else if (code === 0x7d || code === 0x5d) {
      depth--
      whole = depth === 0
    }
  }
  return { depth, deepest, inString, escaped, whole }
}
