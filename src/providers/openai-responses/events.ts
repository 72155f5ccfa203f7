/**
 * The wire events of the Responses API, as far as they are read: what OpenAI documents, and what servers that copy it are seen to send. One
 * interface stands for all of them, with the fields that any of them has; `type` says which are meant. Every field may be missing, null or of
 * another type.
 *
 * @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export type ResponsesStreamEvent = ResponsesEvent | '[DONE]'

export interface ResponsesEvent {
  readonly type?: string | null
  /** All that is known of the response: it comes with its first events and with its last. */
  readonly response?: ResponsesObject | null
  readonly item?: ResponsesItem | null
  /** The item that the event belongs to. GitHub Copilot gives each event another one. */
  readonly item_id?: string | null
  /** The place of that item in the response's `output`. */
  readonly output_index?: number | null
  /** The place of a piece in a message's or a reasoning item's `content`. */
  readonly content_index?: number | null
  /** The place of a section in a reasoning item's `summary`. */
  readonly summary_index?: number | null
  readonly part?: unknown
  readonly delta?: unknown
  readonly logprobs?: readonly unknown[] | null
  readonly annotation?: unknown
  /** Whole values, where a piece ends. */
  readonly text?: string | null
  readonly refusal?: string | null
  readonly arguments?: unknown
  readonly input?: unknown
  readonly name?: string | null
  /** Of an `error` event, whose fields stand inside `error` in practice and beside `type` in the reference. */
  readonly error?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

/** @see https://platform.openai.com/docs/api-reference/responses/object */
export interface ResponsesObject {
  readonly id?: string | null
  readonly model?: string | null
  readonly status?: string | null
  readonly output?: readonly unknown[] | null
  readonly incomplete_details?: { readonly reason?: string | null } | null
  readonly error?: unknown
  readonly usage?: unknown
}

/** One entry of a response's `output`: a message, reasoning, a tool call of any kind. */
export interface ResponsesItem {
  readonly type?: string | null
  readonly id?: string | null
  readonly status?: string | null
  readonly call_id?: string | null
  readonly name?: string | null
  readonly arguments?: unknown
  readonly input?: unknown
  readonly content?: unknown
  readonly summary?: unknown
  readonly encrypted_content?: string | null
}
