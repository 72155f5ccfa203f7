import type { Continuation } from '../../frames'
import { at } from '../../persistent'
import { placeOf } from '../shared/blocks'
import type { Fields } from '../shared/fields'
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
      return fragment('text-delta', block.part, only(delta, 'text'))
    case 'reasoning':
      return fragment('reasoning-delta', block.part, only(only(delta, 'reasoningContent'), 'text'))
    case 'call': {
      const call = at(cursor.calls.calls, block.call)
      return call === undefined || call.part < 0 || !call.begun || call.scan !== null
        ? undefined
        : fragment('tool-call-delta', call.part, only(only(delta, 'toolUse'), 'input'))
    }
    default:
      return undefined
  }
}

const fragment = (type: Continuation['type'], part: number, text: unknown): Continuation | undefined =>
  typeof text === 'string' && text !== '' ? { type, part, choice: 0, text } : undefined

/** The field that is all there is. Within the loop it is read quickly, whatever its name. */
const only = (fields: unknown, name: string): unknown => {
  if (typeof fields !== 'object' || fields === null) return undefined
  let value: unknown
  for (const key in fields) {
    if (key !== name) return undefined
    value = (fields as Fields)[key] // any key of an object may be read
  }
  return value
}
