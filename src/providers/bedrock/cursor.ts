import type { Json, JsonObject } from '../../data'
import type { Signal } from '../../frames'
import { emptyList, emptyTable, type List } from '../../persistent'
import type { BlockCursor } from '../shared/blocks'
import { emptyToolCalls } from '../shared/tool-calls'

/** What the translator of ConverseStream must remember between events. It never holds the text so far. */
export interface BedrockCursor extends BlockCursor<Block> {
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

/** A block that has no deltas in our words, and becomes a part when it stops or another block opens. */
export interface WholeBlock {
  readonly kind: 'tool-result' | 'image' | 'unknown'
  /** The part it is, or -1 while it is none. */
  readonly told: number
  readonly start: JsonObject
  readonly deltas: List<Json>
}

/** The cursor after a reading, and what was read. */
export type Said = readonly [BedrockCursor, readonly Signal[]]

export const initialCursor = (): BedrockCursor => ({
  parts: 0,
  blocks: emptyList,
  byIndex: emptyTable,
  calls: emptyToolCalls,
  usage: {},
  finish: '',
  joinsText: false,
  held: -1,
})
