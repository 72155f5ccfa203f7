import { type Json, type JsonObject, mergeJson, toJson } from '../../data'
import type { ContentPart, Signal } from '../../frames'
import { at, get, push, put, set, toArray } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import type { Item, Piece, ResponsesCursor } from './cursor'
import { extraOf, heldExtraOf, recordsIn, type Said, withItem } from './items'

// The pieces of a message's content: texts, refusals, and others, which are kept whole.

export const pieceType = (piece: Fields): Piece['type'] => {
  switch (piece['type']) {
    case 'output_text':
    case 'text':
      return 'text'
    case 'refusal':
      return 'refusal'
    default:
      return 'unknown'
  }
}

const placeOf = (item: Item | undefined, type: Piece['type'], index: number): number | undefined =>
  item === undefined ? undefined : get(item.places, `${type} ${index}`)

/** The item with a piece more, of which nothing has come. */
const withPiece = (item: Item, type: Piece['type'], index: number): Item => {
  const nth = item.pieces.size
  return {
    ...item,
    pieces: push(item.pieces, { type, part: -1 }),
    places: put(put(item.places, `${type} ${index}`, nth), type, nth),
  }
}

/** Makes a piece known, so that its content index counts. */
export const announcePiece = (
  cursor: ResponsesCursor,
  position: number,
  type: Piece['type'],
  index: number,
): Said => {
  const item = at(cursor.items, position)
  if (item === undefined || placeOf(item, type, index) !== undefined) return [cursor, NOTHING]
  return [withItem(cursor, position, withPiece(item, type, index)), NOTHING]
}

/**
 * The piece that something belongs to, as a part of its own. An index is but a key: one that was not announced goes on with the last piece of
 * the same type.
 */
export const openPiece = (
  cursor: ResponsesCursor,
  position: number,
  type: 'text' | 'refusal',
  index: number,
): Opened => {
  const item = at(cursor.items, position)
  const exact = placeOf(item, type, index)
  const nth = exact ?? (item === undefined ? undefined : get(item.places, type))
  const isOdd = exact === undefined && nth !== undefined && index >= 0
  return openAt(cursor, position, nth ?? item?.pieces.size ?? 0, type, index, isOdd ? [INDEX_ODD] : NOTHING)
}

const INDEX_ODD: Signal = issue(
  'content-index-unannounced',
  'A content index came that was not announced; the open piece goes on.',
)

/** The number of its part, and what there was to say for it. */
type Opened = readonly [cursor: ResponsesCursor, part: number, said: readonly Signal[]]

/** A new piece ends the open one: text that comes later to that one is left to its whole value, as text only ever grows at its end. */
const openAt = (
  cursor: ResponsesCursor,
  position: number,
  nth: number,
  type: Piece['type'],
  index: number,
  oddities: readonly Signal[] = NOTHING,
): Opened => {
  const known = at(cursor.items, position)
  if (known === undefined) return [cursor, -1, NOTHING]
  const item = nth < known.pieces.size ? known : withPiece(known, type, index)
  const held = at(item.pieces, nth) ?? { type, part: -1 }
  if (held.part >= 0) return [cursor, held.part, oddities]
  const { parts: part } = cursor
  const said = [...oddities]
  if (cursor.piece >= 0) said.push({ type: 'part-end', part: cursor.piece })
  const extra = heldExtraOf(item)
  if (extra !== null && held.type !== 'unknown') said.push({ type: 'text-mark', part, of: held.type, extra })
  const next = { ...cursor, parts: part + 1, piece: held.type === 'unknown' ? -1 : part }
  return [
    withItem(next, position, { ...item, pieces: set(item.pieces, nth, { type: held.type, part }) }),
    part,
    said,
  ]
}

/** A piece as its end shows it; undefined when that says nothing: what is empty takes nothing back. */
export const toPiece = (wire: Fields, ofItem: JsonObject | null = null): ContentPart | undefined => {
  const type = pieceType(wire)
  if (type === 'unknown') return { type, raw: toJson(wire) }
  const text = textOf(wire[type])
  const citations = type === 'text' ? annotationsOf(wire) : []
  if (text === '' && citations.length === 0) return undefined
  const own = restOf(wire, READ_FIELDS)
  const extra = own === null ? ofItem : mergeJson(ofItem ?? {}, own)
  return { type, text, ...(citations.length > 0 && { citations }), ...(extra !== null && { extra }) }
}

const READ_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'refusal', 'annotations', 'logprobs'])

const annotationsOf = ({ annotations }: Fields): readonly Json[] =>
  Array.isArray(annotations) ? annotations.map((one) => toJson(one)) : []

/** Token probabilities come with the deltas, and once more with the whole text; they are told once. */
export const readLogprobs = (
  cursor: ResponsesCursor,
  position: number,
  list: unknown,
  isDelta: boolean,
): Said => {
  const item = at(cursor.items, position)
  if (item === undefined || !Array.isArray(list) || list.length === 0 || (item.scored && !isDelta))
    return [cursor, NOTHING]
  return [
    item.scored ? cursor : withItem(cursor, position, { ...item, scored: true }),
    [{ type: 'logprobs', content: list.map((token) => toJson(token)), refusal: [], reasoning: [] }],
  ]
}

/** The message as its end shows it, piece for piece. One without content takes nothing back; one that lacks a piece does. */
export const settleMessage = (cursor: ResponsesCursor, position: number, wire: Fields): Said => {
  const extra = extraOf(wire)
  const finals = recordsIn(wire['content'])
  const [settled, said] = mapAccum(cursor, finals, (current, final, nth) =>
    settlePiece(current, position, final, nth, extra),
  )
  const item = at(settled.items, position)
  if (item === undefined || item.pieces.size <= finals.length) return [settled, said]
  const rest = toArray(item.pieces).slice(finals.length)
  if (finals.length === 0) return mapAccum(settled, rest, (current, piece) => endPiece(current, piece, extra))
  const [left, taken] = mapAccum(settled, rest, (current, piece, nth) =>
    takeBack(current, position, piece, finals.length + nth),
  )
  return [left, [...said, ...taken]]
}

const takeBack = (cursor: ResponsesCursor, position: number, { type, part }: Piece, nth: number): Said => {
  const item = at(cursor.items, position)
  if (item === undefined || part < 0) return [cursor, NOTHING]
  const pieces = set(item.pieces, nth, { type, part: -1 })
  const open = part === cursor.piece ? { ...cursor, piece: -1 } : cursor
  return [withItem(open, position, { ...item, pieces }), [superfluous(part), { type: 'reset', part }]]
}

const settlePiece = (
  cursor: ResponsesCursor,
  position: number,
  final: Fields,
  nth: number,
  extra: JsonObject | null,
): Said => {
  const content = toPiece(final, extra)
  const item = at(cursor.items, position)
  if (content === undefined) {
    const held = item === undefined ? undefined : at(item.pieces, nth)
    return held === undefined
      ? announcePiece(cursor, position, pieceType(final), nth)
      : endPiece(cursor, held, extra)
  }
  const [opened, part, marks] = openAt(cursor, position, nth, pieceType(final), nth)
  const [scored, logprobs] = readLogprobs(opened, position, final['logprobs'], false)
  const ended = scored.piece === part ? { ...scored, piece: -1 } : scored
  return [ended, [...marks, ...logprobs, { type: 'part-end', part, content }]]
}

/** The end of a piece whose whole is not repeated. */
const endPiece = (cursor: ResponsesCursor, { type, part }: Piece, extra: JsonObject | null): Said => {
  if (part < 0 || part !== cursor.piece) return [cursor, NOTHING]
  const mark: readonly Signal[] =
    extra === null || type === 'unknown' ? NOTHING : [{ type: 'text-mark', part, of: type, extra }]
  return [{ ...cursor, piece: -1 }, [...mark, { type: 'part-end', part }]]
}

const superfluous = (part: number): Signal =>
  issue('final-value-differs', 'A piece came that is not in the whole message; it was taken back.', { part })
