import type { Json, JsonObject } from '../data'
import type {
  CloseReason,
  ContentPart,
  CostInfo,
  FinishReason,
  Issue,
  Provider,
  ReasoningKind,
  StreamError,
  Usage,
} from '../frames'
import { emptyList, emptyTable, type List, type Table } from '../persistent'
import type { Cursors } from '../providers'

/**
 * All that is known of a response so far, as plain JSON. A fragment of text or arguments makes one new small object: it grows `tail`, and
 * everything else is shared with the state before (docs/decisions/state-shape.md has the figures).
 *
 * ```
 *   parts   [ reasoning │ text │ tool call ]    closed parts are final; the part under the pen lacks its newest text
 *                                    ▲ pen
 *   tail    'is","units":'                      that text: some thousand characters at most, then the part gets them
 * ```
 */
export interface CollectorState<P extends Provider = Provider> extends Draft {
  readonly provider: P
  readonly cursor: Cursors[P]
}

/** The response as it is being written, whatever its provider. */
export interface Draft {
  /** Everything that changes rarely. */
  readonly head: Head
  readonly parts: List<Slot>
  /** The part whose newest text is in `tail`, or -1. */
  readonly pen: number
  readonly tail: string
}

export interface Head {
  readonly provider: Provider
  readonly phase: Phase
  /** Some event was read. */
  readonly started: boolean
  /** How many choices were asked for; 0 when the caller did not say. */
  readonly choices: number
  readonly id: string
  readonly model: string
  readonly usage: Usage | null
  readonly cost: CostInfo | null
  /** One entry a choice, in order of first appearance. */
  readonly lanes: readonly LaneHead[]
  readonly metadata: JsonObject
  readonly issues: List<Issue>
  /** Which issue stands for a code at a place. */
  readonly noted: Table
}

/** Whether more may come. A stream that failed still holds all that came before. */
export type Phase =
  | { readonly type: 'open' }
  | { readonly type: 'closed'; readonly reason: CloseReason }
  | { readonly type: 'failed'; readonly error: StreamError }

/** What is known of one choice beside its parts. */
export interface LaneHead {
  readonly choice: number
  readonly finish: FinishReason | null
  readonly metadata: JsonObject
  /** Fields of the message that are no content but go back with it. */
  readonly extra: JsonObject
  readonly logprobs: {
    readonly content: List<Json>
    readonly refusal: List<Json>
    readonly reasoning: List<Json>
  } | null
}

/** A part's place. `void`: what was there was taken back; a delta may start it again. */
export interface Slot {
  readonly choice: number
  readonly state: 'open' | 'closed' | 'void'
  readonly content: ContentPart
  /** Of an open reasoning part: which of its lists the last section is in. */
  readonly section: ReasoningKind
}

const OPEN: Phase = Object.freeze({ type: 'open' })

export const initialDraft = (provider: Provider, choices: number): Draft => ({
  head: {
    provider,
    phase: OPEN,
    started: false,
    choices,
    id: '',
    model: '',
    usage: null,
    cost: null,
    lanes: [],
    metadata: {},
    issues: emptyList,
    noted: emptyTable,
  },
  parts: emptyList,
  pen: -1,
  tail: '',
})
