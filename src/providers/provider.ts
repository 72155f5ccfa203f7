import type { Continuation, Provider, Signal } from '../frames'
import type { AnthropicCursor } from './anthropic/cursor'
import type { AnthropicEvent } from './anthropic/events'
import type { BedrockCursor } from './bedrock/cursor'
import type { BedrockEvent } from './bedrock/events'
import type { InvokeCursor } from './bedrock-invoke/cursor'
import type { BedrockInvokeEvent } from './bedrock-invoke/events'
import type { CohereEvent } from './cohere/events'
import type { GoogleCursor } from './google/cursor'
import type { GenerateContentEvent } from './google/events'
import type { InteractionsCursor } from './google-interactions/cursor'
import type { InteractionsEvent } from './google-interactions/events'
import type { MistralEvent } from './mistral/events'
import type { OllamaEvent } from './ollama/events'
import type { ChatCursor } from './openai/cursor'
import type { ChatCompletionEvent } from './openai/events'
import type { ResponsesCursor } from './openai-responses/cursor'
import type { ResponsesStreamEvent } from './openai-responses/events'
import type { OpenRouterEvent } from './openrouter/events'
import type { ProviderOptions } from './options'

/** The wire events of each dialect. */
export interface WireEvents {
  readonly openai: ChatCompletionEvent
  readonly openrouter: OpenRouterEvent
  readonly bedrock: BedrockEvent
  readonly 'bedrock-invoke': BedrockInvokeEvent
  readonly anthropic: AnthropicEvent
  readonly ollama: OllamaEvent
  readonly mistral: MistralEvent
  readonly cohere: CohereEvent
  readonly google: GenerateContentEvent
  readonly 'google-interactions': InteractionsEvent
  readonly 'openai-responses': ResponsesStreamEvent
}

export type WireEvent<P extends Provider = Provider> = WireEvents[P]

/** A wire event with its dialect's tag. */
export type Chunk<P extends Provider = Provider> = {
  readonly [K in P]: { readonly provider: K; readonly event: WireEvents[K] }
}[P]

/** What each dialect's translator remembers between events. */
export interface Cursors {
  readonly openai: ChatCursor
  readonly openrouter: ChatCursor
  readonly bedrock: BedrockCursor
  readonly 'bedrock-invoke': InvokeCursor
  readonly anthropic: AnthropicCursor
  readonly ollama: ChatCursor
  readonly mistral: ChatCursor
  readonly cohere: ChatCursor
  readonly google: GoogleCursor
  readonly 'google-interactions': InteractionsCursor
  readonly 'openai-responses': ResponsesCursor
}

/** A fragment, and where the translator stands after it; absent: where it stood before. */
export type Continued<P extends Provider> = Continuation & { readonly cursor?: Cursors[P] }

/** All that one dialect needs to be folded. */
export interface ProviderModule<P extends Provider> {
  readonly initial: (options: ProviderOptions) => Cursors[P]
  /** Whether decoded JSON can be an event of this dialect at all. What it holds may still be odd in any way. */
  readonly isEvent: (json: unknown) => json is WireEvents[P]
  /** Says all that one event says. Total: whatever is odd in the event becomes an issue. */
  readonly translate: (cursor: Cursors[P], event: WireEvents[P]) => readonly [Cursors[P], readonly Signal[]]
  /**
   * The short way, for nine events in ten: the next fragment of an open part, when that is all the event says, so that `translate` would give
   * this one delta. Undefined where there is any doubt. `cursor` is there when the fragment moves it.
   */
  readonly continuation: (cursor: Cursors[P], event: WireEvents[P]) => Continued<P> | undefined
  /** What is left to say when the stream is over: held text, late ids, and the end of each open part. */
  readonly finish: (cursor: Cursors[P]) => readonly Signal[]
}
