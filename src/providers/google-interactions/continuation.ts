import type { Continuation } from '../../frames'
import { at, get } from '../../persistent'
import type { Fields } from '../shared/fields'
import type { InteractionsCursor, Step } from './cursor'
import type { InteractionsEvent } from './events'

/** The one fragment that the event is, when it says nothing else: a delta that goes on with what its step has open. */
export const continuation = (
  cursor: InteractionsCursor,
  event: InteractionsEvent,
): Continuation | undefined => {
  if (typeof event !== 'object' || event === null || event.event_type !== 'step.delta') return undefined
  for (const key in event) {
    if (!READ_FIELDS.has(key) && (event as Fields)[key] !== null) return undefined // any key of an object may be read
  }
  const { index, delta } = event
  if (typeof index !== 'number' || typeof delta !== 'object' || delta === null || cursor.finish !== '') {
    return undefined
  }
  const position = get(cursor.byIndex, String(index))
  const step = position === undefined ? undefined : at(cursor.steps, position)
  return position === undefined || step === undefined || step.isOver
    ? undefined
    : fragment(cursor, step, position, delta as Fields) // any key of an object may be read
}

const READ_FIELDS: ReadonlySet<string> = new Set(['event_type', 'index', 'delta', 'event_id'])

const fragment = (
  cursor: InteractionsCursor,
  { type, held }: Step,
  position: number,
  delta: Fields,
): Continuation | undefined => {
  switch (delta['type']) {
    case 'text': {
      const { open } = cursor
      const text = delta['text']
      return open?.type === 'text' && open.step === position && isText(text) && hasOnly(delta, 'text')
        ? { type: 'text-delta', part: open.part, choice: 0, text }
        : undefined
    }
    case 'arguments_delta': {
      const call = type === 'function_call' ? at(cursor.calls.calls, callOf(cursor, position)) : undefined
      const text = delta['arguments']
      return call?.index === position &&
        call.part >= 0 &&
        call.begun &&
        call.scan === null &&
        held === '' &&
        isText(text) &&
        hasOnly(delta, 'arguments')
        ? { type: 'tool-call-delta', part: call.part, choice: 0, text }
        : undefined
    }
    default:
      return undefined
  }
}

const callOf = ({ calls }: InteractionsCursor, position: number): number =>
  get(calls.byIndex, String(position)) ?? position

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const hasOnly = (delta: Fields, field: string): boolean => {
  for (const key in delta) {
    if (key !== 'type' && key !== field && delta[key] !== null) return false
  }
  return true
}
