import type { Continuation } from '../../frames'
import { at } from '../../persistent'
import type { Fields } from '../shared/fields'
import { laneOf } from '../shared/lanes'
import { begin, type ToolCall } from '../shared/tool-calls'
import { type ChatCursor, type Lane, withLaneAt } from './cursor'
import { withLane } from './desk'
import type { ChatChoice, ChatCompletionEvent, ChatDelta } from './events'

/**
 * The one delta that the event is, when it says nothing else: one choice whose delta holds one fragment of a part that is open already. Every field
 * is looked at, so that none is passed over: one that is null says nothing, one that each event repeats says nothing new, and any other
 * sends the event to `translate`. Repeated fields are compared when an event next goes there, the last one at the latest.
 */
export const continuation = (cursor: ChatCursor, event: ChatCompletionEvent): Continued | undefined => {
  if (typeof event !== 'object' || event === null || event.object === 'error') return undefined
  const fields = event as Fields // any key of an object may be read
  if (!isUsual(fields, cursor) && !isNoNews(fields, cursor)) return undefined
  const { choices } = event
  if (!Array.isArray(choices) || choices.length !== 1) return undefined
  const choice: ChatChoice | null = choices[0]
  return typeof choice === 'object' && choice !== null ? choiceFragment(cursor, choice) : undefined
}

export type Continued = Continuation & { readonly cursor?: ChatCursor }

/** Whether a chunk has the fields that most servers send and no other. They are counted, which is quicker than to ask of each key what it is. */
const isUsual = (event: Fields, { id, model, metadata }: ChatCursor): boolean => {
  let keys = 0
  for (const _ in event) keys++
  if (event['choices'] !== undefined) keys--
  if (event['object'] !== undefined) keys--
  if (event['created'] !== undefined) keys--
  if (event['id'] !== undefined && id !== '') keys--
  if (event['model'] !== undefined && model !== '') keys--
  if (event['usage'] === null) keys--
  if (event['obfuscation'] !== undefined) keys--
  if (event['system_fingerprint'] !== undefined && metadata['system_fingerprint'] !== undefined) keys--
  if (event['service_tier'] !== undefined && metadata['service_tier'] !== undefined) keys--
  return keys === 0
}

/** Whether every field of a chunk, beside its choices, is null or says what was read before. */
const isNoNews = (event: Fields, cursor: ChatCursor): boolean => {
  for (const key in event) {
    if (!isKnown(key, cursor) && event[key] !== null) return false
  }
  return true
}

/** Whether the field says what was read before: it is part of the chunk's frame, or its value is known. */
const isKnown = (key: string, { id, model, metadata }: ChatCursor): boolean => {
  switch (key) {
    case 'object':
    case 'created':
    case 'choices':
    case 'obfuscation':
    case 'p':
      return true
    case 'id':
      return id !== ''
    case 'model':
      return model !== ''
    case 'system_fingerprint':
    case 'service_tier':
    case 'provider':
      return metadata[key] !== undefined
    default:
      return false
  }
}

export const choiceFragment = (cursor: ChatCursor, choice: ChatChoice): Continued | undefined => {
  if (!isPlain(choice)) return undefined
  const lane = laneOf(cursor.lanes, choice.index ?? 0)
  const { delta } = choice
  if (lane === undefined || lane.finish !== '' || (lane.think !== null && lane.think.held !== ''))
    return undefined
  return typeof delta === 'object' && delta !== null ? fragment(cursor, lane, delta) : undefined
}

/** Whether a choice says nothing beside its delta; the usual fields are counted here too. */
const isPlain = (choice: ChatChoice): boolean => {
  let keys = 0
  for (const _ in choice) keys++
  if (choice.index !== undefined) keys--
  if (choice.delta !== undefined) keys--
  if (choice.logprobs === null) keys--
  if (choice.finish_reason === null) keys--
  return keys === 0 || isSilent(choice)
}

const isSilent = (choice: ChatChoice): boolean => {
  for (const key in choice) {
    if (key === 'index' || key === 'delta') continue
    const value: unknown = choice[key as keyof ChatChoice] // any key of an object may be read
    if (value !== null && !(key === 'finish_reason' && value === '')) return false
  }
  return true
}

/** Looks at every field of the delta, so that nothing it says is passed over. */
const fragment = (cursor: ChatCursor, lane: Lane, delta: ChatDelta): Continued | undefined => {
  let found: Continued | undefined
  for (const key in delta) {
    const value: unknown = delta[key as keyof ChatDelta] // what is there may be anything
    if (value === null || key === 'role' || key === 'index') continue
    if (value === '' && (key === 'content' || key === lane.blankReasoning)) continue
    if (found !== undefined) return undefined
    found =
      key === 'tool_calls'
        ? callFragment(cursor, lane, value)
        : typeof value === 'string'
          ? textFragment(lane, key, value)
          : undefined
    if (found === undefined) return undefined
  }
  return found
}

export const textFragment = (lane: Lane, field: string, text: string): Continuation | undefined => {
  const { open, choice } = lane
  if (open === null || text === '' || lane.sentText !== null) return undefined
  switch (field) {
    case 'content':
      return open.type === 'text' && lane.think === null
        ? { type: 'text-delta', part: open.part, choice, text }
        : undefined
    case 'refusal':
      return open.type === 'refusal' ? { type: 'refusal-delta', part: open.part, choice, text } : undefined
    case 'reasoning':
    case 'reasoning_content':
    case 'reasoning_text':
    case 'thinking':
      return open.type === 'reasoning' && open.detail === ''
        ? { type: 'reasoning-delta', part: open.part, choice, text }
        : undefined
    default:
      return undefined
  }
}

/** The argument fragment of a lone entry that goes on with a call whose identity is beyond doubt. */
const callFragment = (cursor: ChatCursor, lane: Lane, entries: unknown): Continued | undefined => {
  if (!Array.isArray(entries) || entries.length !== 1) return undefined
  const entry: Fields | null = entries[0]
  return typeof entry === 'object' && entry !== null
    ? entryFragment(cursor, lane, entry, entry['index'])
    : undefined
}

export const entryFragment = (
  cursor: ChatCursor,
  lane: Lane,
  entry: Fields,
  index: unknown,
): Continued | undefined => {
  // Most servers count from 0, so that the index is the position; other calls take the long way.
  const call = typeof index === 'number' ? at(lane.calls.calls, index) : undefined
  if (call === undefined || call.index !== index || call.part < 0) return undefined
  if (call.scan !== null || call.sent !== null || lane.calls.byIndex !== null) return undefined
  let body: unknown
  for (const key in entry) {
    const value = entry[key]
    if (value === null || key === 'index') continue
    if (key === 'function') body = value
    else if (key === 'id' ? value !== call.id : key !== 'type' || value !== 'function') return undefined
  }
  const text = bodyFragment(body)
  if (text === undefined) return undefined
  const { part } = call
  const { choice } = lane
  return call.begun || text.trim() === ''
    ? { type: 'tool-call-delta', part, choice, text }
    : { type: 'tool-call-delta', part, choice, text, cursor: withBegun(cursor, lane, call) }
}

/** The cursor once the arguments of a call, whose index is its position, have begun. */
const withBegun = (cursor: ChatCursor, lane: Lane, call: ToolCall): ChatCursor => {
  const { lane: after } = withLane(
    { options: cursor.options, parts: cursor.parts, lane },
    { calls: begin(lane.calls, call) },
  )
  return withLaneAt(cursor, cursor.lanes.indexOf(lane), after, cursor.parts)
}

const bodyFragment = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  let text: unknown
  for (const key in body) {
    const value = (body as Fields)[key] // any key of an object may be read
    if (key === 'arguments') text = value
    else if (value !== null) return undefined
  }
  return typeof text === 'string' && text !== '' ? text : undefined
}
