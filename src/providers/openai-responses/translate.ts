import { isRecord, toJson, toJsonObject } from '../../data'
import { at, get } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { issue, NO_OBJECT, NOTHING, readAll } from '../shared/signals'
import type { ResponsesCursor } from './cursor'
import type { ResponsesEvent, ResponsesStreamEvent } from './events'
import { readAnnotation, readFragment } from './fragment'
import { addItem, findItem, indexOf, kindOf, type Said } from './items'
import { type Reading, readEnd, readIdentity, readMetadata, readUsage } from './response'
import { announce, settle } from './settle'

/** Reads a wire event from top to bottom: what it says of the response, of its items, and of the end. */
export const translate = (cursor: ResponsesCursor, event: ResponsesStreamEvent): Said => {
  if (event === '[DONE]') return [cursor, [{ type: 'done' }]]
  if (!isRecord(event)) return [cursor, [NO_OBJECT]]
  return readAll(cursor, event, READERS)
}

const readOutput = (cursor: ResponsesCursor, event: ResponsesEvent): Reading => {
  const type = textOf(event.type)
  const dot = type.lastIndexOf('.')
  const name = type.slice('response.'.length, dot)
  const step = type.slice(dot + 1)
  if (name === 'output_item') return readItem(cursor, event, step)
  if (name === 'output_text.annotation') {
    const citation = toJson(event.annotation)
    return readAnnotation(cursor, event, (part) => ({ type: 'citation', part, citation }))
  }
  const said = type.startsWith('response.') ? readFragment(cursor, event, name, step) : null
  if (said !== null || PROGRESS.test(type) || event.type === 'error' || event.error !== undefined) return said
  const metadata = { [type || 'untyped']: toJsonObject(event) }
  return [cursor, [UNKNOWN, { type: 'metadata', scope: 'response', metadata }]]
}

const UNKNOWN = issue('unknown-event', 'An event of an unknown type came; it was kept as metadata.')

/** Events that tell how far the response or a tool has come; and the pictures of one that is not done. */
const PROGRESS =
  /^(?:keepalive|ping|response\.(?:\w+\.)?(?:created|queued|in_progress|searching|interpreting|generating|partial_image|completed|incomplete|failed|cancelled|done|shell_call_output_content\.\w+))$/

const readItem = (cursor: ResponsesCursor, event: ResponsesEvent, step: string): Reading => {
  const { item } = event
  if (!isRecord(item)) return [cursor, [issue('malformed-event', 'An `item` is no object; it was left out.')]]
  return step === 'done' ? readItemDone(cursor, event, item) : readItemAdded(cursor, event, item)
}

/** Items may share an output index, where servers do not count, and even an id; one that comes again has both, or has not ended. */
const readItemAdded = (cursor: ResponsesCursor, event: ResponsesEvent, wire: Fields): Said => {
  const id = textOf(wire['id'])
  const kind = kindOf(wire)
  const index = indexOf(event.output_index)
  const known = id === '' ? undefined : get(cursor.byId, id)
  const held = known === undefined ? undefined : at(cursor.items, known)
  if (known !== undefined && held?.kind === kind && (held.raw !== null || held.index === index))
    return announce(cursor, known, wire)
  const [added, position] = addItem(cursor, kind, id, index, wire)
  return announce(added, position, wire)
}

const readItemDone = (cursor: ResponsesCursor, event: ResponsesEvent, wire: Fields): Said => {
  const id = textOf(wire['id'])
  const index = indexOf(event.output_index)
  const kind = kindOf(wire)
  const found = findItem(cursor, id, index, (other) => other === kind)
  const [held, position] =
    found === undefined ? addItem(cursor, kind, id, index, wire) : ([cursor, found.position] as const)
  const [settled, said] = settle(held, position, wire)
  return [settled, [...(found?.oddities ?? NOTHING), ...said]]
}

const READERS = [readIdentity, readMetadata, readUsage, readOutput, readEnd]
