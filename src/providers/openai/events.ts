/**
 * The wire events of Chat Completions streaming, as far as they are read: what OpenAI documents, and what servers that imitate it are seen
 * to send. Every field may be missing, null or of another type; the types say what is meant by it when it is as described.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export type ChatCompletionEvent = ChatCompletionChunk | '[DONE]'

export interface ChatCompletionChunk {
  readonly id?: string | null
  readonly object?: string | null
  readonly model?: string | null
  readonly choices?: readonly ChatChoice[] | null
  readonly usage?: ChatUsage | null
  /** An error in the stream at HTTP 200: an object, or a bare message. */
  readonly error?: ChatError | string | null
  /** Perplexity: the addresses of all sources, repeated in each chunk. */
  readonly citations?: readonly unknown[] | null
  /** Groq: usage in a place of its own. */
  readonly x_groq?: { readonly usage?: ChatUsage | null } | null
}

export interface ChatChoice {
  readonly index?: number | null
  readonly delta?: ChatDelta | null
  readonly finish_reason?: string | null
  readonly logprobs?: ChatLogprobs | null
  /** The whole message, which some servers repeat at the end or send instead of deltas. */
  readonly message?: ChatDelta | null
  /** The fragment, on the legacy Completions endpoint. */
  readonly text?: string | null
  readonly error?: ChatError | string | null
  /** Moonshot: usage inside the choice. */
  readonly usage?: ChatUsage | null
}

export interface ChatDelta {
  readonly role?: string | null
  readonly content?: string | readonly unknown[] | null
  readonly refusal?: string | null
  readonly tool_calls?: readonly ChatToolCall[] | null
  readonly function_call?: { readonly name?: string | null; readonly arguments?: string | null } | null
  readonly reasoning?: string | null
  readonly reasoning_content?: string | null
  readonly reasoning_text?: string | null
  readonly thinking?: string | null
  readonly reasoning_details?: readonly ReasoningDetail[] | null
  readonly audio?: ChatAudio | null
  readonly images?: readonly unknown[] | null
  readonly annotations?: readonly unknown[] | null
}

export interface ChatToolCall {
  readonly index?: number | null
  readonly id?: string | null
  readonly type?: string | null
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null
  readonly custom?: { readonly name?: string | null; readonly input?: unknown } | null
}

/** @see https://openrouter.ai/docs/use-cases/reasoning-tokens */
export interface ReasoningDetail {
  readonly type?: string | null
  readonly index?: number | null
  readonly id?: string | null
  readonly format?: string | null
  readonly text?: string | null
  readonly summary?: string | null
  readonly data?: string | null
  readonly signature?: string | null
}

export interface ChatAudio {
  readonly id?: string | null
  readonly data?: string | null
  readonly transcript?: string | null
  readonly expires_at?: number | null
}

export interface ChatLogprobs {
  readonly content?: readonly unknown[] | null
  readonly refusal?: readonly unknown[] | null
  /** DeepSeek. */
  readonly reasoning_content?: readonly unknown[] | null
}

export interface ChatError {
  readonly message?: unknown
  readonly code?: unknown
  readonly type?: unknown
}

export interface ChatUsage {
  readonly prompt_tokens?: number | null
  readonly completion_tokens?: number | null
  readonly total_tokens?: number | null
}
