import type { JsonObject } from '../../data'
import type { Signal } from '../../frames'
import { emptyList, emptyTable } from '../../persistent'
import { withBlock as addBlock, type BlockCursor } from '../shared/blocks'
import { emptyToolCalls } from '../shared/tool-calls'

/** What the translator of the Messages API must remember between events. It never holds the text so far. */
export interface AnthropicCursor extends BlockCursor<Block> {
  /** A `message_start` was read. */
  readonly started: boolean
  /** How many blocks have not been stopped. */
  readonly open: number
  /** How many blocks are of models that declined: those before the last `fallback`. The calls among them have ended. */
  readonly declined: number
  readonly usage: JsonObject
  /** The last stop reason, '' while there is none. */
  readonly finish: string
}

export type Block = { readonly index: number | null; readonly open: boolean } & (
  | { readonly kind: 'text'; readonly part: number }
  /** The signature is told when the block stops, as it vouches for all of it. */
  | { readonly kind: 'thinking'; readonly part: number; readonly signature: string }
  /** A call that the client runs. Its place among the calls is known, which number their own parts. */
  | ({ readonly kind: 'call'; readonly call: number } & Input)
  /** A call that the provider runs. */
  | ({ readonly kind: 'server-call'; readonly part: number } & Input)
  /** A block of any other kind, as it stands. It becomes a part when it stops or another block starts; `told` is that part, -1 until then. */
  | { readonly kind: 'whole'; readonly raw: JsonObject; readonly told: number }
)

interface Input {
  /** The input that stood in the start, as text; it counts if no fragment comes. */
  readonly input: string
  /** Some fragment that is not blank has come. */
  readonly begun: boolean
}

export type BlockOf<K extends Block['kind']> = Extract<Block, { readonly kind: K }>

/** The cursor after a reading, and what was read. */
export type Said = readonly [AnthropicCursor, readonly Signal[]]

export const initialCursor = (): AnthropicCursor => ({
  started: false,
  parts: 0,
  blocks: emptyList,
  byIndex: emptyTable,
  open: 0,
  declined: 0,
  calls: emptyToolCalls,
  usage: {},
  finish: '',
})

/** The cursor with one more block, which is open. */
export const withBlock = (cursor: AnthropicCursor, block: Block): AnthropicCursor =>
  addBlock({ ...cursor, open: cursor.open + 1 }, block)
