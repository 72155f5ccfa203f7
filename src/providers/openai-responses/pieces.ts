import type { ContentPart, Signal } from '../../frames'
import { type Json, type JsonObject, mergeJson, toJson } from '../../json'
import { at } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import type { Piece, ResponsesCursor } from './cursor'
import { extraOf, type Fields, recordsIn, type Said, textOf, withItem } from './items'

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

/** Makes a piece known, so that its content index counts. */
export const announcePiece = (
  cursor: ResponsesCursor,
  position: number,
  type: Piece['type'],
  index: number,
): Said => {
  const item = at(cursor.items, position)
  if (item === undefined || item.pieces.some((piece) => piece.index === index && piece.type === type))
    return [cursor, NOTHING]
  return [
    withItem(cursor, position, { ...item, pieces: [...item.pieces, { type, index, part: -1 }] }),
    NOTHING,
  ]
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
): readonly [ResponsesCursor, number, readonly Signal[]] => {
  const item = at(cursor.items, position)
  const pieces = item?.pieces ?? []
  const exact = pieces.findIndex((piece) => piece.index === index && piece.type === type)
  const found = exact >= 0 ? exact : pieces.findLastIndex((piece) => piece.type === type)
  const oddities = exact < 0 && found >= 0 && index >= 0 ? [INDEX_ODD] : NOTHING
  return openAt(cursor, position, found < 0 ? pieces.length : found, type, index, oddities)
}

const INDEX_ODD: Signal = issue(
  'content-index-unannounced',
  'A content index came that was not announced; the open piece goes on.',
)

/** A new piece ends the open one: text that comes later to that one is left to its whole value, as text only ever grows at its end. */
const openAt = (
  cursor: ResponsesCursor,
  position: number,
  nth: number,
  type: Piece['type'],
  index: number,
  oddities: readonly Signal[] = NOTHING,
): readonly [ResponsesCursor, number, readonly Signal[]] => {
  const item = at(cursor.items, position)
  const held = item?.pieces[nth]
  if (item === undefined) return [cursor, -1, NOTHING]
  if (held !== undefined && held.part >= 0) return [cursor, held.part, oddities]
  const { parts: part } = cursor
  const piece: Piece = { type: held?.type ?? type, index: held?.index ?? index, part }
  const pieces = held === undefined ? [...item.pieces, piece] : item.pieces.with(nth, piece)
  const said = [...oddities]
  if (cursor.piece >= 0) said.push({ type: 'part-end', part: cursor.piece })
  const extra = extraOf(item.raw ?? {}, false)
  if (extra !== null && piece.type !== 'unknown')
    said.push({ type: 'text-mark', part, of: piece.type, extra })
  const next = { ...cursor, parts: part + 1, piece: piece.type === 'unknown' ? -1 : part }
  return [withItem(next, position, { ...item, pieces }), part, said]
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
  const rest = (item?.pieces ?? []).slice(finals.length).filter(({ part }) => part >= 0)
  if (item === undefined || rest.length === 0) return [settled, said]
  if (finals.length === 0) return mapAccum(settled, rest, (current, piece) => endPiece(current, piece, extra))
  return [
    withItem({ ...settled, piece: -1 }, position, { ...item, pieces: item.pieces.slice(0, finals.length) }),
    [...said, ...rest.flatMap(({ part }): readonly Signal[] => [superfluous(part), { type: 'reset', part }])],
  ]
}

const settlePiece = (
  cursor: ResponsesCursor,
  position: number,
  final: Fields,
  nth: number,
  extra: JsonObject | null,
): Said => {
  const content = toPiece(final, extra)
  const held = at(cursor.items, position)?.pieces[nth]
  if (content === undefined) return held === undefined ? [cursor, NOTHING] : endPiece(cursor, held, extra)
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
