import { isRecord } from '../../data'
import { type Continued, choiceFragment } from '../openai/continuation'
import type { ChatCursor } from '../openai/cursor'
import type { OllamaEvent } from './events'

/** The one delta that the line is, when it says nothing else: a fragment of the text or the thinking that is open. */
export const continuation = (cursor: ChatCursor, event: OllamaEvent): Continued | undefined => {
  if (!isRecord(event) || cursor.model === '') return undefined
  for (const key in event) {
    const value: unknown = event[key]
    const isKnown =
      key === 'model' || key === 'created_at' || key === 'message' || (key === 'done' && value !== true)
    if (!isKnown && value !== null) return undefined
  }
  const { message } = event as OllamaEvent
  return isRecord(message) && (message.tool_calls ?? null) === null
    ? choiceFragment(cursor, { index: 0, delta: message })
    : undefined
}
