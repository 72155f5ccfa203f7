import type { Continuation } from '../../frames'
import type { ResponsesCursor } from './cursor'
import type { ResponsesStreamEvent } from './events'

/**
 * The one delta that the event is, when it goes on just where the last one did and says nothing else. Every field is looked at, so that none is
 * passed over.
 */
export const continuation = (
  { open }: ResponsesCursor,
  event: ResponsesStreamEvent,
): Continuation | undefined => {
  if (open === null || typeof event !== 'object' || event === null) return undefined
  let within: unknown = null
  for (const key in event) {
    const value = (event as Readonly<Record<string, unknown>>)[key] // any key of an object may be read
    switch (key) {
      case 'type':
        if (value !== open.event) return undefined
        break
      case 'item_id':
        if (value !== open.item) return undefined
        break
      case 'output_index':
        if (value !== open.index) return undefined
        break
      case 'content_index':
      case 'summary_index':
        within = value
        break
      case 'logprobs':
        if (!isEmpty(value)) return undefined
        break
      case 'delta':
      case 'sequence_number':
      case 'obfuscation':
        break
      default:
        return undefined
    }
  }
  const { delta } = event
  if (event.type === undefined || event.item_id === undefined || event.output_index === undefined)
    return undefined
  return within === open.within && typeof delta === 'string' && delta !== ''
    ? { type: open.as, part: open.part, choice: 0, text: delta }
    : undefined
}

const isEmpty = (list: unknown): boolean =>
  list === null || list === undefined || (Array.isArray(list) && list.length === 0)
