import { isRecord, type Json, type JsonObject, toJson } from '../../data'
import type { Signal } from '../../frames'
import { get, put } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING, place, readAll } from '../shared/signals'
import { type GoogleCursor, initialLane } from './cursor'
import { choiceOf, type Desk, type Said, withLane, withNextPart } from './desk'
import type { GeminiCandidate, GeminiContent, GeminiPart } from './events'
import { finishReason } from './finish-reason'
import { readPart, toSource } from './parts'

/** Reads one entry of `candidates`: its content first, then what stands beside it, the finish reason last. */
export const readCandidate = (
  cursor: GoogleCursor,
  candidate: GeminiCandidate,
  position: number,
): readonly [GoogleCursor, readonly Signal[]] => {
  const choice = indexOf(candidate, position)
  const known = cursor.lanes.findIndex((lane) => lane.choice === choice)
  const lane = cursor.lanes[known] ?? initialLane(choice)
  const desk: Desk = { parts: cursor.parts, lane }
  const [after, said] = readAll(desk, candidate, READERS)
  if (after === desk && known >= 0) return [cursor, said]
  const lanes = known < 0 ? [...cursor.lanes, after.lane] : cursor.lanes.with(known, after.lane)
  return [{ ...cursor, parts: after.parts, lanes }, known < 0 ? [{ type: 'choice', choice }, ...said] : said]
}

/** Absent for 0 and for a lone candidate. */
const indexOf = ({ index }: GeminiCandidate, position: number): number =>
  Number.isInteger(index) && Number(index) >= 0 ? Number(index) + 0 : position // JSON text has no -0

type Reader = (desk: Desk, candidate: GeminiCandidate) => Said | null

const readContent: Reader = (desk, { content }) => {
  if (content === undefined || content === null) return null
  if (!isRecord(content)) return [desk, [odd(desk, 'A `content` is no object; it was left out.')]]
  const { parts } = content as GeminiContent // every field is checked where it is read
  const isList = Array.isArray(parts)
  const [after, said] = isList ? mapAccum(desk, parts as readonly GeminiPart[], readPart) : [desk, NOTHING]
  const metadata = restOf(content, isList ? CONTENT_FIELDS : ROLE)
  const beside: readonly Signal[] =
    metadata === null ? NOTHING : [{ type: 'metadata', scope: 'message', ...choiceOf(desk), metadata }]
  return [after, [...said, ...beside, ...afterFinish(desk, said)]]
}

const ROLE: ReadonlySet<string> = new Set(['role'])
const CONTENT_FIELDS: ReadonlySet<string> = new Set(['role', 'parts'])

const odd = (desk: Desk, message: string): Signal => issue('malformed-event', message, choiceOf(desk))

/** Content may follow a finish reason, which old models send with each chunk: it counts, and it is odd. */
const afterFinish = (desk: Desk, said: readonly Signal[]): readonly Signal[] =>
  desk.lane.finish !== '' && said.some((signal) => 'part' in signal)
    ? [issue('content-after-finish', 'Content came after a finish reason; it was taken.', choiceOf(desk))]
    : NOTHING

/** What the text rests on: passages that are quoted, and search results. Each counts once, however often it is repeated. */
const readSources: Reader = (desk, { citationMetadata, groundingMetadata }) => {
  const entries = [
    ...listIn(citationMetadata, 'citationSources'),
    ...listIn(citationMetadata, 'citations'),
    ...listIn(groundingMetadata, 'groundingChunks'),
  ].filter(isRecord)
  return entries.length === 0 ? null : mapAccum(desk, entries, readSource)
}

const listIn = (holder: unknown, field: string): readonly unknown[] => {
  const list = isRecord(holder) ? holder[field] : undefined
  return Array.isArray(list) ? list : []
}

const readSource = (desk: Desk, entry: Readonly<Record<string, unknown>>): Said => {
  const content = toSource(entry)
  const text = JSON.stringify(content.raw)
  const { sources, choice } = desk.lane
  if (get(sources, text) !== undefined) return [desk, NOTHING]
  return [
    withNextPart(withLane(desk, { sources: put(sources, text, desk.parts) })),
    [{ type: 'part', ...place(desk.parts, choice), content }],
  ]
}

/** Each chosen token, with those that might have been in its place; what the result says of them all is metadata. */
const readLogprobs: Reader = (desk, { logprobsResult }) => {
  if (!isRecord(logprobsResult)) return null
  const top = listIn(logprobsResult, 'topCandidates')
  const content = listIn(logprobsResult, 'chosenCandidates').map((token, n): Json => {
    const others = listIn(top[n], 'candidates')
    return toJson(isRecord(token) && others.length > 0 ? { ...token, topCandidates: others } : token)
  })
  const rest = restOf(logprobsResult, TOKEN_LISTS)
  const said: Signal[] = []
  if (content.length > 0)
    said.push({ type: 'logprobs', ...choiceOf(desk), content, refusal: [], reasoning: [] })
  if (rest !== null) said.push(metadataOf(desk, { logprobsResult: rest }))
  return said.length === 0 ? null : [desk, said]
}

const TOKEN_LISTS: ReadonlySet<string> = new Set(['chosenCandidates', 'topCandidates'])

/** What else a candidate carries: safety ratings, what the grounding supports, the message that goes with the finish reason. */
const readExtra: Reader = (desk, candidate) => {
  const metadata = restOf(candidate, READ_FIELDS)
  return metadata === null ? null : [desk, [metadataOf(desk, metadata)]]
}

const metadataOf = (desk: Desk, metadata: JsonObject): Signal => ({
  type: 'metadata',
  scope: 'choice',
  ...choiceOf(desk),
  metadata,
})

const READ_FIELDS: ReadonlySet<string> = new Set([
  'index',
  'content',
  'finishReason',
  'citationMetadata',
  'logprobsResult',
])

/** A finish reason is not the end: old models send it with each chunk. The last one counts. */
const readFinish: Reader = (desk, { finishReason: word }) => {
  const { lane } = desk
  if (word === undefined || word === null) return null
  if (typeof word !== 'string' && typeof word !== 'number') {
    return [desk, [odd(desk, 'A `finishReason` is no text; it was left out.')]]
  }
  const raw = String(word)
  const reason = finishReason(raw, lane.calls.size > 0)
  if (reason === undefined) return null
  const said: Signal[] = [{ type: 'finish', choice: lane.choice, reason }]
  if (typeof word === 'number') {
    said.push(issue('finish-reason-number', 'A finish reason came as a number.', choiceOf(desk)))
  }
  if (lane.finish !== '' && lane.finish !== raw) {
    said.push(
      issue('finish-reason-repeated', 'A further finish reason came; the last one counts.', choiceOf(desk)),
    )
  }
  return [lane.finish === raw ? desk : withLane(desk, { finish: raw }), said]
}

const READERS: readonly Reader[] = [readContent, readSources, readLogprobs, readExtra, readFinish]
