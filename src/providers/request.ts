import type { Provider } from '../frames'
import type { JsonObject } from '../json'
import type { MessagesRequest } from './anthropic/request'
import type { ConverseRequest } from './bedrock/request'
import type { InvokeRequest } from './bedrock-invoke/request'
import type { CohereRequest } from './cohere/request'
import type { GenerateContentRequest } from './google/request'
import type { InteractionsRequest } from './google-interactions/request'
import type { MistralRequest } from './mistral/request'
import type { OllamaRequest } from './ollama/request'
import type { ChatRequest } from './openai/request'
import type { ResponsesRequest } from './openai-responses/request'
import type { Turn } from './shared/turns'

/** A tool that the model may call. */
export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  /** The JSON Schema of its arguments, an object's. Absent: it takes none. */
  readonly parameters?: JsonObject
  /** Hold the model to the schema, where the provider can. */
  readonly strict?: boolean
}

/** What a request says beside the conversation. What is absent is left to the provider. */
export interface RequestSettings {
  readonly model: string
  /** The system prompt. */
  readonly system?: string
  /** Not sent without tools, which providers refuse. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string }
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly stop?: readonly string[]
  /** `json`: any JSON object; else what the schema describes. */
  readonly responseFormat?: 'json' | ResponseSchema
  readonly reasoning?: ReasoningSettings
  /** Fields of the provider's own, merged over the body last. One that is undefined takes the body's away. */
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface ResponseSchema {
  readonly name: string
  readonly schema: JsonObject
  readonly strict?: boolean
}

/** Words for how much a model is to think, in rising order. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export type Effort = (typeof EFFORTS)[number]

/**
 * How much the model is to think: in words, or in tokens. A provider that knows only one of them gets that one; a word that it does not know is the
 * nearest one that it knows.
 */
export interface ReasoningSettings {
  readonly effort?: Effort
  /** Tokens. */
  readonly budget?: number
}

/** The body of each dialect's request. */
export interface RequestBodies {
  readonly openai: ChatRequest
  readonly openrouter: ChatRequest
  readonly anthropic: MessagesRequest
  readonly bedrock: ConverseRequest
  readonly 'bedrock-invoke': InvokeRequest
  readonly ollama: OllamaRequest
  readonly mistral: MistralRequest
  readonly cohere: CohereRequest
  readonly google: GenerateContentRequest
  readonly 'google-interactions': InteractionsRequest
  readonly 'openai-responses': ResponsesRequest
}

export type RequestBody<P extends Provider = Provider> = RequestBodies[P]

/** Writes the requests of one dialect. */
export interface RequestWriter<P extends Provider> {
  /** The dialects whose signatures and other opaque data its servers take; its own among them. */
  readonly reads: readonly Provider[]
  /** The conversation alone, as the body holds it: `messages`, `input`, `contents`. */
  readonly messages: (turns: readonly Turn[]) => readonly object[]
  readonly body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ) => RequestBodies[P]
}
