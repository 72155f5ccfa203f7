import type { Conversation, Provider } from '../frames'
import type { RequestSettings, ToolDefinition } from '../request'
import type { Decoded } from '../wire'

/** What a model is asked, in the neutral vocabulary. */
export interface ModelRequest {
  readonly conversation: Conversation
  readonly tools?: readonly ToolDefinition[] | undefined
  readonly settings: RequestSettings
}

export interface AskOptions {
  /** Aborting it gives up the request, at whatever point it is. */
  readonly signal?: AbortSignal | undefined
}

/** Somebody who answers requests in one dialect: over HTTP, from a recording, from an SDK. */
export interface Model<P extends Provider = Provider> {
  readonly provider: P
  /**
   * Asks, once the first chunk is asked for, and gives the answer's chunks as they come; in place of what is no chunk, why. A request that fails says so
   * in its last item. Stopping early gives the request up.
   */
  readonly stream: (request: ModelRequest, options?: AskOptions) => AsyncIterableIterator<Decoded<P>>
}
