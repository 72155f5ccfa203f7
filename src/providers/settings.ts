import type { JsonObject } from '../data'

/** A tool that the model may call. */
export interface ToolDefinition {
  readonly name: string
  readonly description?: string | undefined
  /** The JSON Schema of its arguments, an object's. Absent: it takes none. */
  readonly parameters?: JsonObject | undefined
  /** Hold the model to the schema, where the provider can. */
  readonly strict?: boolean | undefined
}

/** What a request says beside the conversation. What is absent is left to the provider. */
export interface RequestSettings {
  readonly model: string
  /** The system prompt. */
  readonly system?: string | undefined
  /** Not sent without tools, which providers refuse. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string } | undefined
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly stop?: readonly string[] | undefined
  /** `json`: any JSON object; else what the schema describes. */
  readonly responseFormat?: 'json' | ResponseSchema | undefined
  readonly reasoning?: ReasoningSettings | undefined
  /** Fields of the provider's own, merged over the body last. One that is undefined takes the body's away. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

export interface ResponseSchema {
  readonly name: string
  readonly schema: JsonObject
  readonly strict?: boolean | undefined
}

/** Words for how much a model is to think, in rising order. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

export type Effort = (typeof EFFORTS)[number]

/**
 * How much the model is to think: in words, or in tokens. A provider that knows only one of them gets that one; a word that it does not know is the
 * nearest one that it knows.
 */
export interface ReasoningSettings {
  readonly effort?: Effort | undefined
  /** Tokens. */
  readonly budget?: number | undefined
}
