import { isRecord, mergeJson, mergeWire, toJson, toJsonObject } from '../../data'
import type { FinishReason, Signal } from '../../frames'
import { toArray } from '../../persistent'
import { toProviderError } from '../openai/error'
import { toUsage } from '../openai/usage'
import { type Fields, textOf } from '../shared/fields'
import { readIdentityOf } from '../shared/identity'
import { restOf } from '../shared/rest'
import { mapAccum } from '../shared/signals'
import { arrange } from './arrange'
import type { ResponsesCursor } from './cursor'
import type { ResponsesEvent, ResponsesObject } from './events'
import { finishReason } from './finish-reason'
import { addItem, kindOf, recordsIn, type Said } from './items'
import { settle, settleRest } from './settle'

export type Reading = Said | null

const responseOf = ({ response }: ResponsesEvent): ResponsesObject | null =>
  isRecord(response) ? response : null

export const readIdentity = (cursor: ResponsesCursor, event: ResponsesEvent): Reading => {
  const response = responseOf(event)
  const read = readIdentityOf(cursor, response?.id, response?.model)
  return read === null ? null : [{ ...cursor, ...read[0] }, read[1]]
}

export const readUsage = (cursor: ResponsesCursor, event: ResponsesEvent): Reading => {
  const report = responseOf(event)?.usage
  if (!isRecord(report)) return null
  const usage = mergeWire(cursor.usage, report)
  return usage === cursor.usage ? null : [{ ...cursor, usage }, [{ type: 'usage', usage: toUsage(usage) }]]
}

/** What else the response says, and what stands beside it. It repeats much of the request; the long of that is left out. */
export const readMetadata = (cursor: ResponsesCursor, event: ResponsesEvent): Reading => {
  const response = responseOf(event)
  if (response === null) return null
  const beside = restOf(event, READ_FIELDS, cursor.metadata) ?? {}
  const fresh = mergeJson(restOf(response, READ_FIELDS, cursor.metadata) ?? {}, beside)
  const metadata = mergeJson(cursor.metadata, fresh)
  return metadata === cursor.metadata
    ? null
    : [{ ...cursor, metadata }, [{ type: 'metadata', scope: 'response', metadata: fresh }]]
}

const READ_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'sequence_number',
  'response',
  'id',
  'object',
  'model',
  'status',
  'output',
  'output_text',
  'usage',
  'error',
  'incomplete_details',
  'instructions',
  'tools',
  'tool_choice',
  'text',
  'prompt',
])

/** The words of the events that end a response. */
const ENDS: ReadonlySet<string> = new Set(['completed', 'incomplete', 'failed', 'cancelled', 'done'])

/** The end of the response: what its items were in the end, why it ended, and what went wrong. */
export const readEnd = (cursor: ResponsesCursor, event: ResponsesEvent): Reading => {
  const word = textOf(event.type).slice('response.'.length)
  if (!textOf(event.type).startsWith('response.') || !ENDS.has(word)) return readError(cursor, event)
  if (cursor.failed) return null
  const response = responseOf(event) ?? {}
  const [settled, said] = settleOutput(cursor, recordsIn(response.output))
  const [ended, ends] = settleRest(settled)
  const [ordered, moved] = arrange(ended)
  const reason = finishReason(response, word, ordered.calls.calls.size > 0)
  return [
    { ...ordered, failed: reason.kind === 'error' },
    [...said, ...ends, ...moved, { type: 'finish', choice: 0, reason }, outcome(response, reason)],
  ]
}

const outcome = ({ error }: ResponsesObject, { kind, raw }: FinishReason): Signal =>
  kind === 'error'
    ? { type: 'failure', error: toProviderError(error ?? { message: `The response ended as ${raw}.` }) }
    : { type: 'done' }

/**
 * The last word on each item that the response lists; a list that lacks items takes none back. They are told by their ids, and where those
 * were not heard before, by their place among the items of their kind.
 */
const settleOutput = (cursor: ResponsesCursor, output: readonly Fields[]): Said => {
  const ids = new Set(output.map((item) => textOf(item['id'])).filter((id) => id !== ''))
  const known = new Map<string, number[]>()
  for (const [position, { kind, id }] of toArray(cursor.items).entries()) {
    const key = kind + (ids.has(id) ? id : '')
    const queue = known.get(key)
    if (queue === undefined) known.set(key, [position])
    else queue.push(position)
  }
  return mapAccum(cursor, output, (current, wire, index) => {
    const kind = kindOf(wire)
    const id = textOf(wire['id'])
    const position = known.get(kind + id)?.shift() ?? known.get(kind)?.shift()
    if (position !== undefined) return settle(current, position, wire)
    const [added, last] = addItem(current, kind, id, index, wire)
    return settle(added, last, wire)
  })
}

/** An error of its own, or in any event. Each field counts where it is nested, else beside the event's type. */
const readError = (cursor: ResponsesCursor, event: ResponsesEvent): Reading => {
  const { error } = event
  const isNested = error !== undefined && error !== null && error !== false
  if (cursor.failed || !(isNested || event.type === 'error')) return null
  const { type: _type, error: _error, ...flat } = toJsonObject(event)
  const raw = !isNested
    ? flat
    : isRecord(error)
      ? mergeWire(event.type === 'error' ? flat : {}, error)
      : error
  return [
    { ...cursor, failed: true },
    [{ type: 'failure', error: { ...toProviderError(raw), raw: toJson(isNested ? error : event) } }],
  ]
}
