import type { JsonObject } from '../data'
import type { Conversation } from '../frames'
import type { ToolDefinition } from '../request'
import type { ModelPart } from './part'

/** Whom a runner asks. A plain async generator function is one. */
export type ModelProvider = StreamParts | ProviderObject

export interface ProviderObject {
  /** The parts of the response to these messages. Stopping early has to give the request up. */
  readonly stream: StreamParts
  /** The body of the request, where what is sent is not the messages alone: it is what is measured. Pure: what it gives is what goes out. */
  readonly body?: ((messages: Conversation, settings: CallSettings) => unknown) | undefined
}

export type StreamParts = (messages: Conversation, call: ModelCall) => AsyncIterable<ModelPart>

/** What a call says beside its messages. */
export interface CallSettings {
  readonly stageId?: string | undefined
  readonly maxOutputTokens?: number | undefined
  /** Those that the selection has. */
  readonly tools: readonly ToolDefinition[]
  /** The JSON Schema that the answer has to fit, where the selection has one. */
  readonly answerSchema?: JsonObject | undefined
}

export interface ModelCall extends CallSettings {
  /** Aborted when the call is given up. */
  readonly signal: AbortSignal
  /** The very body that was measured; undefined of a provider that makes none. */
  readonly body?: unknown
}
