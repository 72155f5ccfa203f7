import { isRecord } from '../../data'
import type { Continuation } from '../../frames'
import { type Continued, entryFragment, textFragment } from '../openai/continuation'
import type { ChatCursor, Lane } from '../openai/cursor'
import type { Fields } from '../shared/fields'
import { isPlan } from './content'
import type { CohereEvent } from './events'

/** The one delta that the event is, when it says nothing else: a fragment of what is open, or of a call. */
export const continuation = (cursor: ChatCursor, event: CohereEvent): Continued | undefined => {
  const lane = cursor.lanes[0]
  if (!isRecord(event) || lane === undefined || lane.finish !== '' || (lane.think?.held ?? '') !== '')
    return undefined
  const { type, index } = event as Fields
  const message = messageIn(event as Fields)
  switch (type) {
    case 'content-delta': {
      const content = only(message, 'content')
      const text = only(content, 'text')
      if (typeof text === 'string') return textFragment(lane, 'content', text)
      return isPlan(lane) ? undefined : reasoningFragment(lane, only(content, 'thinking'))
    }
    case 'tool-plan-delta':
      return isPlan(lane) ? reasoningFragment(lane, only(message, 'tool_plan')) : undefined
    case 'tool-call-delta': {
      const entry = only(message, 'tool_calls')
      return isRecord(entry) ? entryFragment(cursor, lane, entry, entry['index'] ?? index) : undefined
    }
    default:
      return undefined
  }
}

/** What an event says, when it has nothing beside it. */
const messageIn = (event: Fields): unknown => {
  for (const key in event) {
    if (key !== 'type' && key !== 'index' && key !== 'delta' && event[key] !== null) return undefined
  }
  return only(event['delta'], 'message')
}

const reasoningFragment = (lane: Lane, text: unknown): Continuation | undefined =>
  typeof text === 'string' ? textFragment(lane, 'thinking', text) : undefined

/** The value of an object's field; undefined when it has any other that is not null. */
const only = (holder: unknown, name: string): unknown => {
  if (!isRecord(holder)) return undefined
  let value: unknown
  for (const key in holder) {
    const held = holder[key]
    if (key === name) value = held
    else if (held !== null) return undefined
  }
  return value
}
