import { toJsonObject } from '../../data'
import type { Signal } from '../../frames'
import { at, toArray } from '../../persistent'
import type { Fields } from '../shared/fields'
import { mapAccum, NOTHING } from '../shared/signals'
import { announceCall, isCustom, settleArguments } from './calls'
import type { Item, ResponsesCursor } from './cursor'
import { callIdOf, hostedName, toHostedCall, toHostedResult, toWhole } from './hosted'
import { type Said, withItem, withPart } from './items'
import { settleMessage } from './pieces'
import { announceReasoning, settleReasoning } from './reasoning'

/** Says what the announcement of an item tells. Messages have nothing to tell before their pieces, and what comes whole comes later. */
export const announce = (cursor: ResponsesCursor, position: number, wire: Fields): Said => {
  const item = at(cursor.items, position)
  switch (item?.kind) {
    case 'tool-call':
      return announceCall(cursor, position, wire)
    case 'reasoning':
      return announceReasoning(cursor, position)
    case 'server-tool-call':
      return announceHosted(cursor, position, item, wire)
    default:
      return [cursor, NOTHING]
  }
}

const announceHosted = (cursor: ResponsesCursor, position: number, item: Item, wire: Fields): Said => {
  if (item.part >= 0) return [cursor, NOTHING]
  const raw = toJsonObject(wire)
  const said: Signal = {
    type: 'server-tool-call-delta',
    part: cursor.parts,
    id: callIdOf(raw),
    name: hostedName(raw),
    input: '',
    raw,
  }
  return [withPart(cursor, position, item), [said]]
}

/** Says what an item's end shows of it. An item that has ended before is only set right where its text differs. */
export const settle = (cursor: ResponsesCursor, position: number, wire: Fields): Said => {
  const isCall = at(cursor.items, position)?.kind === 'tool-call'
  const [announced, marks] = isCall ? [cursor, NOTHING] : announce(cursor, position, wire)
  const item = at(announced.items, position)
  if (item === undefined) return [cursor, NOTHING]
  const [settled, said] = settleItem(announced, position, item, wire)
  const after = at(settled.items, position) ?? item
  return [
    after.raw === null ? settled : withItem(settled, position, { ...after, raw: null }),
    marks.length === 0 ? said : [...marks, ...said],
  ]
}

const settleItem = (cursor: ResponsesCursor, position: number, item: Item, wire: Fields): Said => {
  switch (item.kind) {
    case 'message':
      return settleMessage(cursor, position, wire)
    case 'reasoning':
      return settleReasoning(cursor, item, wire)
    case 'tool-call':
      return settleArguments(cursor, position, wire[isCustom(wire) ? 'input' : 'arguments'], wire)
    case 'server-tool-call':
      return item.raw === null ? [cursor, NOTHING] : settleHosted(cursor, position, item, wire)
    case 'whole':
      return item.raw === null ? [cursor, NOTHING] : sayWhole(cursor, position, item, wire)
  }
}

const settleHosted = (cursor: ResponsesCursor, position: number, item: Item, wire: Fields): Said => {
  const raw = toJsonObject(wire)
  const call: Signal = { type: 'part-end', part: item.part, content: toHostedCall(raw) }
  const result = toHostedResult(raw)
  if (result === undefined) return [cursor, [call]]
  const { parts: part } = cursor
  return [
    withItem({ ...cursor, parts: part + 1 }, position, { ...item, result: part }),
    [call, { type: 'part', part, content: result }],
  ]
}

const sayWhole = (cursor: ResponsesCursor, position: number, item: Item, wire: Fields): Said => [
  withPart(cursor, position, item),
  [{ type: 'part', part: cursor.parts, content: toWhole(toJsonObject(wire)) }],
]

/** Ends the items whose end never came, calls apart. What was announced of one stands in where nothing else of it came. */
export const settleRest = (cursor: ResponsesCursor): Said => {
  const positions = Array.from({ length: cursor.items.size }, (_, position) => position)
  const [settled, said] = mapAccum(cursor, positions, settleOpen)
  if (settled.piece < 0) return [settled, said]
  return [{ ...settled, piece: -1 }, [...said, { type: 'part-end', part: settled.piece }]] // of a message that had ended
}

const settleOpen = (cursor: ResponsesCursor, position: number): Said => {
  const item = at(cursor.items, position)
  if (item === undefined || item.raw === null) return [cursor, NOTHING]
  if (item.kind === 'server-tool-call' && item.part >= 0)
    return [withItem(cursor, position, { ...item, raw: null }), [{ type: 'part-end', part: item.part }]]
  return settle(cursor, position, isSilent(cursor, item) ? { ...item.raw, status: null } : {})
}

const isSilent = ({ calls }: ResponsesCursor, item: Item): boolean => {
  switch (item.kind) {
    case 'message':
      return toArray(item.pieces).every(({ part }) => part < 0)
    case 'reasoning':
      return item.section === ''
    case 'tool-call':
      return at(calls.calls, item.call)?.begun !== true
    default:
      return true
  }
}
