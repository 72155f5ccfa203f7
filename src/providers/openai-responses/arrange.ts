import { append, emptyList, type List, toArray } from '../../persistent'
import { issue, NOTHING } from '../shared/signals'
import type { Item, ResponsesCursor } from './cursor'
import type { Said } from './items'

/** A part, and the output index of its item. What a tool gave back may come whenever it is ready. */
interface Place {
  readonly part: number
  readonly index: number
  readonly isResult: boolean
}

/**
 * Items are said in the order in which they come, and belong in the order of their output indexes. Where these differ, the parts from the first
 * misplaced one on are said anew. Nothing is moved where an item has no index.
 */
export const arrange = (cursor: ResponsesCursor): Said => {
  const places = placesOf(cursor.items)
  if (isInOrder(places)) return [cursor, NOTHING]
  const sorted = places.toSorted((one, other) => one.index - other.index)
  const from = sorted.findIndex((place, nth) => place !== places[nth])
  const part = places[from]?.part ?? 0
  const order = sorted.slice(from).map((place) => place.part)
  const moved = new Map(order.map((old, nth) => [old, part + nth]))
  return [
    movedBy(cursor, (old) => moved.get(old) ?? old),
    [
      issue('output-order', 'Items came in another order than their indexes; they were put in order.'),
      { type: 'arrange', part, order },
    ],
  ]
}

const placesOf = (items: List<Item>): readonly Place[] =>
  toArray(items)
    .flatMap(({ index, part, pieces, result }): readonly Place[] => [
      { part, index, isResult: false },
      ...toArray(pieces).map((piece) => ({ part: piece.part, index, isResult: false })),
      { part: result, index, isResult: true },
    ])
    .filter(({ part }) => part >= 0)
    .sort((one, other) => one.part - other.part)

const isInOrder = (places: readonly Place[]): boolean => {
  let highest = 0
  for (const { index, isResult } of places) {
    if (index < 0) return true
    if (index < highest && !isResult) return false
    highest = Math.max(highest, index)
  }
  return true
}

const movedBy = (cursor: ResponsesCursor, move: (part: number) => number): ResponsesCursor => ({
  ...cursor,
  items: mapList(cursor.items, (item) => ({
    ...item,
    part: move(item.part),
    result: move(item.result),
    pieces: mapList(item.pieces, (piece) => ({ ...piece, part: move(piece.part) })),
  })),
  calls: {
    ...cursor.calls,
    calls: mapList(cursor.calls.calls, (call) => ({ ...call, part: move(call.part) })),
  },
  open: null,
})

const mapList = <T>(list: List<T>, change: (item: T) => T): List<T> =>
  append(emptyList, toArray(list).map(change))
