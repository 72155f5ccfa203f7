/**
 * The wire events of ConverseStream, each an object with one member: the frame's `:event-type` or `:exception-type`, and its payload. Every
 * field may be missing, null or of another type; the types say what is meant by it when it is as described. Bytes are base64 text on the
 * wire and `Uint8Array` in the SDK's events; both are read.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html
 */
export interface BedrockEvent {
  readonly messageStart?: { readonly role?: string | null | undefined } | null
  readonly contentBlockStart?: BedrockBlockStart | null
  readonly contentBlockDelta?: BedrockBlockDelta | null
  readonly contentBlockStop?: { readonly contentBlockIndex?: number | null | undefined } | null
  readonly messageStop?: {
    readonly stopReason?: string | null | undefined
    readonly additionalModelResponseFields?: unknown
  } | null
  /** Comes after `messageStop`. */
  readonly metadata?: BedrockMetadata | null
  /**
   * Of a server that does not stream: the answer of Converse, whole, with the members of `messageStop` and of `metadata` beside it.
   *
   * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
   */
  readonly output?: { readonly message?: BedrockMessage | null | undefined } | null | undefined
  readonly internalServerException?: BedrockException | null
  readonly modelStreamErrorException?: BedrockException | null
  readonly modelTimeoutException?: BedrockException | null
  readonly serviceUnavailableException?: BedrockException | null
  readonly throttlingException?: BedrockException | null
  readonly validationException?: BedrockException | null
  /** An error outside the model of the API: a frame of type `error`, or the JSON of a refusal. */
  readonly error?: unknown
}

export interface BedrockMessage {
  readonly role?: string | null | undefined
  readonly content?: readonly unknown[] | null | undefined
}

export interface BedrockBlockStart {
  readonly contentBlockIndex?: number | null | undefined
  /** Text and reasoning blocks have no start. */
  readonly start?:
    | {
        readonly toolUse?: {
          readonly toolUseId?: string | null | undefined
          readonly name?: string | null | undefined
          /** `server_tool_use` of tools that the service runs. */
          readonly type?: string | null | undefined
        } | null
        readonly toolResult?: {
          readonly toolUseId?: string | null | undefined
          readonly type?: string | null | undefined
          readonly status?: string | null | undefined
        } | null
        readonly image?: { readonly format?: string | null | undefined } | null
      }
    | null
    | undefined
}

export interface BedrockBlockDelta {
  readonly contentBlockIndex?: number | null | undefined
  readonly delta?: BedrockDelta | null | undefined
}

export interface BedrockDelta {
  readonly text?: string | null
  readonly toolUse?: { readonly input?: string | null | undefined } | null
  readonly toolResult?: readonly unknown[] | null
  readonly reasoningContent?: {
    readonly text?: string | null
    readonly signature?: string | null
    readonly redactedContent?: string | Uint8Array | null
  } | null
  readonly citation?: unknown
  readonly image?: { readonly source?: unknown; readonly error?: unknown } | null
}

export interface BedrockMetadata {
  readonly usage?:
    | {
        /** Without those read from a cache or written to one. */
        readonly inputTokens?: number | null | undefined
        readonly outputTokens?: number | null | undefined
        readonly totalTokens?: number | null | undefined
        readonly cacheReadInputTokens?: number | null | undefined
        readonly cacheWriteInputTokens?: number | null | undefined
      }
    | null
    | undefined
  readonly metrics?: unknown
  readonly trace?: unknown
  readonly performanceConfig?: unknown
  readonly serviceTier?: unknown
}

export interface BedrockException {
  readonly message?: string | null
  /** Of `modelStreamErrorException`: what the model's own server said. */
  readonly originalStatusCode?: number | null | undefined
  readonly originalMessage?: string | null | undefined
}
