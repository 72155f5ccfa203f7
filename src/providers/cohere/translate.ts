import { isRecord, toJson } from '../../data'
import type { Signal } from '../../frames'
import { afterFinish, atDesk, readFinish } from '../openai/choice'
import type { ChatCursor } from '../openai/cursor'
import { type Desk, type Said, withLane } from '../openai/desk'
import { type Reading, readIdentity, readRest, withUsage } from '../openai/envelope'
import { toProviderError } from '../openai/error'
import { errorOf } from '../openai/translate'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NO_OBJECT, NOTHING, readAll, wholeMessage } from '../shared/signals'
import { MESSAGE_READERS, readBorder } from './content'
import type { CohereDelta, CohereEvent, CohereStreamEvent } from './events'
import { toUsage } from './usage'
import { eventsOf, isAnswer } from './whole'

/**
 * Reads an event from top to bottom: all that its delta holds, whatever its type. The type tells where content ends, and the message. An answer
 * that was not streamed counts where nothing came before it.
 */
export const translate = (
  cursor: ChatCursor,
  event: CohereEvent,
): readonly [ChatCursor, readonly Signal[]] => {
  if (event === '[DONE]') return [cursor, [{ type: 'done' }]]
  if (!isRecord(event)) return [cursor, [NO_OBJECT]]
  if (isAnswer(event) && cursor.parts === 0) {
    const [after, said] = mapAccum(cursor, eventsOf(event), translate)
    return [after, [wholeMessage(), ...said]]
  }
  return readAll(cursor, event, isKnown(event) ? READERS : [keepUnknown])
}

const isKnown = ({ type, event_type }: CohereStreamEvent): boolean => {
  const name: unknown = type ?? event_type
  return typeof name !== 'string' || name === 'error' || KNOWN_TYPES.test(name)
}

const KNOWN_TYPES =
  /^(?:message-start|message-end|content-(?:start|delta|end)|tool-plan-delta|tool-call-(?:start|delta|end)|citation-(?:start|end)|debug)$/

const keepUnknown = (cursor: ChatCursor, event: CohereStreamEvent): Reading => [
  { ...cursor, parts: cursor.parts + 1 },
  [
    issue('unknown-event', 'An event of an unknown type came; it was kept as a part.'),
    { type: 'part', part: cursor.parts, content: { type: 'unknown', raw: toJson(event) } },
  ],
]

const readUsage = (cursor: ChatCursor, { delta }: CohereStreamEvent): Reading =>
  isRecord(delta) && isRecord(delta.usage)
    ? withUsage(cursor, cursor.usage, delta.usage, 'usage', toUsage)
    : null

const readMetadata = (cursor: ChatCursor, event: CohereStreamEvent): Reading =>
  readRest(cursor, event, READ_FIELDS)

const READ_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'id',
  'index',
  'model',
  'delta',
  'logprobs',
  'error',
])

const readAnswer = (cursor: ChatCursor, event: CohereStreamEvent): Reading =>
  isRecord(event.delta) || (typeof event.type === 'string' && event.type.endsWith('-end'))
    ? atDesk(cursor, 0, (desk) => readAll(desk, event, ANSWER_READERS))
    : malformedUnlessNull(cursor, event.delta)

const malformedUnlessNull = <S>(state: S, value: unknown): readonly [S, readonly Signal[]] | null =>
  value === undefined || value === null
    ? null
    : [state, [issue('malformed-event', 'A delta or its message is no object; it was left out.')]]

type Reader = (desk: Desk, event: CohereStreamEvent) => Said | null

const readMessage: Reader = (desk, { delta, index }) => {
  const message: unknown = isRecord(delta) ? delta.message : delta
  return isRecord(message)
    ? afterFinish(desk, readAll(desk, { message, index }, MESSAGE_READERS))
    : malformedUnlessNull(desk, message)
}

const readLogprobs: Reader = (desk, { logprobs }) =>
  isRecord(logprobs)
    ? [desk, [{ type: 'logprobs', content: [toJson(logprobs)], refusal: [], reasoning: [] }]]
    : null

const readRestOfDelta: Reader = (desk, { delta }) => {
  const metadata = isRecord(delta) ? restOf(delta, READ_DELTA_FIELDS) : null
  return metadata === null ? null : [desk, [{ type: 'metadata', scope: 'choice', metadata }]]
}

const READ_DELTA_FIELDS: ReadonlySet<string> = new Set(['message', 'finish_reason', 'usage', 'error'])

/** The end of the message is the end of the response, even if it lacks a reason. */
const readEnd: Reader = (desk, { type, delta }) => {
  const found = isRecord(delta) ? readFinish(desk, delta as CohereDelta) : null // its fields are checked where they are read
  if (type !== 'message-end' || (found?.[0] ?? desk).lane.finish !== '') return found
  return [
    withLane(desk, { finish: type }),
    [
      ...(found?.[1] ?? NOTHING),
      issue('finish-reason-missing', 'The message ended without a finish reason.'),
      { type: 'finish', choice: 0, reason: { kind: 'unknown' } },
    ],
  ]
}

const ANSWER_READERS: readonly Reader[] = [readBorder, readMessage, readLogprobs, readRestOfDelta, readEnd]

/** An error in an event of its own, or in the end of the message, where the finish reason is its code. */
const readFailure = (cursor: ChatCursor, event: CohereStreamEvent): Reading => {
  const delta: unknown = event.delta
  if (isRecord(delta) && typeof delta['error'] === 'string' && delta['error'] !== '') {
    const error = toProviderError({ message: delta['error'], code: delta['finish_reason'] })
    return [cursor, [{ type: 'failure', error: { ...error, retryable: true, raw: toJson(delta) } }]]
  }
  const raw = errorOf(event)
  return raw === null ? null : [cursor, [{ type: 'failure', error: toProviderError(raw) }]]
}

const READERS = [readIdentity, readUsage, readMetadata, readAnswer, readFailure]
