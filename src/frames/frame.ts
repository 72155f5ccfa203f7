import type { Json, JsonObject } from '../json'
import type { ProviderError, StreamError } from './error'
import type { FinishReason } from './finish-reason'
import type { Issue } from './issue'
import type { ContentPart, ReasoningPart, RefusalPart, TextPart, ToolCallPart, ToolKind } from './part'
import type { Provider } from './provider'
import type { CostInfo, Usage } from './usage'

/**
 * Where a frame belongs. `part` numbers the parts of the whole response by first appearance, over all choices; `choice` is absent for
 * choice 0.
 */
interface OfPart {
  readonly part: number
  readonly choice?: number
}

/** One provider-neutral happening in a response. Each part gets deltas, then exactly one complete; the last word is `end` or `error`. */
export type Frame = PartFrame | StreamFrame

export type PartFrame =
  | TextDelta
  | TextComplete
  | ReasoningDelta
  | ReasoningComplete
  | ToolCallDelta
  | ToolCallComplete
  | RefusalDelta
  | RefusalComplete
  | Citation
  | AudioDelta
  | ServerToolCallDelta
  | WholePart
  | Reset

export type StreamFrame = Start | UsageFrame | LogprobsFrame | MetadataFrame | IssueFrame | ErrorFrame | End

export interface Start {
  readonly type: 'start'
  readonly provider: Provider
  readonly id?: string
  readonly model?: string
}

export interface TextDelta extends OfPart {
  readonly type: 'text-delta'
  readonly text: string
}

export interface TextComplete extends OfPart, Omit<TextPart, 'type'> {
  readonly type: 'text-complete'
}

export interface ReasoningDelta extends OfPart {
  readonly type: 'reasoning-delta'
  readonly kind: ReasoningKind
  /** The text starts a section, though the last one is of the same kind. */
  readonly newSection?: true
  readonly text: string
}

/** `content`: the reasoning itself; `summary`: a summary of it. */
export type ReasoningKind = 'content' | 'summary'

export interface ReasoningComplete extends OfPart, Omit<ReasoningPart, 'type'> {
  readonly type: 'reasoning-complete'
}

/** More of a tool call. The first one of a call brings its name (and its id, if the wire has one by then). */
export interface ToolCallDelta extends OfPart {
  readonly type: 'tool-call-delta'
  readonly id?: string
  /** The whole name as known now, not a fragment. */
  readonly name?: string
  readonly kind?: ToolKind
  /** The next fragment of the argument text; often ''. */
  readonly arguments: string
}

export interface ToolCallComplete extends OfPart, Omit<ToolCallPart, 'type'> {
  readonly type: 'tool-call-complete'
}

export interface RefusalDelta extends OfPart {
  readonly type: 'refusal-delta'
  readonly text: string
}

export interface RefusalComplete extends OfPart, Omit<RefusalPart, 'type'> {
  readonly type: 'refusal-complete'
}

/** One thing that an open text rests on; the text's complete has all of them. */
export interface Citation extends OfPart {
  readonly type: 'citation'
  readonly citation: Json
}

/** More sound and its transcript; the whole comes as a `part` frame. */
export interface AudioDelta extends OfPart {
  readonly type: 'audio-delta'
  readonly id?: string
  /** The next base64 piece. */
  readonly data: string
  readonly transcript: string
  readonly expiresAt?: number
}

/** More of a call that the provider runs itself; the whole comes as a `part` frame. The first one brings its name. */
export interface ServerToolCallDelta extends OfPart {
  readonly type: 'server-tool-call-delta'
  readonly id?: string
  readonly name?: string
  /** The next fragment of its input's text; often ''. */
  readonly input: string
}

/** A whole part of any other kind; also the complete of an audio part and of a server-side call. */
export interface WholePart extends OfPart {
  readonly type: 'part'
  readonly content: ContentPart
}

/**
 * What was shown of `part` is void: it was restarted or replaced. With `onward`, so is every part after it. New deltas may follow under the
 * same number.
 */
export interface Reset extends OfPart {
  readonly type: 'reset'
  readonly onward?: true
}

/** The counts known now; each one replaces the one before. */
export interface UsageFrame {
  readonly type: 'usage'
  readonly usage: Usage
  readonly cost?: CostInfo
}

/** Further token probabilities of a choice. */
export interface LogprobsFrame {
  readonly type: 'logprobs'
  readonly choice?: number
  readonly content: readonly Json[]
  readonly refusal: readonly Json[]
  readonly reasoning: readonly Json[]
}

/** Other things the provider said, under the wire's own names: of the response, of one choice, or of a choice's message. */
export interface MetadataFrame {
  readonly type: 'metadata'
  readonly scope: 'response' | 'choice' | 'message'
  readonly choice?: number
  readonly metadata: JsonObject
}

export interface IssueFrame {
  readonly type: 'issue'
  readonly issue: Issue
}

/** The stream failed. Nothing but usage, metadata and issues follows. */
export interface ErrorFrame {
  readonly type: 'error'
  readonly error: StreamError
}

/** The response is whole. Nothing follows. */
export interface End {
  readonly type: 'end'
  readonly finishReason: FinishReason
  /** Of the further choices of a request with `n > 1`. */
  readonly alternatives?: readonly { readonly choice: number; readonly finishReason: FinishReason }[]
  readonly id?: string
  readonly model?: string
  readonly usage?: Usage
  readonly cost?: CostInfo
}

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

/**
 * The next fragment of a part that is open already. One form for every kind of part, so that the commonest step of all is cheap; `choice` is
 * always there.
 */
export interface Continuation {
  readonly type: 'text-delta' | 'refusal-delta' | 'reasoning-delta' | 'summary-delta' | 'tool-call-delta'
  readonly part: number
  readonly choice: number
  readonly text: string
}

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
