import type { Continuation } from '../../frames'
import { type Fields, hasOnly } from '../shared/fields'
import { laneOf } from '../shared/lanes'
import { type GoogleCursor, type Lane, withStreamed } from './cursor'
import type { GenerateContentEvent } from './events'
import { type StreamedCall, tellValue } from './partial-args'

/**
 * The one fragment that the event is, when it says nothing else: one candidate with one plain part that goes on with the open one, or with one
 * value that goes on with the arguments of a call. Every field
 * is looked at: one that is null says nothing, one that each event repeats says nothing new, and any other sends the event to `translate`.
 * Repeated fields other than the counts are compared when an event next goes there.
 */
export const continuation = (cursor: GoogleCursor, event: GenerateContentEvent): Continued | undefined => {
  if (typeof event !== 'object' || event === null) return undefined
  for (const key in event) {
    const value: unknown = event[key as keyof typeof event] // any key of an object may be read
    if (value !== null && !isKnown(key, value, cursor)) return undefined
  }
  const candidate = lone(event.candidates)
  const part = candidate === undefined ? undefined : partOf(candidate)
  if (candidate === undefined || part === undefined) return undefined
  const lane = laneOf(cursor.lanes, candidate['index'] ?? 0)
  if (lane === undefined || lane.finish !== '') return undefined
  if (lane.open !== null) return fragment(lane.choice, lane.open, part)
  return lane.streamed === null ? undefined : valueFragment(cursor, lane, lane.streamed, part)
}

type Continued = Continuation & { readonly cursor?: GoogleCursor }

const lone = (list: unknown): Fields | undefined =>
  Array.isArray(list) && list.length === 1 ? fieldsOf(list[0]) : undefined

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined // any key of an object may be read

/** Whether the field says what was read before: it is part of the chunk's frame, or its value is known. */
const isKnown = (key: string, value: unknown, cursor: GoogleCursor): boolean => {
  switch (key) {
    case 'candidates':
    case 'sdkHttpResponse':
      return true
    case 'responseId':
      return cursor.id !== ''
    case 'modelVersion':
      return cursor.model !== ''
    case 'createTime':
      return cursor.metadata[key] !== undefined
    case 'usageMetadata':
      return saysAgain(value, cursor.usage)
    default:
      return false
  }
}

const saysAgain = (report: unknown, usage: Fields): boolean => {
  if (typeof report !== 'object') return false
  for (const key in report) {
    if (report[key as keyof typeof report] !== usage[key]) return false // any key of an object may be read
  }
  return true
}

/** The part that is all a candidate says. */
const partOf = (candidate: Fields): Fields | undefined => {
  const content = hasOnly(candidate, 'content', 'index') ? fieldsOf(candidate['content']) : undefined
  return content !== undefined && hasOnly(content, 'parts', 'role') ? lone(content['parts']) : undefined
}

const fragment = (
  choice: number,
  open: NonNullable<Lane['open']>,
  part: Fields,
): Continuation | undefined => {
  if (!hasOnly(part, 'text', 'thought')) return undefined
  const { text, thought } = part
  const isThought = thought === true
  return typeof text === 'string' && text !== '' && (open.type === 'reasoning') === isThought
    ? { type: isThought ? 'reasoning-delta' : 'text-delta', part: open.part, choice, text }
    : undefined
}

/** The fragment that a lone value adds to the arguments of the call that said that more comes. */
const valueFragment = (
  cursor: GoogleCursor,
  lane: Lane,
  streamed: StreamedCall,
  part: Fields,
): Continued | undefined => {
  const call = fieldsOf(part['functionCall'])
  if (!streamed.isAnnounced || call === undefined || !hasOnly(part, 'functionCall')) return undefined
  if (call['willContinue'] !== true || !hasOnly(call, 'partialArgs', 'willContinue')) return undefined
  const entry = lone(call['partialArgs'])
  const told = entry === undefined ? undefined : tellValue(streamed, entry)
  if (told === undefined) return undefined
  const { part: number } = streamed.opening
  const after = withStreamed(cursor, lane, told.call)
  return { type: 'tool-call-delta', part: number, choice: lane.choice, text: told.text, cursor: after }
}
