import { finiteNumber, isRecord } from '../../data'
import type { Fields } from '../shared/fields'
import { listOf } from './content'
import type { CohereMessage, CohereStreamEvent } from './events'

/**
 * An answer that was not streamed: it is of no type, and has both that such an answer always has.
 *
 * @see https://docs.cohere.com/v2/reference/chat
 */
export const isAnswer = ({ type, event_type, delta, message, finish_reason }: CohereStreamEvent): boolean =>
  (type ?? event_type ?? delta ?? null) === null && isRecord(message) && typeof finish_reason === 'string'

/** The events that a stream of the answer has: the plan, the content with what it rests on, the calls, the end. */
export const eventsOf = (answer: CohereStreamEvent): readonly CohereStreamEvent[] => {
  const { id = null, message, finish_reason = null, usage = null, logprobs, ...rest } = answer
  const { content, tool_plan = null, tool_calls, citations, ...more } = message ?? {}
  const pieces = listOf(content)
  const [uncited = [], ...cited] = citationsAt(pieces.length, listOf(citations))
  return [
    { type: 'message-start', id, delta: { message: more } },
    said('tool-plan-delta', 0, { tool_plan }),
    ...uncited,
    ...pieces.flatMap((piece, index) => [
      said('content-start', index, { content: [piece] }),
      ...(cited[index] ?? []),
      { type: 'content-end', index },
    ]),
    ...listOf(tool_calls).map((call, index) => said('tool-call-start', index, { tool_calls: [call] })),
    ...listOf(logprobs).map((one) => ({ type: 'content-delta', delta: {}, logprobs: one })),
    { ...rest, type: 'message-end', delta: { finish_reason, usage } },
  ]
}

const said = (type: string, index: number, message: Fields): CohereStreamEvent => ({
  type,
  index,
  delta: { message: message as CohereMessage }, // every field is checked where it is read
})

/** The citations of each piece of the content, behind those that are of none; one that does not say of which is of the last. */
const citationsAt = (pieces: number, citations: readonly unknown[]): readonly CohereStreamEvent[][] => {
  const places: CohereStreamEvent[][] = Array.from({ length: pieces + 1 }, () => [])
  citations.forEach((citation, index) => {
    const piece = isRecord(citation) ? (finiteNumber(citation['content_index']) ?? -1) : -1
    const place = places[piece + 1] !== undefined && piece >= 0 ? piece + 1 : pieces
    places[place]?.push(said('citation-start', index, { citations: [citation] }))
  })
  return places
}
