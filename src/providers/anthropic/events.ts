/**
 * The wire events of the Messages API, as far as they are read: what Anthropic documents, and what servers that imitate it are seen to
 * send. Every field may be missing, null or of another type; the types say what is meant by it when it is as described.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export type AnthropicEvent =
  | AnthropicMessageStart
  | AnthropicBlockStart
  | AnthropicBlockDelta
  | AnthropicBlockStop
  | AnthropicMessageDelta
  | AnthropicMessageStop
  | AnthropicPing
  | AnthropicErrorEvent
  | AnthropicMessage
  | '[DONE]'

export interface AnthropicMessageStart {
  readonly type: 'message_start'
  readonly message?: AnthropicMessage | null
}

/** The message so far; also, from servers that do not stream, the whole of it as an event of its own. */
export interface AnthropicMessage {
  readonly type: 'message'
  readonly id?: string | null
  readonly model?: string | null
  /** Empty at the start of a stream, save where the whole turn is known already. */
  readonly content?: readonly AnthropicBlock[] | null
  readonly stop_reason?: string | null
  readonly usage?: AnthropicUsage | null
}

export interface AnthropicBlockStart {
  readonly type: 'content_block_start'
  readonly index?: number | null
  readonly content_block?: AnthropicBlock | null
}

/** Any content block: `text`, `thinking`, `tool_use`, `server_tool_use`, `web_search_tool_result`, or one that is not known yet. */
export interface AnthropicBlock {
  readonly type?: string | null
  readonly id?: string | null
  readonly name?: string | null
  readonly input?: unknown
  readonly text?: string | null
  readonly citations?: readonly unknown[] | null
  readonly thinking?: string | null
  readonly signature?: string | null
  /** Of `redacted_thinking`. */
  readonly data?: string | null
  /** Of the results of the provider's own tools, with their `content`. */
  readonly tool_use_id?: string | null
  readonly content?: unknown
  /** Of `fallback`: the model that answers from here on. */
  readonly to?: { readonly model?: string | null } | null
}

export interface AnthropicBlockDelta {
  readonly type: 'content_block_delta'
  readonly index?: number | null
  readonly delta?: AnthropicDelta | null
}

export interface AnthropicDelta {
  readonly type?: string | null
  readonly text?: string | null
  readonly thinking?: string | null
  readonly signature?: string | null
  readonly partial_json?: string | null
  readonly citation?: unknown
}

export interface AnthropicBlockStop {
  readonly type: 'content_block_stop'
  readonly index?: number | null
}

export interface AnthropicMessageDelta {
  readonly type: 'message_delta'
  readonly delta?: { readonly stop_reason?: string | null } | null
  readonly usage?: AnthropicUsage | null
}

export interface AnthropicMessageStop {
  readonly type: 'message_stop'
  /** On Amazon Bedrock: counts of the service. */
  readonly 'amazon-bedrock-invocationMetrics'?: unknown
}

export interface AnthropicPing {
  readonly type: 'ping'
}

/** @see https://platform.claude.com/docs/en/api/errors */
export interface AnthropicErrorEvent {
  readonly type: 'error'
  readonly error?: { readonly type?: unknown; readonly message?: unknown } | string | null
}

/** The counts are of the whole message so far; `input_tokens` leaves cached and cache-written tokens out. */
export interface AnthropicUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
  /** Of the output: its thinking. */
  readonly output_tokens_details?: { readonly thinking_tokens?: number | null } | null
  readonly service_tier?: string | null
}
