import type { ChatCompletionChunk } from '../openai/events'

/**
 * OpenRouter speaks Chat Completions and adds to it.
 *
 * @see https://openrouter.ai/docs/api-reference/overview
 */
export type OpenRouterEvent = OpenRouterChunk | '[DONE]'

export interface OpenRouterChunk extends ChatCompletionChunk {
  /** The provider that served the request: "DeepInfra". */
  readonly provider?: string | null
}
