/**
 * The wire events of Ollama's `/api/chat`, one JSON a line. Every field may be missing, null or of another type; the types say what is meant by it
 * when it is as described.
 *
 * @see https://docs.ollama.com/api/chat
 */
export interface OllamaEvent {
  readonly model?: string | null
  readonly created_at?: unknown
  readonly message?: OllamaMessage | null
  /** The last event says so. */
  readonly done?: boolean | null
  /** `stop`, `length`, `load`, `unload`; older servers give none. */
  readonly done_reason?: string | null
  readonly prompt_eval_count?: number | null
  readonly eval_count?: number | null
  /** Durations are in nanoseconds. */
  readonly total_duration?: number | null
  readonly load_duration?: number | null
  readonly prompt_eval_duration?: number | null
  readonly eval_duration?: number | null
  readonly logprobs?: readonly unknown[] | null
  /** A line of its own, at HTTP 200, for what fails amid the stream. */
  readonly error?: unknown
}

export interface OllamaMessage {
  readonly role?: string | null
  /** What is new of the text. */
  readonly content?: string | null
  /** What is new of the reasoning. */
  readonly thinking?: string | null
  readonly tool_calls?: readonly OllamaToolCall[] | null
  /** In base64. */
  readonly images?: readonly unknown[] | null
}

/** A whole call. */
export interface OllamaToolCall {
  /** Newer servers only. */
  readonly id?: string | null
  readonly function?: {
    readonly index?: number | null
    readonly name?: string | null
    readonly arguments?: Readonly<Record<string, unknown>> | null
  } | null
}
