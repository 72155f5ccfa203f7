import type { JsonObject } from '../../data'
import type { Continuation } from '../../frames'
import { emptyList, emptyTable, type List, type Table } from '../../persistent'
import { emptyToolCalls, type ToolCalls } from '../shared/tool-calls'

/** What the translator of the Responses API must remember between events. It never holds the text so far. */
export interface ResponsesCursor {
  /** '' while unknown; the first non-empty one stays. */
  readonly id: string
  readonly model: string
  /** How many parts there are: the number of the next one. */
  readonly parts: number
  /** In order of first appearance. */
  readonly items: List<Item>
  readonly byId: Table
  /** The newest item of an output index. */
  readonly byIndex: Table
  readonly calls: ToolCalls
  /** The part of the text or refusal that is open, or -1. */
  readonly piece: number
  /** The kind and address of the last delta, while another one like it goes on with the same part. */
  readonly open: Open | null
  readonly usage: JsonObject
  /** The last value of each of the response's other fields. */
  readonly metadata: JsonObject
  /** An error ended the stream: what follows says the same once more. */
  readonly failed: boolean
}

/** `whole`: what is said in one piece, when it ends. */
export type ItemKind = 'message' | 'reasoning' | 'tool-call' | 'server-tool-call' | 'whole'

/** One item of the response's output. */
export interface Item {
  readonly kind: ItemKind
  /** '' when it has none. */
  readonly id: string
  /** Its output index, or -1. */
  readonly index: number
  /** The part that it is, or -1: while there is none, and of a message, whose pieces are parts. */
  readonly part: number
  /** Of a message. */
  readonly pieces: List<Piece>
  /** The place of a piece by its type and index, and of the last one of a type. */
  readonly places: Table
  /** The part of what its tool gave back, or -1. */
  readonly result: number
  /** Of reasoning: the section that the last delta went to; '' before the first one. */
  readonly section: string
  /** Of reasoning: up to which index the sections of each list have come. */
  readonly summaries: number
  readonly contents: number
  /** Of a tool call: its place among the calls, or -1. */
  readonly call: number
  /** Its token probabilities were told. */
  readonly scored: boolean
  /** The item as it was when it was announced; null once it has come whole. */
  readonly raw: JsonObject | null
}

/** A piece of a message's content: a text, a refusal, or what comes whole. */
export interface Piece {
  readonly type: 'text' | 'refusal' | 'unknown'
  /** -1 while nothing of it has come. */
  readonly part: number
}

/** The wire's own words, null where they are not as described. */
export interface Open {
  readonly event: string
  readonly item: string | null
  readonly index: number | null
  readonly within: number | null
  readonly part: number
  readonly as: Continuation['type']
}

export const initialCursor = (): ResponsesCursor => ({
  id: '',
  model: '',
  parts: 0,
  items: emptyList,
  byId: emptyTable,
  byIndex: emptyTable,
  calls: emptyToolCalls,
  piece: -1,
  open: null,
  usage: {},
  metadata: {},
  failed: false,
})
