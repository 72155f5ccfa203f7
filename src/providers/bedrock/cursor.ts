import type { Signal } from '../../frames'
import type { Json, JsonObject } from '../../json'
import { at, emptyList, emptyTable, get, type List, push, put, set, type Table } from '../../persistent'
import type { ProviderOptions } from '../provider'
import { emptyToolCalls, type ToolCalls } from '../shared/tool-calls'

/** What the translator of ConverseStream must remember between events. It never holds the text so far. */
export interface BedrockCursor {
  readonly options: ProviderOptions
  /** How many parts there are: the number of the next one. */
  readonly parts: number
  /** Every block, in order of first appearance. */
  readonly blocks: List<Block>
  /** The block that a `contentBlockIndex` means now, where that is not its place. */
  readonly byIndex: Table
  readonly calls: ToolCalls
  readonly usage: JsonObject
  /** The last stop reason, '' while there is none. */
  readonly finish: string
  /** Text blocks that follow each other are one text: Nova's own events stop a block after each fragment. */
  readonly joinsText: boolean
  /** The text that was stopped and goes on if nothing but text comes, or -1. */
  readonly held: number
}

export type Block = { readonly index: number | null; readonly open: boolean } & BlockKind

type BlockKind =
  | { readonly kind: 'text'; readonly part: number }
  | {
      readonly kind: 'reasoning'
      readonly part: number
      /** Of redacted content: the last bytes, in base64, that do not fill a group of three. */
      readonly rest: string
    }
  /** `call` is its place among the calls, which number their own parts. */
  | { readonly kind: 'call'; readonly call: number }
  | { readonly kind: 'server-call'; readonly part: number }
  | WholeBlock

/** A block that has no deltas in our words, and becomes a part when it stops. */
export interface WholeBlock {
  readonly kind: 'tool-result' | 'image' | 'unknown'
  readonly start: JsonObject
  readonly deltas: List<Json>
}

/** The cursor after a reading, and what was read. */
export type Said = readonly [BedrockCursor, readonly Signal[]]

export const initialCursor = (options: ProviderOptions): BedrockCursor => ({
  options,
  parts: 0,
  blocks: emptyList,
  byIndex: emptyTable,
  calls: emptyToolCalls,
  usage: {},
  finish: '',
  joinsText: false,
  held: -1,
})

/** The place of the block that an index means now. */
export const placeOf = ({ blocks, byIndex }: BedrockCursor, index: number | null): number =>
  get(byIndex, String(index)) ?? (index !== null && at(blocks, index)?.index === index ? index : -1)

/** The cursor with one more block. */
export const withBlock = (cursor: BedrockCursor, block: Block): BedrockCursor => {
  const place = cursor.blocks.size
  const blocks = push(cursor.blocks, block)
  const isElsewhere = placeOf({ ...cursor, blocks }, block.index) !== place
  return {
    ...cursor,
    blocks,
    byIndex: isElsewhere ? put(cursor.byIndex, String(block.index), place) : cursor.byIndex,
  }
}

export const changeBlock = (cursor: BedrockCursor, place: number, block: Block): BedrockCursor => ({
  ...cursor,
  blocks: set(cursor.blocks, place, block),
})
