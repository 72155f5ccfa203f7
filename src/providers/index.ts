export type {
  AnthropicBlock,
  AnthropicBlockDelta,
  AnthropicBlockStart,
  AnthropicBlockStop,
  AnthropicDelta,
  AnthropicErrorEvent,
  AnthropicEvent,
  AnthropicMessage,
  AnthropicMessageDelta,
  AnthropicMessageStart,
  AnthropicMessageStop,
  AnthropicPing,
  AnthropicUsage,
} from './anthropic/events'
export type {
  BedrockBlockDelta,
  BedrockBlockStart,
  BedrockDelta,
  BedrockEvent,
  BedrockException,
  BedrockMetadata,
} from './bedrock/events'
export type { ConverseRequest } from './bedrock/request'
export type { BedrockInvokeEvent, BedrockTextEvent } from './bedrock-invoke/events'
export type {
  CohereCitation,
  CohereContent,
  CohereDelta,
  CohereEvent,
  CohereMessage,
  CohereStreamEvent,
  CohereToolCall,
} from './cohere/events'
export { type CohereSdkEvent, fromCohereSdk } from './cohere/sdk'

export { decode, type NotAnEvent } from './decode'
export type { GenerateContentChunk, GenerateContentEvent } from './google/events'
export type { InteractionEvent, InteractionsEvent } from './google-interactions/events'
export type {
  MistralChoice,
  MistralChunk,
  MistralDelta,
  MistralEvent,
  MistralPiece,
  MistralToolCall,
} from './mistral/events'
export { fromMistralSdk, type MistralSdkEvent } from './mistral/sdk'
export type { OllamaEvent, OllamaMessage, OllamaToolCall } from './ollama/events'
export { toProviderError } from './openai/error'
export type {
  ChatChoice,
  ChatCompletionChunk,
  ChatCompletionEvent,
  ChatDelta,
  ChatToolCall,
  ReasoningDetail,
} from './openai/events'
export type {
  ResponsesEvent,
  ResponsesItem,
  ResponsesObject,
  ResponsesStreamEvent,
} from './openai-responses/events'
export type { OpenRouterChunk, OpenRouterEvent } from './openrouter/events'
export type { ProviderOptions } from './options'
export type { Chunk, Continued, Cursors, WireEvent } from './provider'
export type { RequestBodies, RequestBody } from './requests'
export type { ReasoningSettings, RequestSettings, ResponseSchema, ToolDefinition } from './settings'
export { isProvider, providerModule, providers, requireProvider } from './table'
