/**
 * The wire events of Gemini's Interactions API, as far as they are read, in its two revisions: steps, and before them bare content blocks
 * (`content.start`, `interaction.complete`). Every field may be missing, null or of another type; the types say what is meant by it when it is
 * as described.
 *
 * @see https://ai.google.dev/gemini-api/docs/interactions/streaming
 */
export type InteractionsEvent = InteractionEvent | '[DONE]'

export interface InteractionEvent {
  /** `interaction.created`, `step.start`, `step.delta`, `step.stop`, `interaction.status_update`, `interaction.completed`, `error`. */
  readonly event_type?: string | null | undefined
  /** Which step it is of. */
  readonly index?: number | null | undefined
  readonly interaction?: InteractionResource | null | undefined
  readonly interaction_id?: string | null | undefined
  readonly status?: string | null | undefined
  /** Of a status update: to go on from there after the connection was lost. */
  readonly continuation_token?: string | null | undefined
  readonly step?: InteractionStep | null | undefined
  /** In place of `step`, in the older revision. */
  readonly content?: unknown
  readonly delta?: InteractionDelta | null | undefined
  readonly usage?: InteractionUsage | null | undefined
  readonly metadata?:
    | {
        readonly usage?: InteractionUsage | null | undefined
        readonly total_usage?: InteractionUsage | null | undefined
      }
    | null
    | undefined
  readonly error?:
    | { readonly code?: string | number | null | undefined; readonly message?: string | null | undefined }
    | null
    | undefined
}

export interface InteractionResource {
  readonly id?: string | null | undefined
  readonly model?: string | null | undefined
  readonly status?: string | null | undefined
  readonly usage?: InteractionUsage | null | undefined
  /** The whole answer, where it is repeated: as steps, or as content blocks in the older revision. */
  readonly steps?: readonly unknown[] | null | undefined
  readonly outputs?: readonly unknown[] | null | undefined
  readonly errors?: readonly unknown[] | null | undefined
}

/** `model_output`, `thought`, `function_call`, and the calls and results of tools that the provider runs: `google_search_call`. */
export interface InteractionStep {
  readonly type?: string | null | undefined
  readonly id?: string | null | undefined
  readonly name?: string | null | undefined
  readonly arguments?: unknown
  readonly signature?: string | null | undefined
  readonly content?: readonly unknown[] | null | undefined
  readonly summary?: readonly unknown[] | null | undefined
}

/** `text`, `text_annotation_delta`, `thought_summary`, `thought_signature`, `arguments_delta`, media, and pieces of other steps. */
export interface InteractionDelta {
  readonly type?: string | null | undefined
  readonly text?: string | null | undefined
  readonly annotations?: readonly unknown[] | null | undefined
  readonly content?: unknown
  readonly signature?: string | null | undefined
  readonly arguments?: unknown
  readonly mime_type?: string | null | undefined
  readonly data?: string | null | undefined
  readonly uri?: string | null | undefined
}

export interface InteractionUsage {
  readonly total_input_tokens?: number | null | undefined
  readonly total_cached_tokens?: number | null | undefined
  readonly total_output_tokens?: number | null | undefined
  readonly total_thought_tokens?: number | null | undefined
  readonly total_tool_use_tokens?: number | null | undefined
  readonly total_tokens?: number | null | undefined
}
