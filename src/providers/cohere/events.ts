/**
 * The wire events of Cohere's v2 chat streaming. Every field may be missing, null or of another type; the types say what is meant by it when it is as
 * described.
 *
 * @see https://docs.cohere.com/v2/reference/chat-stream
 */
export type CohereEvent = CohereStreamEvent | '[DONE]'

export interface CohereStreamEvent {
  /**
   * `message-start`, `content-start`, `content-delta`, `content-end`, `tool-plan-delta`, `tool-call-start`, `tool-call-delta`, `tool-call-end`,
   * `citation-start`, `citation-end`, `message-end`, `debug`.
   */
  readonly type?: string | null
  /** In place of `type`, for events of the v1 API. */
  readonly event_type?: string | null
  /** Of the response. */
  readonly id?: string | null
  /** Which content block, call or citation, each counted for itself. */
  readonly index?: number | null
  readonly delta?: CohereDelta | null
  readonly logprobs?: unknown
  /** Of `debug`. */
  readonly prompt?: string | null
  /** These three are of an answer that was not streamed. */
  readonly message?: CohereMessage | null
  readonly finish_reason?: string | null
  readonly usage?: CohereUsage | null
  readonly error?: unknown
}

export interface CohereDelta {
  readonly message?: CohereMessage | null
  /** `COMPLETE`, `STOP_SEQUENCE`, `MAX_TOKENS`, `TOOL_CALL`, `ERROR`, `TIMEOUT`. */
  readonly finish_reason?: string | null
  readonly usage?: CohereUsage | null
  /** What went wrong in the generation. */
  readonly error?: string | null
}

/** What is new of the message; lists, all of them empty, in its first event. */
export interface CohereMessage {
  readonly role?: string | null
  readonly content?: CohereContent | readonly CohereContent[] | null
  readonly tool_plan?: string | null
  readonly tool_calls?: CohereToolCall | readonly CohereToolCall[] | null
  readonly citations?: CohereCitation | readonly CohereCitation[] | null
}

export interface CohereContent {
  readonly type?: string | null
  readonly text?: string | null
  readonly thinking?: string | null
}

export interface CohereToolCall {
  readonly id?: string | null
  readonly type?: string | null
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null
}

export interface CohereCitation {
  readonly start?: number | null
  readonly end?: number | null
  readonly text?: string | null
  readonly sources?: readonly unknown[] | null
  readonly content_index?: number | null
  /** `TEXT_CONTENT`, `THINKING_CONTENT`, `PLAN`: what is cited. */
  readonly type?: string | null
}

export interface CohereUsage {
  /** What was paid for: without the prompt's own frame, for example. */
  readonly billed_units?: CohereCounts | null
  /** What the model read and wrote. */
  readonly tokens?: CohereCounts | null
  readonly cached_tokens?: number | null
}

export interface CohereCounts {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly reasoning_tokens?: number | null
}
