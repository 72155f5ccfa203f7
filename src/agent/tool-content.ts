import * as E from 'fp-ts/Either'
import { type Json, messageOf } from '../data'
import type { ToolOutput } from '../frames'
import type { ToolContent } from '../machine'

const PARTS = Symbol('chunkfold.tool-content')

interface Parts {
  readonly [PARTS]: readonly ToolOutput[]
}

/**
 * A tool's result in parts: texts, files, JSON. A plain array is JSON itself, which is why this says it.
 *
 * ```ts
 * return toolContent([{ type: 'text', text: 'The chart:' }, { type: 'file', mediaType: 'image/png', data }])
 * ```
 */
export const toolContent = (parts: readonly ToolOutput[]): object => ({ [PARTS]: parts })

/**
 * What goes back to the model for what a tool gave: text as it is, nothing as '', parts as they are, anything else as its JSON. `Left` for what has none, with
 * the reason: it would be lost in silence.
 */
export const contentOf = (result: unknown): E.Either<string, ToolContent> => {
  if (typeof result === 'string') return E.right(result)
  if (result === undefined) return E.right('')
  if (isParts(result)) return E.right(result[PARTS])
  if (result instanceof Error) return E.left(result.message)
  return E.map((value: Json): ToolContent => [{ type: 'json', value }])(jsonOf(result))
}

const isParts = (result: unknown): result is Parts =>
  typeof result === 'object' && result !== null && PARTS in result

/** A value as it stands in JSON. */
export const jsonOf = (value: unknown): E.Either<string, Json> => {
  try {
    const text: string | undefined = JSON.stringify(value, refuseLoss)
    return text === undefined ? E.left(`a ${typeof value} has no JSON`) : E.right(JSON.parse(text))
  } catch (thrown) {
    return E.left(messageOf(thrown))
  }
}

/** JSON would have `{}` for each of these. An error inside a value is worth its words. */
const refuseLoss = (_key: string, value: unknown): unknown => {
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(`a ${value instanceof Map ? 'Map' : 'Set'} has no JSON`)
  }
  return value instanceof Error ? { name: value.name, message: value.message } : value
}
