import type { Continuation } from '../../frames'
import { at, get } from '../../persistent'
import { fragmentOf } from '../shared/blocks'
import { type Fields, hasOnly } from '../shared/fields'
import { isGoingOn } from '../shared/tool-calls'
import type { InteractionsCursor } from './cursor'
import type { InteractionsEvent } from './events'

/** The one fragment that the event is, when it says nothing else: a delta that goes on with what its step has open. */
export const continuation = (
  cursor: InteractionsCursor,
  event: InteractionsEvent,
): Continuation | undefined => {
  if (typeof event !== 'object' || event === null || event.event_type !== 'step.delta') return undefined
  const { index, delta } = event
  if (typeof index !== 'number' || typeof delta !== 'object' || delta === null || cursor.finish !== '') {
    return undefined
  }
  for (const key in event) {
    if (key === 'event_type' || key === 'index' || key === 'delta' || key === 'event_id') continue
    if (event[key as keyof typeof event] !== null) return undefined // any key of an object may be read
  }
  const position = get(cursor.byIndex, String(index))
  return position === undefined ? undefined : fragment(cursor, position, delta as Fields) // any key of an object may be read
}

const fragment = (cursor: InteractionsCursor, position: number, delta: Fields): Continuation | undefined => {
  const step = at(cursor.steps, position)
  if (step === undefined || step.isOver) return undefined
  switch (delta['type']) {
    case 'text': {
      const { open } = cursor
      return open?.type === 'text' && open.step === position && hasOnly(delta, 'type', 'text')
        ? fragmentOf('text-delta', open.part, delta['text'])
        : undefined
    }
    case 'arguments_delta': {
      if (step.type !== 'function_call' || step.held !== '') return undefined
      const call = at(cursor.calls.calls, callOf(cursor, position))
      return isGoingOn(call) && call.index === position && hasOnly(delta, 'type', 'arguments')
        ? fragmentOf('tool-call-delta', call.part, delta['arguments'])
        : undefined
    }
    default:
      return undefined
  }
}

const callOf = ({ calls }: InteractionsCursor, position: number): number =>
  (calls.byIndex === null ? undefined : get(calls.byIndex, String(position))) ?? position
