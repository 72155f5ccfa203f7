import type { Signal } from '../../frames'
import { finiteNumber, isRecord } from '../../json'
import { at } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue, NOTHING } from '../shared/signals'
import { startBlock, stopBlock, textOf } from './blocks'
import { type AnthropicCursor, placeOf, type Said } from './cursor'
import { NOT_OPEN, readDelta } from './deltas'
import { toStreamError } from './error'
import type {
  AnthropicBlockDelta,
  AnthropicBlockStart,
  AnthropicBlockStop,
  AnthropicEvent,
  AnthropicMessage,
} from './events'
import { metadata, readMessageDelta, startMessage, stopMessage } from './message'

/** Says all that one event says. */
export const translate = (
  cursor: AnthropicCursor,
  event: AnthropicEvent,
): readonly [AnthropicCursor, readonly Signal[]] => {
  if (event === '[DONE]') return [cursor, [{ type: 'done' }]]
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
    case 'message':
      return readWhole(cursor, event)
    case 'ping':
      return [cursor, NOTHING]
    case 'error':
      return [cursor, [{ type: 'failure', error: toStreamError(event, event.error ?? event) }]]
    default:
      return keepUnknown(cursor, event)
  }
}

const MALFORMED = issue('malformed-event', 'An event is no object, or has no type; it was left out.')

type BlockEvent = AnthropicBlockStart | AnthropicBlockDelta | AnthropicBlockStop

/** Reads what the event says of its block, then what stands beside that. */
const readBlockEvent = (cursor: AnthropicCursor, event: BlockEvent): Said => {
  const number = finiteNumber(event.index)
  const index = number !== undefined && Number.isInteger(number) && number >= 0 ? number : null
  const [after, said] = readBlock(cursor, event, index)
  const isLate = cursor.finish !== '' && event.type !== 'content_block_stop'
  return [
    after,
    [
      ...(index === null ? [NO_INDEX] : NOTHING),
      ...(isLate ? [LATE] : NOTHING),
      ...said,
      ...metadata(event, BLOCK_EVENT_FIELDS),
    ],
  ]
}

const readBlock = (cursor: AnthropicCursor, event: BlockEvent, index: number | null): Said => {
  if (event.type === 'content_block_start') return startBlock(cursor, event.content_block, index)
  const place = index === null ? cursor.blocks.size - 1 : placeOf(cursor, index)
  if (event.type === 'content_block_delta') {
    return isRecord(event.delta) ? readDelta(cursor, place, index, event.delta) : [cursor, [MALFORMED]]
  }
  return place !== undefined && at(cursor.blocks, place)?.open === true
    ? stopBlock(cursor, place)
    : [cursor, [NOT_OPEN]]
}

const BLOCK_EVENT_FIELDS: ReadonlySet<string> = new Set(['type', 'index', 'content_block', 'delta'])

const NO_INDEX = issue(
  'malformed-event',
  'An event of a block has no usable index; it was taken for the last block.',
)

const LATE = issue('content-after-finish', 'Content came after a stop reason; it was taken.')

/** A server that does not stream answers with the whole message. */
const readWhole = (cursor: AnthropicCursor, event: AnthropicMessage): Said => {
  const [after, said] = startMessage(cursor, event)
  return [after, [WHOLE, ...said, { type: 'done' }]]
}

const WHOLE = issue('whole-message', 'The message came whole and not as a stream; it was taken as it is.')

/** A type that is not known yet changes nothing of the message; what it says is kept beside it, under its name. */
const keepUnknown = (cursor: AnthropicCursor, event: never): Said => {
  const wire: Readonly<Record<string, unknown>> = event
  const type = textOf(wire['type'])
  if (type === '') {
    const { error } = wire
    return [cursor, [isRecord(error) ? { type: 'failure', error: toStreamError(wire, error) } : MALFORMED]]
  }
  return [cursor, [UNKNOWN, ...metadata({ [type]: restOf(wire, TYPE) ?? {} }, NO_FIELDS)]]
}

const TYPE: ReadonlySet<string> = new Set(['type'])
const NO_FIELDS: ReadonlySet<string> = new Set()

const UNKNOWN = issue('unknown-event', 'An event of a type that is not known came; it was kept as metadata.')
