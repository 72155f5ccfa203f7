import type { Continuation } from '../../frames'
import { at } from '../../persistent'
import { fragmentOf } from '../shared/blocks'
import { countFields } from '../shared/fields'
import { isGoingOn } from '../shared/tool-calls'
import type { AnthropicCursor } from './cursor'
import type { AnthropicEvent } from './events'

/**
 * The one delta that the event is, when it says nothing else: a fragment of text, thinking or arguments for an open block whose index is its
 * place; of several with one index only the newest is open. Any field beside it, and anything out of order, sends the event to `translate`.
 */
export const continuation = (cursor: AnthropicCursor, event: AnthropicEvent): Continuation | undefined => {
  if (typeof event !== 'object' || event === null || event.type !== 'content_block_delta') return undefined
  const { index, delta } = event
  if (typeof index !== 'number' || typeof delta !== 'object' || delta === null) return undefined
  if (cursor.finish !== '' || countFields(event) !== 3 || countFields(delta) !== 2) return undefined
  const block = at(cursor.blocks, index)
  if (block === undefined || block.index !== index || !block.open) return undefined
  switch (block.kind) {
    case 'text':
      return delta.type === 'text_delta' ? fragmentOf('text-delta', block.part, delta.text) : undefined
    case 'thinking':
      return delta.type === 'thinking_delta'
        ? fragmentOf('reasoning-delta', block.part, delta.thinking)
        : undefined
    case 'call': {
      const call = at(cursor.calls.calls, block.call)
      return isGoingOn(call) && delta.type === 'input_json_delta'
        ? fragmentOf('tool-call-delta', call.part, delta.partial_json)
        : undefined
    }
    default:
      return undefined
  }
}
