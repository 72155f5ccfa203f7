import type { Json, JsonObject } from '../data'
import type { StreamError } from './error'
import type { FinishReason } from './finish-reason'
import type { Issue } from './issue'
import type { ContentPart, ReasoningPart, RefusalPart, TextPart, ToolCallPart, ToolKind } from './part'
import type { Provider } from './provider'
import type { CostInfo, Usage } from './usage'

/**
 * Where a frame belongs. `part` numbers the parts of the whole response by first appearance, over all choices; `choice` is absent for
 * choice 0.
 */
export interface OfPart {
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
