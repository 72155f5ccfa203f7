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
export type { BedrockInvokeEvent, BedrockTextEvent } from './bedrock-invoke/events'

export { decode, type NotAnEvent } from './decode'
export { toProviderError } from './openai/error'
export type {
  ChatChoice,
  ChatCompletionChunk,
  ChatCompletionEvent,
  ChatDelta,
  ChatToolCall,
  ReasoningDetail,
} from './openai/events'
export type { OpenRouterChunk, OpenRouterEvent } from './openrouter/events'
export type { Chunk, Cursors, ProviderOptions, WireEvent } from './provider'
export { isProvider, providerModule, providers, requireProvider } from './table'
