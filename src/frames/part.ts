import type { Either } from 'fp-ts/Either'
import type { Json, JsonObject } from '../data'

/** One piece of a response's content. Pieces stand in stream order and keep what the provider needs to get back unchanged. */
export type ContentPart =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | RefusalPart
  | SourcePart
  | FilePart
  | AudioPart
  | ServerToolCallPart
  | ServerToolResultPart
  | UnknownPart

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  /** What the provider says the text rests on, as it came and in the order it came. */
  readonly citations?: readonly Json[]
  /** The wire's other fields of this piece (an item's id, a thought signature), for sending it back. */
  readonly extra?: JsonObject
}

/** What the model thought: what it shows of it, and what only the provider can read. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  /** Visible reasoning, one entry a section. */
  readonly content: readonly string[]
  /** Summaries of reasoning that itself is not shown, one entry a section. */
  readonly summary: readonly string[]
  /** Proves to the provider that the reasoning is its own; goes back unchanged. */
  readonly signature?: string
  /** Reasoning that only the provider can read; goes back unchanged. */
  readonly encrypted?: string
  /** The wire's other fields of this piece (`format`, `id`, `index`), for sending it back. */
  readonly extra?: JsonObject
}

/** Why a tool call's arguments cannot be used. The text as received stands beside it, in `arguments`. */
export interface ToolInputError {
  /**
   * `incomplete`: the call was cut off, or its stream has not ended (yet). `invalid-json`, `not-an-object`, `too-deep`,
   * `number-out-of-range`: the whole text is no JSON, JSON but no object, nested past what we accept, or holds a number past what JavaScript can.
   */
  readonly code: 'incomplete' | 'invalid-json' | 'not-an-object' | 'too-deep' | 'number-out-of-range'
  readonly message: string
}

export interface ToolCallPart {
  readonly type: 'tool-call'
  /** Once the stream has ended, unique in the response. While it is open, as far as it has come. */
  readonly id: string
  readonly name: string
  /** The argument text exactly as received; blank text means no arguments. */
  readonly arguments: string
  /** The arguments strictly parsed: an object, `{}` for blank text; for a custom tool the text itself. */
  readonly input: Either<ToolInputError, Json>
  /** `function` takes JSON arguments, `custom` free text; `function-call` is the legacy single call of Chat Completions. */
  readonly kind: ToolKind
  /** The id is ours, made from the call's position: the wire had none, or one that another call has. */
  readonly synthesizedId?: true
  /** The wire's other fields of this call, such as `extra_content` with a thought signature, for sending it back. */
  readonly extra?: JsonObject
}

export type ToolKind = 'function' | 'custom' | 'function-call'

/** What the model says instead of an answer that it will not give. */
export interface RefusalPart {
  readonly type: 'refusal'
  readonly text: string
  /** The wire's other fields of this piece, for sending it back. */
  readonly extra?: JsonObject
}

/** A source the answer rests on. */
export interface SourcePart {
  readonly type: 'source'
  readonly url?: string
  readonly title?: string
  /** The span of the answer's text it supports, in UTF-16 units as the provider counts them. */
  readonly start?: number
  readonly end?: number
  readonly raw: Json
}

/** An image or another file the model made. */
export interface FilePart {
  readonly type: 'file'
  readonly mediaType?: string
  /** Where it is: an address, or a `data:` URL with all of it. */
  readonly url?: string
  /** Its bytes in base64, where they come bare. */
  readonly data?: string
  readonly raw: Json
}

/** Spoken output. */
export interface AudioPart {
  readonly type: 'audio'
  readonly id?: string
  /** The sound in base64: the pieces as they came, joined. */
  readonly data: string
  readonly transcript: string
  /** Unix seconds. */
  readonly expiresAt?: number
}

/** A tool that the provider runs itself; never ours to run. */
export interface ServerToolCallPart {
  readonly type: 'server-tool-call'
  readonly id: string
  readonly name: string
  /** What the tool was given: JSON, `{}` for blank text. While the call is open, and where its text is no JSON, that text. */
  readonly input: Json
  /** The wire's other fields of this call, for sending it back. */
  readonly raw: Json
}

export interface ServerToolResultPart {
  readonly type: 'server-tool-result'
  /** The id of the call it answers. */
  readonly id: string
  readonly output: Json
  readonly raw: Json
}

/** Content of a kind we do not know, kept as it came. */
export interface UnknownPart {
  readonly type: 'unknown'
  readonly raw: Json
}
