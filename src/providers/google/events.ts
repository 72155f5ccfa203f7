/**
 * The wire events of Gemini's `streamGenerateContent`, as far as they are read: what Google documents, and what its two endpoints (the Gemini
 * API and Vertex AI) are seen to send. Every field may be missing, null or of another type; the types say what is meant by it when it is as
 * described. The end mark is not Google's: gateways add it.
 *
 * @see https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export type GenerateContentEvent = GenerateContentChunk | '[DONE]'

export interface GenerateContentChunk {
  readonly candidates?: readonly GeminiCandidate[] | null
  /** Says why the prompt was blocked, where it was. */
  readonly promptFeedback?: { readonly blockReason?: string | number | null } | null
  /** The counts so far, in each chunk or in the last. */
  readonly usageMetadata?: GeminiUsage | null
  readonly modelVersion?: string | null
  readonly responseId?: string | null
  /** An error in the stream at HTTP 200. */
  readonly error?: GeminiError | null
}

export interface GeminiCandidate {
  readonly index?: number | null
  readonly content?: GeminiContent | null
  /** A word; on old endpoints its number. */
  readonly finishReason?: string | number | null
  readonly finishMessage?: string | null
  readonly citationMetadata?: {
    readonly citationSources?: readonly GeminiCitation[] | null
    readonly citations?: readonly GeminiCitation[] | null
  } | null
  readonly groundingMetadata?: { readonly groundingChunks?: readonly unknown[] | null } | null
  readonly logprobsResult?: {
    readonly chosenCandidates?: readonly unknown[] | null
    readonly topCandidates?: readonly unknown[] | null
  } | null
}

export interface GeminiContent {
  readonly role?: string | null
  readonly parts?: readonly GeminiPart[] | null
}

/** One field of these says what the part is; `thought` and `thoughtSignature` may stand beside any of them. */
export interface GeminiPart {
  readonly text?: string | null
  readonly thought?: boolean | null
  readonly thoughtSignature?: string | null
  readonly functionCall?: GeminiFunctionCall | null
  readonly executableCode?: { readonly id?: string | null } | null
  readonly codeExecutionResult?: { readonly id?: string | null } | null
  readonly toolCall?: {
    readonly id?: string | null
    readonly toolType?: string | null
    readonly args?: unknown
  } | null
  readonly toolResponse?: { readonly id?: string | null; readonly response?: unknown } | null
  readonly inlineData?: { readonly mimeType?: string | null; readonly data?: string | null } | null
  readonly fileData?: { readonly mimeType?: string | null; readonly fileUri?: string | null } | null
}

export interface GeminiFunctionCall {
  readonly id?: string | null
  readonly name?: string | null
  readonly args?: unknown
  /** Vertex AI: pieces of the arguments, each at its path. */
  readonly partialArgs?: readonly GeminiPartialArg[] | null
  /** More of this call comes in the next parts. */
  readonly willContinue?: boolean | null
}

/** @see https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling */
export interface GeminiPartialArg {
  /** As RFC 9535 has it, of names and indexes only: `$.recipe.steps[0]`. */
  readonly jsonPath?: string | null
  readonly stringValue?: string | null
  readonly numberValue?: number | null
  readonly boolValue?: boolean | null
  readonly nullValue?: string | number | null
  /** More of this value comes. */
  readonly willContinue?: boolean | null
}

export interface GeminiCitation {
  readonly uri?: string | null
  readonly title?: string | null
}

export interface GeminiUsage {
  readonly promptTokenCount?: number | null
  readonly cachedContentTokenCount?: number | null
  readonly candidatesTokenCount?: number | null
  readonly thoughtsTokenCount?: number | null
  readonly toolUsePromptTokenCount?: number | null
  readonly totalTokenCount?: number | null
}

/** @see https://cloud.google.com/apis/design/errors */
export interface GeminiError {
  readonly code?: number | null
  readonly message?: string | null
  /** `UNAVAILABLE`. */
  readonly status?: string | null
}
