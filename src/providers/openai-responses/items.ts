import { isRecord, type JsonObject, toJsonObject } from '../../data'
import type { Signal } from '../../frames'
import { at, emptyList, emptyTable, get, push, put, set } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue } from '../shared/signals'
import type { Item, ItemKind, ResponsesCursor } from './cursor'
import type { ResponsesEvent } from './events'
import { isHosted } from './hosted'

/** The cursor after a reading, and what was read. */
export type Said = readonly [ResponsesCursor, readonly Signal[]]

/** -1 for anything but an index. */
export const indexOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value + 0 : -1 // + 0: JSON text has no -0

export const kindOf = (item: Fields): ItemKind => {
  switch (item['type']) {
    case 'message':
    case 'reasoning':
      return item['type']
    case 'function_call':
    case 'custom_tool_call':
      return 'tool-call'
    default:
      return isHosted(item) ? 'server-tool-call' : 'whole'
  }
}

/**
 * An item's fields that are not read anywhere else, for sending it back: its id, the phase of a message; its status when it has ended, as what
 * it is before is nothing to send.
 */
export const extraOf = (item: Fields, isEnded = true): JsonObject | null =>
  restOf(item, isEnded ? READ_FIELDS : READ_AT_FIRST)

/** {@link extraOf} of an item that is held and open: JSON of our own, which is shared and not copied once more. */
export const heldExtraOf = ({ raw }: Item): JsonObject | null => {
  const fields = Object.entries(raw ?? {}).filter(([key, value]) => value !== null && !READ_AT_FIRST.has(key))
  return fields.length === 0 ? null : Object.fromEntries(fields)
}

const READ_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'role',
  'content',
  'summary',
  'encrypted_content',
  'call_id',
  'name',
  'arguments',
  'input',
])

const READ_AT_FIRST: ReadonlySet<string> = new Set([...READ_FIELDS, 'status'])

export const withItem = (cursor: ResponsesCursor, position: number, item: Item): ResponsesCursor => {
  const items = set(cursor.items, position, item)
  return items === cursor.items ? cursor : { ...cursor, items, open: null }
}

/** The item with its part given out. */
export const withPart = (cursor: ResponsesCursor, position: number, item: Item): ResponsesCursor =>
  withItem({ ...cursor, parts: cursor.parts + 1 }, position, { ...item, part: cursor.parts })

/** Takes an item in. Nothing of it is said yet. */
export const addItem = (
  cursor: ResponsesCursor,
  kind: ItemKind,
  id: string,
  index: number,
  raw: Fields,
): readonly [ResponsesCursor, number] => {
  const position = cursor.items.size
  const item: Item = {
    kind,
    id,
    index,
    part: -1,
    pieces: emptyList,
    places: emptyTable,
    result: -1,
    section: '',
    summaries: 0,
    contents: 0,
    call: -1,
    scored: false,
    raw: toJsonObject(raw),
  }
  const added = {
    ...cursor,
    items: push(cursor.items, item),
    byId: id === '' ? cursor.byId : put(cursor.byId, id, position),
    byIndex: index < 0 ? cursor.byIndex : put(cursor.byIndex, String(index), position),
    open: null,
  }
  return [added, position]
}

interface Found {
  readonly position: number
  readonly oddities: readonly Signal[]
}

/**
 * The item that an event belongs to: the one with its id; else the one with its output index; without an index, the last one. An item that has
 * ended is not taken for one with another id.
 */
export const findItem = (
  cursor: ResponsesCursor,
  id: string,
  index: number,
  fits: (kind: ItemKind) => boolean,
): Found | undefined => {
  const named = id === '' ? undefined : get(cursor.byId, id)
  if (named !== undefined && fits(at(cursor.items, named)?.kind ?? 'whole'))
    return { position: named, oddities: [] }
  const position = index < 0 ? cursor.items.size - 1 : get(cursor.byIndex, String(index))
  const item = position === undefined ? undefined : at(cursor.items, position)
  if (position === undefined || item === undefined || !fits(item.kind)) return undefined
  if (id === '' || item.id === '') return { position, oddities: [] }
  return item.raw === null ? undefined : { position, oddities: [ID_CHANGED] }
}

const ID_CHANGED: Signal = issue(
  'item-id-changed',
  'An event has another id than its item; it was matched by its place.',
)

/** {@link findItem}, with an item of its own for an event whose item was not announced. */
export const itemFor = (
  cursor: ResponsesCursor,
  event: ResponsesEvent,
  kind: ItemKind,
  wire: Fields,
): readonly [ResponsesCursor, number, readonly Signal[]] => {
  const id = textOf(event.item_id)
  const index = indexOf(event.output_index)
  const found = findItem(cursor, id, index, (other) => other === kind)
  if (found !== undefined) return [cursor, found.position, found.oddities]
  const [added, position] = addItem(cursor, kind, id, index, id === '' ? wire : { ...wire, id })
  return [added, position, [UNANNOUNCED]]
}

const UNANNOUNCED: Signal = issue(
  'item-unannounced',
  'Content of an item came that was not announced; it was taken.',
)

/** The entries of a list that are objects. */
export const recordsIn = (list: unknown): readonly Fields[] =>
  Array.isArray(list) ? list.filter(isRecord) : []
