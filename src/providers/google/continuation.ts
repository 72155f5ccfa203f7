import type { Continuation } from '../../frames'
import type { Fields } from '../shared/fields'
import type { GoogleCursor, Lane } from './cursor'
import type { GenerateContentEvent } from './events'

/**
 * The one fragment that the event is, when it says nothing else: one candidate with one plain part that goes on with the open one. Every field
 * is looked at: one that is null says nothing, one that each event repeats says nothing new, and any other sends the event to `translate`.
 * Repeated fields other than the counts are compared when an event next goes there.
 */
export const continuation = (cursor: GoogleCursor, event: GenerateContentEvent): Continuation | undefined => {
  if (typeof event !== 'object' || event === null) return undefined
  for (const key in event) {
    if (!isKnown(key, cursor, event)) return undefined
  }
  const candidate = lone(event.candidates)
  if (candidate === undefined) return undefined
  const index = candidate['index'] ?? 0
  const lane = cursor.lanes.find(({ choice }) => choice === index)
  return lane === undefined ? undefined : fragment(lane, candidate)
}

const lone = (list: unknown): Fields | undefined => {
  const first: unknown = Array.isArray(list) && list.length === 1 ? list[0] : undefined
  return typeof first === 'object' && first !== null ? (first as Fields) : undefined // any key of an object may be read
}

/** Whether the field says what was read before: it is part of the chunk's frame, or its value is known. */
const isKnown = (key: string, cursor: GoogleCursor, event: object): boolean => {
  const value = (event as Fields)[key] // any key of an object may be read
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
      return value === null
  }
}

const saysAgain = (report: unknown, usage: Fields): boolean => {
  if (typeof report !== 'object' || report === null || Array.isArray(report)) return report === null
  for (const key in report) {
    if ((report as Fields)[key] !== usage[key]) return false // any key of an object may be read
  }
  return true
}

const fragment = (lane: Lane, candidate: Fields): Continuation | undefined => {
  const { open, choice, finish } = lane
  if (open === null || finish !== '' || !hasOnly(candidate, 'content', 'index')) return undefined
  const { content } = candidate
  if (typeof content !== 'object' || content === null || !hasOnly(content, 'parts', 'role')) return undefined
  const part = lone((content as Fields)['parts']) // any key of an object may be read
  if (part === undefined || !hasOnly(part, 'text', 'thought')) return undefined
  const { text, thought } = part
  const type = thought === true ? 'reasoning' : 'text'
  return typeof text === 'string' && text !== '' && type === open.type
    ? { type: `${type}-delta`, part: open.part, choice, text }
    : undefined
}

const hasOnly = (fields: object, one: string, other: string): boolean => {
  for (const key in fields) {
    if (key !== one && key !== other && (fields as Fields)[key] !== null) return false // any key of an object may be read
  }
  return true
}
