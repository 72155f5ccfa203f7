import { snakeCase } from '../shared/snake-case'
import type { CohereStreamEvent } from './events'

/** An event of `client.v2.chatStream(…)` of `cohere-ai`. */
export interface CohereSdkEvent {
  readonly type: string
}

/**
 * An event of Cohere's SDK, whose names are in camel case, as it was on the wire.
 *
 * ```ts
 * for await (const event of await client.v2.chatStream(request))
 *   state = collect(state, { provider: 'cohere', event: fromCohereSdk(event) })
 * ```
 */
export const fromCohereSdk = (event: CohereSdkEvent): CohereStreamEvent =>
  snakeCase(event, OPAQUE) as CohereStreamEvent // the SDK has checked its form

const OPAQUE: ReadonlySet<string> = new Set(['tool_output', 'document', 'arguments'])
