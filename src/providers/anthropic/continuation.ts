import type { Continuation } from '../../frames'
import { at } from '../../persistent'
import type { AnthropicCursor } from './cursor'
import type { AnthropicDelta, AnthropicEvent } from './events'

/**
 * The one delta that the event is, when it says nothing else: a fragment of text, thinking or arguments for an open block whose index is its
 * place; of several with one index only the newest is open. Any field beside it, and anything out of order, sends the event to `translate`.
 */
export const continuation = (cursor: AnthropicCursor, event: AnthropicEvent): Continuation | undefined => {
  if (typeof event !== 'object' || event === null || event.type !== 'content_block_delta') return undefined
  for (const key in event) {
    if (key !== 'type' && key !== 'index' && key !== 'delta') return undefined
  }
  const { index, delta } = event
  if (typeof index !== 'number' || cursor.finish !== '') return undefined
  const block = at(cursor.blocks, index)
  if (block === undefined || block.index !== index || !block.open) return undefined
  if (typeof delta !== 'object' || delta === null) return undefined
  switch (block.kind) {
    case 'text': {
      const text = only(delta, 'text_delta', 'text')
      return text === undefined ? undefined : { type: 'text-delta', part: block.part, choice: 0, text }
    }
    case 'thinking': {
      const text = only(delta, 'thinking_delta', 'thinking')
      return text === undefined ? undefined : { type: 'reasoning-delta', part: block.part, choice: 0, text }
    }
    case 'call': {
      const call = at(cursor.calls.calls, block.call)
      if (call === undefined || call.part < 0 || !call.begun || call.scan !== null) return undefined
      const text = only(delta, 'input_json_delta', 'partial_json')
      return text === undefined ? undefined : { type: 'tool-call-delta', part: call.part, choice: 0, text }
    }
    default:
      return undefined
  }
}

/** The fragment of a delta that has nothing but its type and that. Within the loop a field is read quickly, whatever its name. */
const only = (delta: AnthropicDelta, type: string, field: keyof AnthropicDelta): string | undefined => {
  let text: unknown
  for (const key in delta) {
    if (key === field)
      text = delta[key as keyof AnthropicDelta] // a key of it
    else if (key !== 'type') return undefined
  }
  return delta.type === type && typeof text === 'string' && text !== '' ? text : undefined
}
