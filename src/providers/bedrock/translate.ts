import { isRecord, mergeWire } from '../../data'
import type { Signal } from '../../frames'
import { toProviderError } from '../openai/error'
import { finishReason } from '../openai/finish-reason'
import { placeOf } from '../shared/blocks'
import { type Fields, oddTexts, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING, readAll, wholeMessage } from '../shared/signals'
import { startBlock, stopBlock } from './blocks'
import type { BedrockCursor, Said } from './cursor'
import { readDelta } from './deltas'
import { toException } from './error'
import type { BedrockEvent } from './events'
import { toUsage } from './usage'
import { isWholeAnswer, streamOf, type WholeAnswer } from './whole'

/** Reads all members of an event; each should have just one. */
export const translate = (cursor: BedrockCursor, event: BedrockEvent): Said => {
  const wire: unknown = event
  if (!isRecord(wire)) return [cursor, [MALFORMED]]
  return isWholeAnswer(wire) ? readWhole(cursor, wire) : readAll(cursor, wire, READERS)
}

/** Reads an answer that was not streamed as the stream that it would have been. It is the end by itself. */
const readWhole = (cursor: BedrockCursor, answer: WholeAnswer): Said => {
  const [after, said] = mapAccum(cursor, streamOf(answer), (current, event) =>
    readAll(current, event, READERS),
  )
  return [after, [wholeMessage(), ...said, ...(readFailure(after, answer)?.[1] ?? DONE)]]
}

const DONE: readonly Signal[] = [{ type: 'done' }]

const MALFORMED = issue('malformed-event', 'An event, or a member of one, is no object; it was left out.')

/** What one reader has to say of an event; null when that is nothing. */
type Reader = (cursor: BedrockCursor, event: Fields) => Said | null

const member =
  (name: string, read: (cursor: BedrockCursor, member: Fields) => Said): Reader =>
  (cursor, event) => {
    const value = event[name]
    if (value === undefined || value === null) return null
    return isRecord(value) ? read(cursor, value) : [cursor, [MALFORMED]]
  }

/** A block's start or delta, and what stands beside it. */
const ofBlock =
  (field: 'start' | 'delta', read: typeof readDelta) =>
  (cursor: BedrockCursor, member: Fields): Said => {
    const value = member[field]
    const [after, said] = isRecord(value) ? read(cursor, indexOf(member), value) : [cursor, [MALFORMED]]
    const isLate = cursor.finish !== '' && said.some((signal) => 'part' in signal)
    const rest = metadata(member, BLOCK_FIELDS)
    return isLate || rest.length > 0
      ? [after, [...(isLate ? [LATE] : NOTHING), ...said, ...rest]]
      : [after, said]
  }

const readStop = (cursor: BedrockCursor, member: Fields): Said =>
  stopBlock(cursor, placeOf(cursor, indexOf(member)))

const indexOf = (member: Fields): number | null => {
  const index = member['contentBlockIndex']
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index + 0 : null // JSON text has no -0
}

const LATE = issue('content-after-finish', 'Content came after a stop reason; it was taken.')

/** The stop reason is not the end: usage comes after it. The last one counts. */
const readMessageStop = (cursor: BedrockCursor, member: Fields): Said => {
  const raw = textOf(member['stopReason'])
  const rest = metadata(member, STOP_FIELDS)
  if (raw === '') return [cursor, [...oddTexts(member, ['stopReason']), ...rest]]
  const finish: Signal = { type: 'finish', choice: 0, reason: finishReason(raw) }
  return [{ ...cursor, finish: raw }, [...rest, finish, ...(cursor.finish === '' ? NOTHING : [REPEATED])]]
}

const REPEATED = issue('finish-reason-repeated', 'A further stop reason came; the last one counts.')

const readMetadata = (cursor: BedrockCursor, member: Fields): Said => {
  const [after, said] = readUsage(cursor, member['usage'])
  return [after, [...said, ...metadata(member, METADATA_FIELDS)]]
}

const readUsage = (cursor: BedrockCursor, report: unknown): Said => {
  if (!isRecord(report)) return [cursor, report == null ? NOTHING : [MALFORMED]]
  const usage = mergeWire(cursor.usage, report)
  return usage === cursor.usage
    ? [cursor, NOTHING]
    : [{ ...cursor, usage }, [{ type: 'usage', usage: toUsage(usage) }]]
}

/** Members that are not known yet, and what the service adds to a model's own events. */
const readRest: Reader = (cursor, event) => {
  const rest = metadata(event, READ)
  return rest.length === 0 ? null : [cursor, rest]
}

export const isException = (name: string): boolean => name.endsWith('Exception')

const READ = { has: (name: string): boolean => MEMBERS.has(name) || isException(name) }

/** `p` is padding against traffic analysis. */
const metadata = (wire: Fields, read: Pick<ReadonlySet<string>, 'has'>): readonly Signal[] => {
  const rest = restOf(wire, read)
  return rest === null ? NOTHING : [{ type: 'metadata', scope: 'response', metadata: rest }]
}

/** An exception, or an error outside the API's model, ends the stream; what came with it was read before. */
const readFailure: Reader = (cursor, event) => {
  for (const name in event) {
    const raw = event[name]
    if (raw === undefined || raw === null) continue
    if (isException(name)) return [cursor, [{ type: 'failure', error: toException(name, raw) }]]
    if (name === 'error' && raw !== false) return [cursor, [{ type: 'failure', error: toProviderError(raw) }]]
  }
  return null
}

const READERS: readonly Reader[] = [
  member('messageStart', (cursor, start) => [cursor, metadata(start, START_FIELDS)]),
  member('contentBlockStart', ofBlock('start', startBlock)),
  member('contentBlockDelta', ofBlock('delta', readDelta)),
  member('contentBlockStop', readStop),
  member('messageStop', readMessageStop),
  member('metadata', readMetadata),
  readRest,
  readFailure,
]

const START_FIELDS: ReadonlySet<string> = new Set(['role', 'p'])
const BLOCK_FIELDS: ReadonlySet<string> = new Set(['contentBlockIndex', 'start', 'delta', 'p'])
const STOP_FIELDS: ReadonlySet<string> = new Set(['stopReason', 'p'])
const METADATA_FIELDS: ReadonlySet<string> = new Set(['usage', 'p'])
export const MEMBERS: ReadonlySet<string> = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
  'error',
  'p',
])
