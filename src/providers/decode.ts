import * as E from 'fp-ts/Either'
import { type Json, toJson } from '../data'
import type { Provider } from '../frames'
import type { Chunk } from './provider'
import { providerModule } from './table'

/** JSON that cannot be an event of its dialect: of Chat Completions, anything but an object or `"[DONE]"`. */
export interface NotAnEvent {
  readonly code: 'not-an-event'
  readonly message: string
  readonly provider: Provider
  readonly json: Json
}

/**
 * Tags decoded JSON as an event of `provider`. Tolerant: unknown fields and fields of odd types pass, and are dealt with when the chunk is
 * collected.
 *
 * ```ts
 * decode('openai')({ choices: [{ index: 0, delta: { content: 'Hi' } }] }) // Right({ provider: 'openai', event: … })
 * decode('openai')(42) // Left({ code: 'not-an-event', … })
 * ```
 */
export const decode =
  <P extends Provider>(provider: P) =>
  (json: unknown): E.Either<NotAnEvent, Chunk<P>> =>
    providerModule(provider).isEvent(json)
      ? E.right({ provider, event: json } as Chunk<P>) // the guard above ties the event to P
      : E.left({
          code: 'not-an-event',
          message: `JSON that is no event of the ${provider} dialect: ${describe(json)}`,
          provider,
          json: toJson(json),
        })

const describe = (json: unknown): string =>
  json === null ? 'null' : Array.isArray(json) ? 'an array' : `a ${typeof json}`
