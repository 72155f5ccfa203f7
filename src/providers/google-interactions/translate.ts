import { isRecord, mergeWire, toJson } from '../../data'
import { toProviderError } from '../openai/error'
import type { Fields } from '../shared/fields'
import { readIdentity } from '../shared/identity'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NO_OBJECT, readAll, wholeMessage } from '../shared/signals'
import type { InteractionsCursor } from './cursor'
import type { Said } from './desk'
import type { InteractionEvent, InteractionsEvent } from './events'
import { finishReason } from './finish-reason'
import { addDelta, endStep, positionOf, startStep, stepOf, wholeStep } from './step'
import { toUsage } from './usage'

type Reader = (cursor: InteractionsCursor, event: InteractionEvent) => Said | null

/**
 * Reads a wire event: what it is about first, then the counts and the status that any of them may bring. An interaction that was not streamed is
 * read as the last event of a stream, which may repeat all of it.
 */
export const translate = (cursor: InteractionsCursor, event: InteractionsEvent): Said => {
  if (event === '[DONE]') return [cursor, [{ type: 'done' }]]
  if (!isRecord(event)) return [cursor, [NO_OBJECT]]
  return readAll(
    cursor,
    isAnswer(event) ? { event_type: 'interaction.completed', interaction: event } : event,
    READERS,
  )
}

/** @see https://ai.google.dev/api/interactions-api#Resource:Interaction */
const isAnswer = (event: Fields): boolean =>
  (event['event_type'] ?? event['interaction'] ?? null) === null &&
  typeof event['status'] === 'string' &&
  (Array.isArray(event['steps']) || Array.isArray(event['outputs']) || event['object'] === 'interaction')

const resourceOf = ({ interaction }: InteractionEvent): NonNullable<InteractionEvent['interaction']> =>
  isRecord(interaction) ? interaction : {}

const identity: Reader = (cursor, event) => {
  const { id, model } = resourceOf(event)
  return readIdentity(cursor, id ?? event.interaction_id, model)
}

const readStep: Reader = (cursor, event) => {
  switch (event.event_type) {
    case 'step.start':
    case 'content.start':
      return beginStep(cursor, event.index, event.step ?? event.content)
    case 'step.delta':
    case 'content.delta':
      return isRecord(event.delta)
        ? afterFinish(cursor, addDelta(cursor, event.index, event.delta))
        : [cursor, [issue('malformed-event', 'A `delta` is no object; it was left out.')]]
    case 'step.stop':
    case 'content.stop': {
      const position = positionOf(cursor, event.index)
      return position === undefined ? null : endStep(cursor, position)
    }
    case 'interaction.created':
    case 'interaction.start':
    case 'interaction.completed':
    case 'interaction.complete':
    case 'interaction.status_update':
    case 'error':
      return null
    default:
      return isRecord(event.error) ? null : keepUnknown(cursor, event)
  }
}

/** What is no step is started as one of no kind: its deltas tell what it is. */
const beginStep = (cursor: InteractionsCursor, index: unknown, step: unknown): Said => {
  const [after, said] = startStep(cursor, index, stepOf(step))
  return isRecord(step)
    ? [after, said]
    : [after, [issue('malformed-event', 'A step is no object; only its deltas were taken.'), ...said]]
}

/** Content may follow a final status: it counts, and it is odd. */
const afterFinish = (cursor: InteractionsCursor, [after, said]: Said): Said =>
  cursor.finish === ''
    ? [after, said]
    : [after, [...said, issue('content-after-finish', 'Content came after a finish reason; it was taken.')]]

const keepUnknown = (cursor: InteractionsCursor, event: InteractionEvent): Said => [
  { ...cursor, parts: cursor.parts + 1 },
  [
    issue('unknown-event', 'An event of an unknown type came; it was kept as it is.'),
    { type: 'part', part: cursor.parts, content: { type: 'unknown', raw: toJson(event) } },
  ],
]

/** The answer as it is repeated counts only where nothing of it came before. It begins behind what the user said last, where that is repeated too. */
const readWhole: Reader = (cursor, event) => {
  const { steps, outputs } = resourceOf(event)
  const all: unknown = Array.isArray(steps) ? steps : outputs
  if (!Array.isArray(all) || cursor.steps.size > 0) return null
  const whole: readonly unknown[] = all.slice(all.findLastIndex(isInput) + 1)
  if (whole.length === 0) return null
  const [after, said] = mapAccum(cursor, whole, wholeStep)
  return [after, [wholeMessage(), ...said]]
}

const isInput = (step: unknown): boolean => isRecord(step) && step['type'] === 'user_input'

/** Counts are those of the whole interaction, wherever they stand; they are merged field by field. */
const readUsage: Reader = (cursor, event) => {
  const places = [event.metadata?.usage, event.metadata?.total_usage, event.usage, resourceOf(event).usage]
  const usage = places.reduce(
    (all, report: unknown) => (isRecord(report) ? mergeWire(all, report) : all),
    cursor.usage,
  )
  return usage === cursor.usage ? null : [{ ...cursor, usage }, [{ type: 'usage', usage: toUsage(usage) }]]
}

/** What else is said of the interaction: its times, its service tier, the token that continues it, which also stands in status updates. */
const readMetadata: Reader = (cursor, event) => {
  const { continuation_token } = event
  const metadata = restOf({ continuation_token, ...resourceOf(event) }, READ_FIELDS)
  return metadata === null ? null : [cursor, [{ type: 'metadata', scope: 'response', metadata }]]
}

/** The last four are the SDK's own: they repeat what the steps hold. */
const READ_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'model',
  'object',
  'status',
  'usage',
  'steps',
  'outputs',
  'errors',
  'output_text',
  'output_image',
  'output_audio',
  'output_video',
])

const readStatus: Reader = (cursor, event) => {
  const reason = finishReason(resourceOf(event).status ?? event.status)
  if (reason === undefined || reason.raw === undefined) return null
  return [{ ...cursor, finish: reason.raw }, [{ type: 'finish', choice: 0, reason }]]
}

/** An error ends the stream; what came with it was read before. */
const readError: Reader = (cursor, event) => {
  const { errors } = resourceOf(event)
  const error: unknown = event.error ?? (Array.isArray(errors) ? errors[0] : undefined)
  if (error === undefined || error === null || error === false) {
    return event.event_type === 'error' ? fail(cursor, event) : null
  }
  return fail(cursor, error)
}

const fail = (cursor: InteractionsCursor, error: unknown): Said => [
  cursor,
  [{ type: 'failure', error: toProviderError(error) }],
]

const READERS: readonly Reader[] = [
  identity,
  readStep,
  readWhole,
  readUsage,
  readMetadata,
  readStatus,
  readError,
]
