import { finiteNumber, isRecord } from '../../data'
import type { Signal } from '../../frames'
import { placeOf } from '../shared/blocks'
import { type Fields, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, NOTHING, wholeMessage } from '../shared/signals'
import { MALFORMED, startBlock, stopBlock } from './blocks'
import type { AnthropicCursor, Said } from './cursor'
import { NOT_OPEN, readDelta } from './deltas'
import { toStreamError } from './error'
import type { AnthropicBlockDelta, AnthropicBlockStart, AnthropicBlockStop, AnthropicEvent } from './events'
import { metadata, readMessageDelta, startMessage, stopMessage } from './message'

/** Says all that one event says. */
export const translate = (
  cursor: AnthropicCursor,
  event: AnthropicEvent,
): readonly [AnthropicCursor, readonly Signal[]] => {
  if (event === '[DONE]') return [cursor, DONE]
  if (!isRecord(event)) return [cursor, [MALFORMED]]
  switch (event.type) {
    case 'content_block_start':
    case 'content_block_delta':
    case 'content_block_stop':
      return readBlockEvent(cursor, event)
    case 'message_start':
      return startMessage(cursor, event.message)
    case 'message_delta':
      return readMessageDelta(cursor, event)
    case 'message_stop':
      return stopMessage(cursor, event)
    case 'message': {
      const [after, said] = startMessage(cursor, event) // a server that does not stream
      return [after, [wholeMessage(), ...said, ...DONE]]
    }
    case 'ping':
      return [cursor, NOTHING]
    case 'error':
      return [cursor, [{ type: 'failure', error: toStreamError(event, event.error ?? event) }]]
    default:
      return keepUnknown(cursor, event)
  }
}

const DONE: readonly Signal[] = [{ type: 'done' }]

type BlockEvent = AnthropicBlockStart | AnthropicBlockDelta | AnthropicBlockStop

/** Reads what the event says of its block, then what stands beside that. */
const readBlockEvent = (cursor: AnthropicCursor, event: BlockEvent): Said => {
  const number = finiteNumber(event.index) ?? -1
  const index = Number.isInteger(number) && number >= 0 ? number : null
  const [after, said] = readBlock(cursor, event, index)
  const notes: Signal[] = index === null ? [NO_INDEX] : []
  if (cursor.finish !== '' && event.type !== 'content_block_stop') notes.push(LATE)
  return [after, [...notes, ...said, ...metadata(event)]]
}

const readBlock = (cursor: AnthropicCursor, event: BlockEvent, index: number | null): Said => {
  if (event.type === 'content_block_start') return startBlock(cursor, event.content_block, index)
  const place = index === null ? cursor.blocks.size - 1 : placeOf(cursor, index)
  if (event.type === 'content_block_delta') {
    return isRecord(event.delta) ? readDelta(cursor, place, index, event.delta) : [cursor, [MALFORMED]]
  }
  const stopped = stopBlock(cursor, place)
  return stopped[0] === cursor ? [cursor, [NOT_OPEN]] : stopped
}

const NO_INDEX = issue('malformed-event', 'An event has no block index; the last block was taken.')

const LATE = issue('content-after-finish', 'Content came after a finish reason; it was taken.')

/** A type that is not known yet changes nothing of the message; what it says is kept beside it, under its name. */
const keepUnknown = (cursor: AnthropicCursor, event: never): Said => {
  const wire: Fields = event
  const type = textOf(wire['type'])
  if (type !== '') {
    const metadata = { [type]: restOf(wire, TYPE) ?? {} }
    return [cursor, [UNKNOWN, { type: 'metadata', scope: 'response', metadata }]]
  }
  const { error } = wire
  return [cursor, [isRecord(error) ? { type: 'failure', error: toStreamError(wire, error) } : MALFORMED]]
}

const TYPE: ReadonlySet<string> = new Set(['type'])

const UNKNOWN = issue('unknown-event', 'An event of an unknown type came; it was kept as metadata.')
