import * as E from 'fp-ts/Either'
import { isRecord } from '../data'
import type { Provider } from '../frames'
import { decode, fromCohereSdk, fromMistralSdk, requireProvider } from '../providers'
import { type Decoded, fromBedrockSdk, readChunks } from '../wire'
import { errorEventIn, failureIn, refusalIn } from './sdk-error'

/** What a provider's official SDK streams, or promises to. */
export type SdkStream = AsyncIterable<unknown> | PromiseLike<AsyncIterable<unknown>>

/**
 * The chunks of a stream of the provider's official SDK, for those who keep the SDK as their transport. What the SDK throws, before its stream or in
 * it, is told in its place: a refused request with its status, an abort, a lost connection.
 *
 * ```ts
 * const stream = client.chat.completions.create({ ...request, stream: true })
 * for await (const decoded of fromSdkStream('openai', stream)) state = collectDecoded(state, decoded)
 * ```
 *
 * @throws TypeError for an unknown provider: the caller's mistake.
 */
export const fromSdkStream = <P extends Provider>(
  provider: P,
  stream: SdkStream,
): AsyncIterableIterator<Decoded<P>> => {
  requireProvider(provider)
  return tellEvents(provider, stream)
}

async function* tellEvents<P extends Provider>(
  provider: P,
  stream: SdkStream,
): AsyncGenerator<Decoded<P>, void, undefined> {
  const decodeEvent = decode(provider)
  const toWire = toWireEvent[provider]
  try {
    for await (const event of await stream) yield decodeEvent(toWire(event))
  } catch (thrown) {
    const response = refusalIn(thrown)
    if (response !== undefined) {
      yield* readChunks(provider, response)
      return
    }
    const event = errorEventIn(thrown)
    yield event === undefined ? E.left(failureIn(thrown)) : decodeEvent(event)
  }
}

type ToWire = (event: unknown) => unknown

const asItIs: ToWire = (event) => event
const ofBedrock: ToWire = (event) => (isRecord(event) ? fromBedrockSdk(event) : event)

/** Some SDKs give events that differ from those on the wire. */
const toWireEvent: { readonly [P in Provider]: ToWire } = {
  openai: asItIs,
  openrouter: asItIs,
  'openai-responses': asItIs,
  anthropic: asItIs,
  google: asItIs,
  'google-interactions': asItIs,
  bedrock: ofBedrock,
  'bedrock-invoke': ofBedrock,
  ollama: asItIs,
  mistral: (event) => (isRecord(event) ? fromMistralSdk(event as never) : event), // every field is checked where it is read
  cohere: (event) => (isRecord(event) ? fromCohereSdk(event as never) : event),
}
