import type { AnthropicEvent } from '../anthropic/events'
import type { BedrockEvent } from '../bedrock/events'
import type { ChatCompletionChunk } from '../openai/events'

/**
 * The wire events of InvokeModelWithResponseStream: what the base64 of each `chunk` holds, which is the model's own event, or an exception of
 * the service. `wire` takes them out of their chunks, and `fromBedrockSdk` those of the SDK: the core knows no UTF-8.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html
 */
export type BedrockInvokeEvent =
  /** Claude. */
  | Exclude<AnthropicEvent, string>
  /** Nova; and the exceptions of the service. */
  | BedrockEvent
  /** gpt-oss, Jamba, DeepSeek, Mistral's chat models. */
  | ChatCompletionChunk
  | BedrockTextEvent

/** Events of models that put out text and no blocks. */
export interface BedrockTextEvent {
  /** Titan. */
  readonly outputText?: string | null
  readonly completionReason?: string | null
  readonly inputTextTokenCount?: number | null
  /** Titan: null until the last event. */
  readonly totalOutputTextTokenCount?: number | null
  /** Llama. */
  readonly generation?: string | null
  readonly stop_reason?: string | null
  readonly prompt_token_count?: number | null
  readonly generation_token_count?: number | null
  /** Mistral. */
  readonly outputs?: readonly { readonly text?: string | null; readonly stop_reason?: string | null }[] | null
  /** Cohere Command. */
  readonly generations?:
    | readonly { readonly text?: string | null; readonly finish_reason?: string | null }[]
    | null
  /** Cohere Command R: `text-generation`, `tool-calls-generation`, `stream-end`. */
  readonly event_type?: string | null
  readonly text?: string | null
  readonly finish_reason?: string | null
  readonly tool_calls?: readonly unknown[] | null
  /** Claude before the Messages API. */
  readonly completion?: string | null
}
