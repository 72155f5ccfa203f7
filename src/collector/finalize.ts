import * as E from 'fp-ts/Either'
import type { LlmResponse, Provider, StreamError } from '../frames'
import { close } from './collect'
import { respond } from './respond'
import type { CollectorState } from './state'

/** Why there is no whole response, and all there is of it. */
export type CollectError = StreamError & { readonly partial: LlmResponse }

/**
 * The response as far as it is known: best effort at any moment, for UIs. Taking it costs the number of parts, not their length; parts that
 * did not change since an earlier snapshot are the same objects. Calls that are still open have an `incomplete` input.
 */
export const snapshot = (state: CollectorState): LlmResponse => respond(state)

/**
 * The response exactly as if it had not been streamed. A state that is still open is taken as ended cleanly.
 *
 * `Left` is `incomplete-stream` when neither a finish reason nor an end mark came, `provider-error` when the provider reported an error, and
 * `empty-stream` when nothing came at all; each holds the partial response. A tool call whose arguments do not parse is no failure: its
 * `input` is a `Left`, and the rest stands.
 */
export const finalize = <P extends Provider>(
  state: CollectorState<P>,
): E.Either<CollectError, LlmResponse> => {
  const { head, ...rest } = close(state)
  const response = respond({ head, ...rest })
  return head.phase.type === 'failed' ? E.left({ ...head.phase.error, partial: response }) : E.right(response)
}
