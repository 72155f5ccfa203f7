/**
 * The wire events of Mistral's chat streaming: Chat Completions, with content that may be a list of pieces. Every field may be missing, null or of
 * another type; the types say what is meant by it when it is as described.
 *
 * @see https://docs.mistral.ai/api/#tag/chat
 */
export type MistralEvent = MistralChunk | '[DONE]'

export interface MistralChunk {
  readonly id?: string | null
  readonly object?: string | null
  readonly created?: number | null
  readonly model?: string | null
  readonly choices?: readonly MistralChoice[] | null
  readonly usage?: MistralUsage | null
  /** Padding against traffic analysis. */
  readonly p?: string | null
}

export interface MistralChoice {
  readonly index?: number | null
  readonly delta?: MistralDelta | null
  /** `stop`, `length`, `error`, `tool_calls`. */
  readonly finish_reason?: string | null
}

export interface MistralDelta {
  readonly role?: string | null
  readonly content?: string | readonly MistralPiece[] | null
  readonly tool_calls?: readonly MistralToolCall[] | null
  readonly tool_call_id?: string | null
  readonly index?: number | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

/** A piece of a content list: `text`, `thinking`, `reference`, `tool_reference`, `image_url`, `document_url`, `input_audio`, `file`. */
export interface MistralPiece {
  readonly type?: string | null
  readonly text?: string | null
  readonly thinking?: string | readonly MistralPiece[] | null
  /** Of thinking: goes back unchanged. */
  readonly signature?: string | null
  readonly closed?: boolean | null
  /** The sources, by their place in what tools gave, that the text before rests on. */
  readonly reference_ids?: readonly (number | string)[] | null
}

/** A whole call in older models, deltas of one in newer ones; the index may be missing. */
export interface MistralToolCall {
  readonly id?: string | null
  readonly type?: string | null
  readonly index?: number | null
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null
}

export interface MistralUsage {
  readonly prompt_tokens?: number | null
  readonly completion_tokens?: number | null
  readonly total_tokens?: number | null
  readonly prompt_audio_seconds?: number | null
  readonly prompt_tokens_details?: {
    readonly cached_tokens?: number | null
    /** Counted apart from `prompt_tokens`. */
    readonly audio_tokens?: number | null
  } | null
  readonly service_tier?: string | null
}
