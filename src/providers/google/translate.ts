import { isRecord, mergeJson, mergeWire } from '../../data'
import type { Signal } from '../../frames'
import { toProviderError } from '../openai/error'
import { readIdentity } from '../shared/identity'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NO_OBJECT, readAll } from '../shared/signals'
import { readCandidate } from './candidate'
import type { GoogleCursor } from './cursor'
import type { GeminiCandidate, GenerateContentChunk, GenerateContentEvent } from './events'
import { toUsage } from './usage'

/** What one reader has to say of an event; null when that is nothing. */
type Reader = (
  cursor: GoogleCursor,
  event: GenerateContentChunk,
) => readonly [GoogleCursor, readonly Signal[]] | null

/** Reads a wire event from top to bottom. One event may say several things, and every one of them is read. */
export const translate = (
  cursor: GoogleCursor,
  event: GenerateContentEvent,
): readonly [GoogleCursor, readonly Signal[]] => {
  if (event === '[DONE]') return [cursor, [{ type: 'done' }]]
  if (!isRecord(event)) return [cursor, [NO_OBJECT]]
  return readAll(cursor, event, READERS)
}

/** Counts come with each chunk, or with the last; they are merged field by field. */
const readUsage: Reader = (cursor, { usageMetadata }) => {
  if (!isRecord(usageMetadata)) return null
  const usage = mergeWire(cursor.usage, usageMetadata)
  return usage === cursor.usage ? null : [{ ...cursor, usage }, [{ type: 'usage', usage: toUsage(usage) }]]
}

/** The rest of the event's own fields; those that say again what they said before say nothing. */
const readMetadata: Reader = (cursor, event) => {
  const fresh = restOf(event, READ_FIELDS, cursor.metadata)
  if (fresh === null) return null
  const metadata = mergeJson(cursor.metadata, fresh)
  return metadata === cursor.metadata
    ? null
    : [{ ...cursor, metadata }, [{ type: 'metadata', scope: 'response', metadata: fresh }]]
}

/** The last two are the SDK's own and not from the wire. */
const READ_FIELDS: ReadonlySet<string> = new Set([
  'candidates',
  'usageMetadata',
  'modelVersion',
  'responseId',
  'error',
  'sdkHttpResponse',
  'automaticFunctionCallingHistory',
])

/** A blocked prompt has no candidates: the block is the finish reason. */
const readBlock: Reader = (cursor, { promptFeedback }) => {
  const raw = isRecord(promptFeedback) ? String(promptFeedback.blockReason ?? '') : ''
  return raw === '' || raw === 'BLOCKED_REASON_UNSPECIFIED' || raw === '0'
    ? null
    : [cursor, [{ type: 'finish', choice: 0, reason: { kind: 'content-filter', raw } }]]
}

const readCandidates: Reader = (cursor, { candidates }) => {
  if (candidates === undefined || candidates === null) return null
  if (!Array.isArray(candidates)) {
    return [cursor, [issue('malformed-event', '`candidates` is no list; it was left out.')]]
  }
  return mapAccum(cursor, candidates, (current, candidate: unknown, position) =>
    isRecord(candidate)
      ? readCandidate(current, candidate as GeminiCandidate, position) // every field is checked where it is read
      : [current, [issue('malformed-event', 'An entry of `candidates` is no object; it was left out.')]],
  )
}

/** An error ends the stream; what came with it was read before. */
const readError: Reader = (cursor, { error }) =>
  error === undefined || error === null || (error as unknown) === false
    ? null
    : [cursor, [{ type: 'failure', error: toProviderError(error) }]]

const READERS: readonly Reader[] = [
  (cursor, { responseId, modelVersion }) => readIdentity(cursor, responseId, modelVersion),
  readUsage,
  readMetadata,
  readBlock,
  readCandidates,
  readError,
]
