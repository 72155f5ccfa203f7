import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as E from 'fp-ts/Either'
import { answerParts, type CollectorState, type NumberedPart } from '../collector'
import type { Json } from '../data'
import { feed, initialJson, type JsonState, valueOf } from '../json'
import { at } from '../persistent'
import type { DeepPartial } from './deep-partial'
import { valuesOf } from './values'

/**
 * The input of a tool call as far as it has come: undefined until there is something of it, the strict input once the call is complete. What this
 * gives of a call that was cut off is a part of its input, and `toolCalls` says so; it must not be run.
 *
 * With the states of {@link collectPartial} a look costs the width of the containers that are open in the input, and what is finished in it stays
 * the same object from one look to the next. Of other states the arguments so far are read anew at each look.
 *
 * @param callIndex of the call among `toolCalls(state)`; undefined comes back where there is no such call
 */
export const partialInput = (state: CollectorState, callIndex: number): Json | undefined => {
  const calls = answerParts(state).filter(({ content }) => content.type === 'tool-call')
  const call = calls[callIndex]
  if (call?.content.type !== 'tool-call') return undefined
  const { kind, input, arguments: text } = call.content
  if (E.isRight(input)) return input.right
  return kind === 'custom' ? text : valueOf(jsonOf(state, call.part, text))
}

/**
 * The answer of a request for JSON (its response format, structured output), as far as its text has come: undefined until there is something of
 * it, and where the text is no JSON. Costs what {@link partialInput} does.
 *
 * The schema gives the type alone. It is not run, as what is not whole cannot be valid: a model may send anything, and a schema that transforms gives
 * its output only at the end, by {@link finalObject}.
 */
export const partialObject = <Schema extends StandardSchemaV1>(
  state: CollectorState,
  _schema?: Schema,
): DeepPartial<StandardSchemaV1.InferOutput<Schema>> | undefined =>
  valueOf(answerJson(state)) as DeepPartial<StandardSchemaV1.InferOutput<Schema>> | undefined // what the caller's schema promises

/** How far the JSON of the answer's text has come. */
export const answerJson = (state: CollectorState): JsonState => {
  let json = initialJson
  for (const one of answerParts(state)) json = isBlank(json) ? textJson(state, one) : feedPart(json, one)
  return json
}

/** White space at most. */
const isBlank = (json: JsonState): boolean =>
  json.mode === 'value' && json.open === null && json.head.error === null

const textJson = (state: CollectorState, { part, content }: NumberedPart): JsonState =>
  content.type === 'text' ? jsonOf(state, part, content.text) : initialJson

const feedPart = (json: JsonState, { content }: NumberedPart): JsonState =>
  content.type === 'text' ? feed(json, content.text) : json

const jsonOf = (state: CollectorState, part: number, text: string): JsonState => {
  const values = valuesOf(state)
  const read = values === undefined ? null : at(values, part)
  return read ?? feed(initialJson, text)
}
