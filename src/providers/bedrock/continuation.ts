import type { Continuation } from '../../frames'
import { at } from '../../persistent'
import { fragmentOf, placeOf } from '../shared/blocks'
import { only } from '../shared/fields'
import { isGoingOn } from '../shared/tool-calls'
import type { BedrockCursor } from './cursor'
import type { BedrockEvent } from './events'

/** The one delta that the event is, when it says nothing else: the next fragment of text, reasoning or arguments of an open block. */
export const continuation = (cursor: BedrockCursor, event: BedrockEvent): Continuation | undefined => {
  if (typeof event !== 'object' || event === null || cursor.finish !== '') return undefined
  for (const key in event) if (key !== 'contentBlockDelta') return undefined
  const member = event.contentBlockDelta
  if (typeof member !== 'object' || member === null) return undefined
  for (const key in member)
    if (key !== 'contentBlockIndex' && key !== 'delta' && key !== 'p') return undefined
  const { contentBlockIndex: index, delta } = member
  if (typeof index !== 'number' || typeof delta !== 'object' || delta === null) return undefined
  const block = at(cursor.blocks, placeOf(cursor, index))
  if (block === undefined || !block.open) return undefined
  switch (block.kind) {
    case 'text':
      return fragmentOf('text-delta', block.part, only(delta, 'text'))
    case 'reasoning':
      return fragmentOf('reasoning-delta', block.part, only(only(delta, 'reasoningContent'), 'text'))
    case 'call': {
      const call = at(cursor.calls.calls, block.call)
      return isGoingOn(call)
        ? fragmentOf('tool-call-delta', call.part, only(only(delta, 'toolUse'), 'input'))
        : undefined
    }
    default:
      return undefined
  }
}
