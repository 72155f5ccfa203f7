import { type Json, type JsonObject, mergeJson } from '../../data'
import type { ContentPart, Signal } from '../../frames'
import { toArray } from '../../persistent'
import { textOf } from '../shared/fields'
import { NOTHING } from '../shared/signals'
import type { InteractionsCursor, Step } from './cursor'
import { type Said, sayWhole, stepAt, withStep } from './desk'

const isCall = ({ type }: Step): boolean => type.endsWith('_call')

/** A call that the provider runs itself is shown when it starts; it is told whole at its end, as are results and steps we do not know. */
export const openHosted = (cursor: InteractionsCursor, position: number): Said => {
  const step = stepAt(cursor, position)
  if (!isCall(step)) return [cursor, NOTHING]
  const part = cursor.parts
  const opened = withStep(cursor, position, { part })
  const said: Signal = {
    type: 'server-tool-call-delta',
    part,
    ...identityOf(step.fields, step, position),
    input: '',
  }
  return [{ ...opened, parts: part + 1 }, [said]]
}

const identityOf = (fields: JsonObject, { type }: Step, position: number) => ({
  id: textOf(fields['id']) || `hosted_${position}`,
  name: textOf(fields['name']) || type.slice(0, -'_call'.length),
})

export const endHosted = (cursor: InteractionsCursor, position: number): Said => {
  const step = stepAt(cursor, position)
  if (isBlank(step)) return [cursor, NOTHING]
  const content = wholeOf(step, position)
  return step.part < 0
    ? sayWhole(cursor, content)
    : [cursor, [{ type: 'part-end', part: step.part, content }]]
}

const isBlank = ({ fields, pieces }: Step): boolean => pieces.size === 0 && Object.keys(fields).length === 0

const wholeOf = (step: Step, position: number): ContentPart => {
  const raw = merged(step)
  if (isCall(step)) {
    const identity = identityOf(raw, step, position)
    return { type: 'server-tool-call', ...identity, input: raw['arguments'] ?? {}, raw }
  }
  return step.type.endsWith('_result') && step.type !== 'function_result'
    ? { type: 'server-tool-result', id: textOf(raw['call_id']), output: raw['result'] ?? null, raw }
    : { type: 'unknown', raw }
}

/** What came at the start and in pieces: results add up, and all else is merged field by field, empty text aside. */
const merged = ({ fields, pieces }: Step): JsonObject => {
  const more = toArray(pieces)
  const rest = more.reduce((all, piece) => mergeJson(all, withoutBlanks(piece)), fields)
  const results = [fields, ...more].flatMap(({ result }) =>
    result === undefined || result === null ? [] : [result],
  )
  return results.length < 2 ? rest : { ...rest, result: joined(results) }
}

const joined = (results: readonly Json[]): Json =>
  results.every((result) => typeof result === 'string') ? results.join('') : results.flat()

const withoutBlanks = (piece: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(piece).filter(([key, value]) => value !== '' && key !== 'type'))
