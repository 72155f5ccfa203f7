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
export type {
  ResponsesEvent,
  ResponsesItem,
  ResponsesObject,
  ResponsesStreamEvent,
} from './openai-responses/events'
export type { OpenRouterChunk, OpenRouterEvent } from './openrouter/events'
export type { Chunk, Cursors, ProviderOptions, WireEvent } from './provider'
export { isProvider, providerModule, providers, requireProvider } from './table'
