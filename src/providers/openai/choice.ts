import { isRecord, type Json, toJson, toJsonObject } from '../../data'
import type { Signal } from '../../frames'
import { restOf } from '../shared/rest'
import { issue, NOTHING, readAll } from '../shared/signals'
import { type ChatCursor, initialLane, withLaneAt } from './cursor'
import { readDelta } from './delta'
import { choiceOf, type Desk, type Said, withLane } from './desk'
import type { ChatChoice, ChatDelta } from './events'
import { finishReason } from './finish-reason'

/** Reads one entry of `choices`: its delta first, then what stands beside it, the finish reason last. */
export const readChoice = (
  cursor: ChatCursor,
  choice: ChatChoice,
  position: number,
): readonly [ChatCursor, readonly Signal[]] =>
  atDesk(
    cursor,
    Number.isInteger(choice.index) && Number(choice.index) >= 0 ? Number(choice.index) + 0 : position,
    (desk) => readAll(desk, choice, READERS),
  )

/** Reads what an event says of one choice, which is met by it if it was not known. */
export const atDesk = (
  cursor: ChatCursor,
  number: number,
  read: (desk: Desk) => Said,
): readonly [ChatCursor, readonly Signal[]] => {
  const known = cursor.lanes.findIndex((lane) => lane.choice === number)
  const lane = cursor.lanes[known] ?? initialLane(number, cursor.options)
  const desk: Desk = { options: cursor.options, parts: cursor.parts, lane }
  const [after, said] = read(desk)
  if (after === desk && known >= 0) return [cursor, said]
  return [
    withLaneAt(cursor, known, after.lane, after.parts),
    known < 0 ? [{ type: 'choice', choice: number }, ...said] : said,
  ]
}

type Reader = (desk: Desk, choice: ChatChoice) => Said | null

const readDeltaOf: Reader = (desk, { delta, text }) => {
  if (isRecord(delta)) return afterFinish(desk, readDelta(desk, delta as ChatDelta)) // every field is checked where it is read
  if (typeof text === 'string' && text !== '') return readDelta(desk, { content: text })
  return delta === undefined || delta === null
    ? null
    : [desk, [issue('malformed-event', 'A `delta` is no object; it was left out.', choiceOf(desk))]]
}

/** Content may follow a finish reason: it counts, and it is odd. */
export const afterFinish = (desk: Desk, said: Said): Said =>
  desk.lane.finish === '' || !said[1].some((signal) => 'part' in signal)
    ? said
    : [
        said[0],
        [
          ...said[1],
          issue('content-after-finish', 'Content came after a finish reason; it was taken.', choiceOf(desk)),
        ],
      ]

const holdMessage: Reader = (desk, { message }) =>
  isRecord(message) && !desk.lane.touched
    ? [withLane(desk, { message: toJsonObject(message) }), NOTHING]
    : null

/** Token probabilities. Those of another shape, such as a lone number, go with the choice's metadata. */
const readLogprobs: Reader = (desk, { logprobs }) => {
  if (logprobs === undefined || logprobs === null) return null
  if (!isRecord(logprobs)) {
    const metadata = { logprobs: toJson(logprobs) }
    return [desk, [{ type: 'metadata', scope: 'choice', ...choiceOf(desk), metadata }]]
  }
  const content = tokens(logprobs['content'])
  const refusal = tokens(logprobs['refusal'])
  const reasoning = tokens(logprobs['reasoning_content'])
  return content.length + refusal.length + reasoning.length === 0
    ? null
    : [desk, [{ type: 'logprobs', ...choiceOf(desk), content, refusal, reasoning }]]
}

const tokens = (list: unknown): readonly Json[] =>
  Array.isArray(list) ? list.map((token) => toJson(token)) : []

/** What else a choice carries: Azure's filter results, a provider's own finish reason. */
const readExtra: Reader = (desk, choice) => {
  const metadata = restOf(choice, READ_FIELDS)
  return metadata === null
    ? null
    : [desk, [{ type: 'metadata', scope: 'choice', ...choiceOf(desk), metadata }]]
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
export const readFinish = (desk: Desk, choice: Pick<ChatChoice, 'finish_reason'>): Said | null => {
  const raw: unknown = choice.finish_reason
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw !== 'string') {
    return [
      desk,
      [issue('malformed-event', 'A `finish_reason` is no text; it was left out.', choiceOf(desk))],
    ]
  }
  const said: Signal[] = [{ type: 'finish', choice: desk.lane.choice, reason: finishReason(raw) }]
  if (desk.lane.finish !== '') {
    said.push(
      issue('finish-reason-repeated', 'A further finish reason came; the last one counts.', choiceOf(desk)),
    )
  }
  return [withLane(desk, { finish: raw }), said]
}

const READERS: readonly Reader[] = [readDeltaOf, holdMessage, readLogprobs, readExtra, readFinish]
