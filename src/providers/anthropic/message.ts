import { isRecord, mergeWire } from '../../data'
import type { Signal } from '../../frames'
import { finishReason } from '../openai/finish-reason'
import { toCost } from '../openai/usage'

import { type Fields, oddTexts, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import { identify, MALFORMED, startBlock, stopBlock } from './blocks'
import { type AnthropicCursor, initialCursor, type Said } from './cursor'
import { toUsage } from './usage'

/** A second start means that the server, or a proxy, began anew: what the first one said is void. */
export const startMessage = (cursor: AnthropicCursor, message: unknown): Said => {
  const isAgain = cursor.started
  const fresh = { ...(isAgain ? initialCursor() : cursor), started: true }
  const [after, said] = isRecord(message) ? readMessage(fresh, message) : [fresh, malformed(message)]
  if (!isAgain) return [after, [{ type: 'choice', choice: 0 }, ...said]]
  return [
    after,
    [
      RESTARTED,
      ...(cursor.parts === 0 ? NOTHING : [{ type: 'reset', part: 0, onward: true } as const]),
      ...said,
    ],
  ]
}

/** Tells of something that is there, though not of the type that is read. */
const malformed = (value: unknown): readonly Signal[] => (value == null ? NOTHING : [MALFORMED])

const RESTARTED = issue('message-restarted', 'The message started anew; what came before was taken back.')

const readMessage = (cursor: AnthropicCursor, message: Fields): Said => {
  const { content } = message
  const [filled, parts] = Array.isArray(content)
    ? mapAccum(cursor, content, readWholeBlock)
    : [cursor, malformed(content)]
  const [after, rest] = readEnding(filled, message, message['usage'])
  return [after, [...oddTexts(message, ['id', 'model']), ...identify(message), ...parts, ...rest]]
}

/** Blocks that stand in the message have no index. */
const readWholeBlock = (cursor: AnthropicCursor, block: unknown): Said => {
  const [opened, said] = startBlock(cursor, block, null)
  const [stopped, last] = stopBlock(opened, cursor.blocks.size)
  return [stopped, [...said, ...last]]
}

export const readMessageDelta = (cursor: AnthropicCursor, event: Fields): Said => {
  const { delta } = event
  const [after, said] = readEnding(cursor, isRecord(delta) ? delta : {}, event['usage'])
  return [after, [...(isRecord(delta) ? NOTHING : malformed(delta)), ...said, ...metadata(event)]]
}

/** A stop reason and counts may come in the start of a message and in each of its deltas. */
const readEnding = (cursor: AnthropicCursor, fields: Fields, usage: unknown): Said => {
  const [counted, counts] = readUsage(cursor, usage)
  const finish = textOf(fields['stop_reason'])
  const said = [...oddTexts(fields, ['stop_reason']), ...counts, ...metadata(fields)]
  if (finish === '') return [counted, said]
  if (cursor.finish !== '') said.push(REPEATED)
  return [{ ...counted, finish }, [...said, { type: 'finish', choice: 0, reason: finishReason(finish) }]]
}

const REPEATED = issue('finish-reason-repeated', 'A further finish reason came; the last one counts.')

const readUsage = (cursor: AnthropicCursor, report: unknown): Said => {
  if (!isRecord(report)) return [cursor, malformed(report)]
  const usage = mergeWire(cursor.usage, report)
  if (usage === cursor.usage) return [cursor, NOTHING]
  const cost = toCost(usage)
  return [
    { ...cursor, usage },
    [
      { type: 'usage', usage: toUsage(usage), ...(cost !== undefined && { cost }) },
      ...metadata({ service_tier: usage['service_tier'] }),
    ],
  ]
}

/** The message is over. Bedrock's counts stand in where the message had none. */
export const stopMessage = (cursor: AnthropicCursor, event: Fields): Said => {
  const isCounted = Object.keys(cursor.usage).length > 0
  const [after, counts] = isCounted
    ? [cursor, NOTHING]
    : readUsage(cursor, event['amazon-bedrock-invocationMetrics'])
  return [
    after,
    [...counts, ...metadata(event), ...(cursor.open > 0 ? [NOT_STOPPED] : NOTHING), { type: 'done' }],
  ]
}

const NOT_STOPPED = issue('block-not-stopped', 'The message ended within a block; it was ended there.')

/** All that is read nowhere else: container, stop sequence and details, context management. */
export const metadata = (wire: object): readonly Signal[] => {
  const rest = restOf(wire, READ_FIELDS)
  return rest === null ? NOTHING : [{ type: 'metadata', scope: 'response', metadata: rest }]
}

/** The fields of events, messages and deltas that are read. */
const READ_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'index',
  'content_block',
  'delta',
  'message',
  'usage',
  'id',
  'role',
  'model',
  'content',
  'stop_reason',
  'text',
  'citation',
  'thinking',
  'signature',
  'partial_json',
])
