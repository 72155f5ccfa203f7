export { decode, type NotAnEvent } from './decode'
export type { GenerateContentChunk, GenerateContentEvent } from './google/events'
export type { InteractionEvent, InteractionsEvent } from './google-interactions/events'
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
