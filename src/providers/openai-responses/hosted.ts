import * as E from 'fp-ts/Either'
import { isRecord, type Json, type JsonObject, parseJson } from '../../data'
import type { ContentPart } from '../../frames'

/** Of each tool that the provider runs itself: the field with its input, and the one with what it gave back. */
const HOSTED: ReadonlyMap<unknown, readonly [input: string, output?: string]> = new Map([
  ['web_search_call', ['action', 'results']],
  ['file_search_call', ['queries', 'results']],
  ['code_interpreter_call', ['code', 'outputs']],
  ['image_generation_call', ['revised_prompt', 'result']],
  ['mcp_call', ['arguments', 'output']],
  ['shell_call', ['action']],
  ['tool_search_call', ['arguments']],
  ['program', ['code']],
])

/** Whether the provider runs it. A shell and a tool search may be the client's to run. */
export const isHosted = (item: Readonly<Record<string, unknown>>): boolean => {
  const { type, environment, execution } = item
  if (type === 'shell_call') return isRecord(environment) && environment['type'] === 'container_reference'
  return HOSTED.has(type) && execution !== 'client'
}

/** Whether an item is what a tool gave back, and no call. */
export const isOutput = (type: string): boolean => type.endsWith('_output') || type === 'mcp_list_tools'

/** The id by which results name the call. */
export const callIdOf = (item: JsonObject): string =>
  ([item['call_id'], item['id']].find((id) => typeof id === 'string' && id !== '') as string | undefined) ??
  '' // found to be a string

export const hostedName = ({ type, name }: JsonObject): string =>
  type === 'mcp_call' && typeof name === 'string' ? name : String(type ?? '').replace(/_call$/, '')

/** The call as the finished item shows it. */
export const toHostedCall = (item: JsonObject): ContentPart => ({
  type: 'server-tool-call',
  id: callIdOf(item),
  name: hostedName(item),
  input: inputOf(item),
  raw: item,
})

const inputOf = (item: JsonObject): Json => {
  const field = HOSTED.get(item['type'])?.[0] ?? ''
  const value = item[field] ?? null
  if (value === null || value === '') return {}
  if (isRecord(value)) return value as JsonObject // it is part of one
  if (field !== 'arguments') return { [field]: value }
  const parsed = parseJson(String(value))
  return E.isRight(parsed) ? parsed.right : value
}

/** What the tool gave back, where the item has it: a picture, or a result. It goes back with the item, so that `raw` is null. */
export const toHostedResult = (item: JsonObject): ContentPart | undefined => {
  const output =
    item[HOSTED.get(item['type'])?.[1] ?? ''] ?? (item['type'] === 'mcp_call' ? item['error'] : null) ?? null
  if (output === null || output === '' || (Array.isArray(output) && output.length === 0)) return undefined
  if (item['type'] !== 'image_generation_call' || typeof output !== 'string')
    return { type: 'server-tool-result', id: callIdOf(item), output, raw: null }
  const format = item['output_format']
  return {
    type: 'file',
    ...(typeof format === 'string' && { mediaType: `image/${format}` }),
    data: output,
    raw: null,
  }
}

/** An item that is neither content nor a call: what a tool gave back as an item of its own, or one of another kind, kept as it came. */
export const toWhole = (item: JsonObject): ContentPart => {
  const type = String(item['type'] ?? '')
  if (!isOutput(type)) return { type: 'unknown', raw: item }
  const output = item['output'] ?? item['result'] ?? item['tools'] ?? null
  return { type: 'server-tool-result', id: callIdOf(item), output, raw: item }
}
