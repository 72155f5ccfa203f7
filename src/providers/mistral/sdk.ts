import { isRecord } from '../../data'
import { snakeCase } from '../shared/snake-case'
import type { MistralChunk } from './events'

/** An event of `client.chat.stream(…)` of `@mistralai/mistralai`, or the chunk in it. */
export type MistralSdkEvent = { readonly data: MistralSdkChunk } | MistralSdkChunk

export interface MistralSdkChunk {
  readonly id: string
  readonly model: string
  readonly choices: readonly object[]
}

/**
 * An event of Mistral's SDK, whose names are in camel case, as it was on the wire. The word `null`, which the SDK puts where a call has no id, is
 * taken out again; the index 0 that it gives to calls without one is not told from a real one.
 *
 * ```ts
 * for await (const event of await client.chat.stream(request))
 *   state = collect(state, { provider: 'mistral', event: fromMistralSdk(event) })
 * ```
 */
export const fromMistralSdk = (event: MistralSdkEvent): MistralChunk =>
  withoutInventions(snakeCase('data' in event ? event.data : event, OPAQUE)) as MistralChunk // the SDK has checked its form

/** What the model or the user said, and `raw`, which is as it was on the wire. */
const OPAQUE: ReadonlySet<string> = new Set(['arguments', 'metadata', 'raw'])

/** Pieces of types that the SDK does not know are wrapped by it. */
const withoutInventions = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutInventions)
  if (!isRecord(value)) return value
  return value['is_unknown'] === true && 'raw' in value
    ? value['raw']
    : Object.fromEntries(
        Object.entries(value)
          .filter(([key, item]) => key !== 'id' || item !== 'null')
          .map(([key, item]) => [key, OPAQUE.has(key) ? item : withoutInventions(item)]),
      )
}
