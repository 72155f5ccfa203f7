import { isRecord } from '../../json'
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
 * An event of Mistral's SDK, whose names are in camel case, as it was on the wire. The SDK fills in what the wire left out: the index 0 and the
 * word `null` for the id of a call. Both are read for what they are.
 *
 * ```ts
 * for await (const event of await client.chat.stream(request))
 *   state = collect(state, { provider: 'mistral', event: fromMistralSdk(event) })
 * ```
 */
export const fromMistralSdk = (event: MistralSdkEvent): MistralChunk =>
  snakeCase(withUnknown('data' in event ? event.data : event), OPAQUE) as MistralChunk // the SDK has checked its form

const OPAQUE: ReadonlySet<string> = new Set(['arguments', 'metadata'])

/** Pieces of types that the SDK does not know are wrapped by it. */
const withUnknown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknown)
  if (!isRecord(value)) return value
  return value['isUnknown'] === true && 'raw' in value
    ? value['raw']
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withUnknown(item)]))
}
