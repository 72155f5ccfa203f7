import type { Signal } from '../../frames'
import { isRecord, mergeJson, toJsonObject } from '../../json'
import { finishReason } from '../openai/finish-reason'
import { toCost } from '../openai/usage'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import { startBlock, stopBlock, textOf } from './blocks'
import { type AnthropicCursor, initialCursor, type Said } from './cursor'
import { toUsage } from './usage'

type Fields = Readonly<Record<string, unknown>>

/** A second start means that the server, or a proxy, began anew: what the first one said is void. */
export const startMessage = (cursor: AnthropicCursor, message: unknown): Said => {
  const isAgain = cursor.started
  const fresh = { ...(isAgain ? initialCursor(cursor.options) : cursor), started: true }
  const [after, said] = isRecord(message) ? readMessage(fresh, message) : [fresh, NOTHING]
  if (!isAgain) return [after, [{ type: 'choice', choice: 0 }, ...said]]
  const reset: readonly Signal[] = cursor.parts === 0 ? NOTHING : [{ type: 'reset', part: 0, onward: true }]
  return [after, [RESTARTED, ...reset, ...said]]
}

const RESTARTED = issue(
  'message-restarted',
  'The message started anew within the stream; what came before was taken back.',
)

const readMessage = (cursor: AnthropicCursor, message: Fields): Said => {
  const id = textOf(message['id'])
  const model = textOf(message['model'])
  const identity: readonly Signal[] =
    id + model === ''
      ? NOTHING
      : [{ type: 'identify', ...(id !== '' && { id }), ...(model !== '' && { model }) }]
  const content: readonly unknown[] = Array.isArray(message['content']) ? message['content'] : []
  const [filled, parts] = mapAccum(cursor, content, readWholeBlock)
  const [after, rest] = readEnding(filled, message, message['usage'], MESSAGE_FIELDS)
  return [after, [...identity, ...parts, ...rest]]
}

/** Blocks that stand in the message have no index. */
const readWholeBlock = (cursor: AnthropicCursor, block: unknown): Said => {
  const [opened, said] = startBlock(cursor, block, null)
  const [stopped, last] = stopBlock(opened, cursor.blocks.size)
  return [stopped, [...said, ...last]]
}

/** A message may end, and counts may come, in its start and in each delta. */
export const readMessageDelta = (cursor: AnthropicCursor, event: Fields): Said => {
  const delta = isRecord(event['delta']) ? event['delta'] : {}
  const [after, said] = readEnding(cursor, delta, event['usage'], DELTA_FIELDS)
  return [after, [...said, ...metadata(event, EVENT_FIELDS)]]
}

const readEnding = (
  cursor: AnthropicCursor,
  fields: Fields,
  usage: unknown,
  read: ReadonlySet<string>,
): Said => {
  const [counted, counts] = readUsage(cursor, usage)
  const raw = textOf(fields['stop_reason'])
  const said = [...counts, ...metadata(fields, read)]
  if (raw === '') return [counted, said]
  const repeated = issue('finish-reason-repeated', 'A further stop reason came; the last one counts.')
  const finish: Signal = { type: 'finish', choice: 0, reason: finishReason(raw) }
  return [{ ...counted, finish: raw }, [...said, finish, ...(cursor.finish === '' ? NOTHING : [repeated])]]
}

export const readUsage = (cursor: AnthropicCursor, report: unknown): Said => {
  if (!isRecord(report)) return [cursor, NOTHING]
  const usage = mergeJson(cursor.usage, toJsonObject(report))
  if (usage === cursor.usage) return [cursor, NOTHING]
  const cost = toCost(usage)
  const tier = usage['service_tier']
  return [
    { ...cursor, usage },
    [
      { type: 'usage', usage: toUsage(usage), ...(cost !== undefined && { cost }) },
      ...(tier === undefined ? NOTHING : metadata({ service_tier: tier }, EVENT_FIELDS)),
    ],
  ]
}

/** The message is over. Bedrock's counts stand in where the message had none. */
export const stopMessage = (cursor: AnthropicCursor, event: Fields): Said => {
  const metrics = Object.keys(cursor.usage).length === 0 ? event['amazon-bedrock-invocationMetrics'] : null
  const [after, counts] = readUsage(cursor, metrics)
  const note = issue('block-not-stopped', 'The message ended within a block; it was ended there.')
  return [
    after,
    [...counts, ...metadata(event, EVENT_FIELDS), ...(cursor.open > 0 ? [note] : NOTHING), { type: 'done' }],
  ]
}

/** All other fields: container, stop sequence and details, context management. */
export const metadata = (wire: object, read: ReadonlySet<string>): readonly Signal[] => {
  const rest = restOf(wire, read)
  return rest === null ? NOTHING : [{ type: 'metadata', scope: 'response', metadata: rest }]
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'role',
  'model',
  'content',
  'stop_reason',
  'usage',
])
const DELTA_FIELDS: ReadonlySet<string> = new Set(['stop_reason'])
const EVENT_FIELDS: ReadonlySet<string> = new Set(['type', 'delta', 'usage'])
