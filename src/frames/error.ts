import type { Json } from '../data'

/** An error that the provider reported, in its stream or as the answer to the request. */
export interface ProviderError {
  readonly message: string
  /** The provider's own code, else its error type: `rate_limit_exceeded`, `502`. Absent when it gave neither. */
  readonly code?: string | number
  /** The provider's error type where it gives a code as well: `server_error`. */
  readonly type?: string
  /** The HTTP status, when the answer had one that says so or the code is one. */
  readonly status?: number
  /** Whether the same request may well succeed later: overload, rate limits, time-outs, faults of the server. */
  readonly retryable: boolean
  /** Seconds to wait before it, when the provider said so. */
  readonly retryAfter?: number
  /** The error as it came. */
  readonly raw: Json
}

/** How a stream ended: `clean` by itself, `cut` by the network, `aborted` by us. */
export type CloseReason = 'clean' | 'cut' | 'aborted'

/** Why a stream did not become a whole response. */
export type StreamError =
  | { readonly code: 'provider-error'; readonly message: string; readonly error: ProviderError }
  | { readonly code: 'incomplete-stream'; readonly message: string; readonly reason: CloseReason }
  | { readonly code: 'empty-stream'; readonly message: string; readonly reason: CloseReason }
