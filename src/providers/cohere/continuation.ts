import { isRecord } from '../../data'
import type { Continuation } from '../../frames'
import { type Continued, entryFragment, textFragment } from '../openai/continuation'
import type { ChatCursor, Lane } from '../openai/cursor'
import { type Fields, hasOnly, only } from '../shared/fields'
import { isPlan } from './content'
import type { CohereEvent } from './events'

/** The one delta that the event is, when it says nothing else: a fragment of what is open, or of a call. */
export const continuation = (cursor: ChatCursor, event: CohereEvent): Continued | undefined => {
  const lane = cursor.lanes[0]
  if (!isRecord(event) || lane === undefined || lane.finish !== '' || (lane.think?.held ?? '') !== '')
    return undefined
  const { type, index } = event as Fields
  if (!hasOnly(event, 'type', 'index', 'delta')) return undefined
  const message = only(event['delta'], 'message')
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

const reasoningFragment = (lane: Lane, text: unknown): Continuation | undefined =>
  typeof text === 'string' ? textFragment(lane, 'thinking', text) : undefined
