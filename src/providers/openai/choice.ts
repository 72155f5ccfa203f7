import type { Signal } from '../../frames'
import { isRecord, toJson, toJsonObject } from '../../json'
import { restOf } from '../shared/rest'
import { issue, mapAccum } from '../shared/signals'
import { type ChatCursor, initialLane, type Lane } from './cursor'
import { READERS as DELTA_READERS, type Desk, type Reading } from './delta'
import type { ChatChoice, ChatDelta } from './events'
import { finishReason } from './finish-reason'

/** Reads one entry of `choices`: its delta first, then what stands beside it, the finish reason last. */
export const readChoice = (
  cursor: ChatCursor,
  choice: ChatChoice,
  position: number,
): readonly [ChatCursor, readonly Signal[]] => {
  const number = Number.isInteger(choice.index) && Number(choice.index) >= 0 ? Number(choice.index) : position
  const known = cursor.lanes.findIndex((lane) => lane.choice === number)
  const lane = cursor.lanes[known] ?? initialLane(number, cursor.options)
  const desk: Desk = { options: cursor.options, parts: cursor.parts, lane }
  const [after, said] = mapAccum(
    desk,
    READERS,
    (current, read) => read(current, choice) ?? [current, NOTHING],
  )
  return [
    {
      options: cursor.options,
      id: cursor.id,
      model: cursor.model,
      parts: after.parts,
      lanes: withLane(cursor.lanes, known, after.lane),
      usage: cursor.usage,
      usageFrom: cursor.usageFrom,
      sources: cursor.sources,
      metadata: cursor.metadata,
    },
    said,
  ]
}

const NOTHING: readonly Signal[] = []

const withLane = (lanes: readonly Lane[], known: number, lane: Lane): readonly Lane[] =>
  known < 0 ? [...lanes, lane] : lanes[known] === lane ? lanes : lanes.with(known, lane)

const readDelta = (desk: Desk, choice: ChatChoice): Reading => {
  const { delta } = choice
  if (isRecord(delta)) {
    const typed = delta as ChatDelta // every field is checked where it is read
    return mapAccum(desk, DELTA_READERS, (current, read) => read(current, typed) ?? [current, NOTHING])
  }
  if (typeof choice.text === 'string' && choice.text !== '') {
    const legacy: ChatDelta = { content: choice.text }
    return mapAccum(desk, DELTA_READERS, (current, read) => read(current, legacy) ?? [current, NOTHING])
  }
  return delta === undefined || delta === null
    ? null
    : [desk, [issue('malformed-event', 'A `delta` is no object; it was left out.', at(desk))]]
}

const holdMessage = (desk: Desk, choice: ChatChoice): Reading =>
  isRecord(choice.message) && !desk.lane.touched
    ? [{ ...desk, lane: { ...desk.lane, message: toJsonObject(choice.message) } }, NOTHING]
    : null

/** Token probabilities; a lone number or the lists of the legacy endpoint are not tied to tokens and go with the metadata. */
const readLogprobs = (desk: Desk, choice: ChatChoice): Reading => {
  const { logprobs } = choice
  if (!isRecord(logprobs)) return null
  const [content, refusal, reasoning] = [
    logprobs['content'],
    logprobs['refusal'],
    logprobs['reasoning_content'],
  ].map((list) => (Array.isArray(list) ? list.map((token) => toJson(token)) : []))
  if (content === undefined || refusal === undefined || reasoning === undefined) return null
  if (content.length + refusal.length + reasoning.length === 0) return null
  return [desk, [{ type: 'logprobs', ...at(desk), content, refusal, reasoning }]]
}

/** What else a choice carries: Azure's filter results, a provider's own finish reason. */
const readExtra = (desk: Desk, choice: ChatChoice): Reading => {
  const extra = restOf(choice, READ_FIELDS)
  return extra === null
    ? null
    : [desk, [{ type: 'metadata', scope: 'response', ...at(desk), metadata: extra }]]
}

const READ_FIELDS: ReadonlySet<string> = new Set([
  'index',
  'delta',
  'message',
  'text',
  'finish_reason',
  'logprobs',
  'error',
  'usage',
])

/** A finish reason is not the end: it may be empty, come with each event, twice, or before more content. The last one counts. */
const readFinish = (desk: Desk, choice: ChatChoice): Reading => {
  const raw: unknown = choice.finish_reason
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw !== 'string') {
    return [desk, [issue('malformed-event', 'A `finish_reason` is no text; it was left out.', at(desk))]]
  }
  const said: Signal[] = [{ type: 'finish', choice: desk.lane.choice, reason: finishReason(raw) }]
  if (desk.lane.finish !== '') {
    said.push(issue('finish-reason-repeated', 'A further finish reason came; the last one counts.', at(desk)))
  }
  return [{ ...desk, lane: { ...desk.lane, finish: raw } }, said]
}

const at = (desk: Desk) => (desk.lane.choice === 0 ? {} : { choice: desk.lane.choice })

const READERS = [readDelta, holdMessage, readLogprobs, readExtra, readFinish]
