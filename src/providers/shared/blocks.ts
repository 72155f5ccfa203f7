import type { Continuation, PartEnd, Signal } from '../../frames'
import { at, get, type List, push, put, set, type Table } from '../../persistent'
import { mapAccum } from './signals'
import { finishToolCalls, readToolCall, type ToolCallDelta, type ToolCalls } from './tool-calls'

/** What translators of dialects whose messages are made of numbered blocks remember. */
export interface BlockCursor<B> {
  /** How many parts there are: the number of the next one. */
  readonly parts: number
  /** Every block, in order of first appearance. */
  readonly blocks: List<B>
  /** The block that a wire index means now, where that is not its place; a reused index means the newest. */
  readonly byIndex: Table
  readonly calls: ToolCalls
}

interface Indexed {
  /** Null where the wire has none that can be used. */
  readonly index: number | null
}

/** The place of the block with a wire index, or -1. Servers count from 0, so that the index is the place. */
export const placeOf = <B extends Indexed>(
  { blocks, byIndex }: BlockCursor<B>,
  index: number | null,
): number =>
  (byIndex === null ? undefined : get(byIndex, String(index))) ??
  (index !== null && at(blocks, index)?.index === index ? index : -1)

/** The cursor with one more block. */
export const withBlock = <B extends Indexed, C>(cursor: C & BlockCursor<B>, block: NoInfer<B>): C => {
  const after = { ...cursor, blocks: push(cursor.blocks, block) }
  const place = cursor.blocks.size
  return placeOf(after, block.index) === place
    ? after
    : { ...after, byIndex: put(cursor.byIndex, String(block.index), place) }
}

export const changeBlock = <B, C>(cursor: C & BlockCursor<B>, place: number, block: NoInfer<B>): C => ({
  ...cursor,
  blocks: set(cursor.blocks, place, block),
})

/** More of a call that the client runs. Each block is a call of its own, so that its place among the calls stands for the index. */
export const sayCall = <C extends BlockCursor<unknown>>(
  cursor: C,
  call: Omit<ToolCallDelta, 'kind'>,
): readonly [C, readonly Signal[]] => {
  const context = { choice: 0, nextPart: cursor.parts, cumulative: false }
  const { calls, opened, signals } = readToolCall(cursor.calls, { ...call, kind: 'function' }, context)
  return [{ ...cursor, calls, parts: cursor.parts + (opened ? 1 : 0) }, signals]
}

/** The fragment that goes on with a part of the message, where there is any text. */
export const fragmentOf = (
  type: Continuation['type'],
  part: number,
  text: unknown,
): Continuation | undefined =>
  typeof text === 'string' && text !== '' ? { type, part, choice: 0, text } : undefined

/** What is left to say at the end of the stream: blocks that were never stopped, and the calls; the ends in order of their parts. */
export const finishBlocks = <C extends BlockCursor<unknown>>(
  cursor: C,
  stopBlock: (cursor: C, place: number) => readonly [C, readonly Signal[]],
): readonly Signal[] => {
  const places = Array.from({ length: cursor.blocks.size }, (_, place) => place)
  const [{ calls, parts }, last] = mapAccum(cursor, places, stopBlock)
  const [, late] = finishToolCalls(calls, { choice: 0, nextPart: parts })
  const said = [...last, ...late]
  const ends = new Set<number>()
  for (let place = 0; place < calls.calls.size; place++) ends.add(at(calls.calls, place)?.part ?? -1)
  for (const signal of said) {
    if (signal.type === 'tool-call-delta' || isBareEnd(signal)) ends.add(signal.part)
  }
  ends.delete(-1) // calls that became parts only now
  return [
    ...said.filter((signal) => !isBareEnd(signal)),
    ...[...ends].sort((a, b) => a - b).map((part): Signal => ({ type: 'part-end', part })),
  ]
}

/** An end with content settles a part that has ended already. */
const isBareEnd = (signal: Signal): signal is PartEnd =>
  signal.type === 'part-end' && signal.content === undefined
