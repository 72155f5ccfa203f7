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
export type { Chunk, Continued, Cursors, ProviderOptions, WireEvent } from './provider'
export type {
  ReasoningSettings,
  RequestBodies,
  RequestBody,
  RequestSettings,
  ResponseSchema,
  ToolDefinition,
} from './request'
export { toProviderMessages, toRequest } from './requests'
export { isProvider, providerModule, providers, requireProvider } from './table'
