import type { JsonObject } from '../data'
import type { ProviderError } from './error'
import type { FinishReason } from './finish-reason'
import type {
  AudioDelta,
  Citation,
  LogprobsFrame,
  MetadataFrame,
  OfPart,
  ReasoningDelta,
  RefusalDelta,
  Reset,
  ServerToolCallDelta,
  TextDelta,
  ToolCallDelta,
  UsageFrame,
  WholePart,
} from './frame'
import type { Issue } from './issue'
import type { ContentPart } from './part'

/**
 * What a provider's translator says of one wire event: every frame it can know by itself. It does not hold the text so far, so the
 * completes and the end are left to the fold, which does; instead it says where a part ends and what the finish reason is.
 */
export type Signal =
  | TextDelta
  | ReasoningDelta
  | ToolCallSignal
  | RefusalDelta
  | Citation
  | AudioDelta
  | ServerToolCallSignal
  | WholePart
  | Reset
  | UsageFrame
  | LogprobsFrame
  | MetadataFrame
  | IssueSignal
  | Identify
  | TextMark
  | ReasoningMark
  | PartEnd
  | Arrange
  | ChoiceMet
  | Finish
  | Failure
  | Done

/** An issue as it is met; the fold counts. */
export interface IssueSignal {
  readonly type: 'issue'
  readonly issue: Omit<Issue, 'count'>
}

/** A tool-call delta together with what only the whole call shows. */
export interface ToolCallSignal extends ToolCallDelta {
  readonly synthesizedId?: true
  readonly extra?: JsonObject
}

/** A delta of a server-side call together with what goes back with it; `raw` merges. */
export interface ServerToolCallSignal extends ServerToolCallDelta {
  readonly raw?: JsonObject
}

/** What belongs to a text or refusal beside its text; it merges. */
export interface TextMark extends OfPart {
  readonly type: 'text-mark'
  readonly of: 'text' | 'refusal'
  readonly extra: JsonObject
}

/** The response's id or model became known. */
export interface Identify {
  readonly type: 'identify'
  readonly id?: string
  readonly model?: string
}

/** What belongs to a reasoning part beside its text. Strings replace, `encrypted` appends, `extra` merges. */
export interface ReasoningMark extends OfPart {
  readonly type: 'reasoning-mark'
  readonly signature?: string
  readonly encrypted?: string
  readonly extra?: JsonObject
}

/**
 * Nothing more comes for this part. `cut` says that it was perhaps cut off: by the end of the `stream`, so that it counts as incomplete
 * whatever it looks like; or by a `limit` on the output, so that it counts as incomplete unless it is seen to be whole.
 */
export interface PartEnd {
  readonly type: 'part-end'
  readonly part: number
  readonly cut?: 'stream' | 'limit'
  /**
   * The whole part, where the provider repeats it. It is the last word: what the deltas left out is added, and where they said something
   * else, the part is reset and said anew. Also of a part that never had a delta, or that has ended before.
   */
  readonly content?: ContentPart
  /** Of a part that `content` opens. */
  readonly choice?: number
  /** Only the value is settled: `content` counts, and the part goes on being open. */
  readonly open?: true
}

/**
 * The parts from `part` on belong in another order: `order` lists them, by the numbers that they have now, as they shall stand from there on.
 * All of them are void, and are said anew.
 */
export interface Arrange {
  readonly type: 'arrange'
  readonly part: number
  readonly order: readonly number[]
}

/** A choice of the response was first met. */
export interface ChoiceMet {
  readonly type: 'choice'
  readonly choice: number
}

/** A finish reason came for a choice: the wire's word and our reading of it. The last one counts. */
export interface Finish {
  readonly type: 'finish'
  readonly choice: number
  readonly reason: FinishReason
}

/** The provider reported an error. */
export interface Failure {
  readonly type: 'failure'
  readonly error: ProviderError
}

/** The provider's own mark that the stream is over, such as `[DONE]`. */
export interface Done {
  readonly type: 'done'
}
