import { isRecord, type JsonObject, toJson } from '../../data'
import { textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import type { Oddity, ToolCallDelta } from '../shared/tool-calls'

/** The legacy `function_call` is one call without index and id; it is kept under an index that no wire index can be. */
const FUNCTION_CALL = -1

export const toFunctionCallDelta = (body: Readonly<Record<string, unknown>>): ToolCallDelta => ({
  ...toToolCallDelta({ function: body }),
  index: FUNCTION_CALL,
  kind: 'function-call',
})

/** Reads an entry of `tool_calls`, tolerant of every shape that servers send. */
export const toToolCallDelta = (entry: Readonly<Record<string, unknown>>): ToolCallDelta => {
  const isCustom = entry['type'] === 'custom' || isRecord(entry['custom'])
  const body = isCustom ? entry['custom'] : entry['function']
  const named: Readonly<Record<string, unknown>> = isRecord(body) ? body : NO_FIELDS
  const value = isCustom ? named['input'] : named['arguments']
  const isWhole = value !== undefined && value !== null && typeof value !== 'string'
  const idOutside = idOf(entry['id'])
  const idInside = idOutside === '' ? idOf(named['id']) : ''
  const oddities: Oddity[] = []
  if (idOutside === '' && typeof entry['id'] === 'string') oddities.push('tool-call-id-blank')
  if (named['name'] === '') oddities.push('tool-call-name-blank')
  if (idInside !== '') oddities.push('tool-call-id-misplaced')
  if (value === null) oddities.push('tool-call-arguments-null')
  if (isWhole) oddities.push('tool-call-arguments-object')
  return {
    index: indexOf(entry['index']),
    id: idOutside || idInside,
    name: textOf(named['name']),
    kind: isCustom ? 'custom' : 'function',
    arguments: isWhole
      ? { text: JSON.stringify(toJson(value)), replaces: true }
      : { text: textOf(value), replaces: false },
    extra: extraOf(entry, isCustom ? 'custom' : 'function', named),
    oddities,
  }
}

const NO_FIELDS: Readonly<Record<string, unknown>> = {}

/** The word `null` is what Mistral's schema and SDK put where there is no id. */
const idOf = (value: unknown): string => (value === 'null' ? '' : textOf(value))

const indexOf = (index: unknown): ToolCallDelta['index'] => {
  if (index === undefined || index === null) return null
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index + 0 : 'invalid' // JSON text has no -0
}

/** The other fields of a call, such as `extra_content` with Gemini's thought signature, have to go back with it, from where they stood. */
const extraOf = (
  entry: Readonly<Record<string, unknown>>,
  body: 'custom' | 'function',
  named: Readonly<Record<string, unknown>>,
): JsonObject | null => {
  const rest = restOf(entry, READ_FIELDS)
  const inside = restOf(named, READ_BODY_FIELDS)
  return inside === null ? rest : { ...rest, [body]: inside }
}

const READ_FIELDS: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'custom'])

const READ_BODY_FIELDS: ReadonlySet<string> = new Set(['name', 'arguments', 'input', 'id'])
