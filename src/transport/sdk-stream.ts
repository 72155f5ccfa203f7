import * as E from 'fp-ts/Either'
import { isRecord } from '../data'
import type { Provider } from '../frames'
import { decode, fromCohereSdk, fromMistralSdk, requireProvider } from '../providers'
import { type Decoded, fromBedrockSdk, readChunks } from '../wire'
import { ABORTED, errorEventIn, failureIn, refusalIn } from './sdk-error'

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
  const opened = Promise.resolve(stream)
  opened.catch(() => {}) // told by the first read, if anybody reads
  const events = tellEvents(provider, opened)
  return {
    next: () => events.next(),
    return: () => {
      opened.then(stop, () => {}) // a read may be under way, behind which the generator itself would wait
      return Promise.race([
        events.return(),
        opened.then(
          () => DONE,
          () => DONE,
        ),
      ])
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** What the streams of OpenAI's and Anthropic's SDKs have, and what others may have. */
const controllerOf = (stream: unknown): AbortController | undefined => {
  const controller = isRecord(stream) ? stream['controller'] : undefined
  return controller instanceof AbortController ? controller : undefined
}

const stop = (stream: AsyncIterable<unknown>): void => controllerOf(stream)?.abort()

async function* tellEvents<P extends Provider>(
  provider: P,
  opened: Promise<AsyncIterable<unknown>>,
): AsyncGenerator<Decoded<P>, void, undefined> {
  const decodeEvent = decode(provider)
  const toWire = toWireEvent[provider]
  try {
    const stream = await opened
    for await (const event of stream) yield decodeEvent(toWire(event))
    // Once the answer has begun these SDKs end an aborted stream as if it had come to its end.
    if (controllerOf(stream)?.signal.aborted === true) yield E.left(ABORTED)
  } catch (thrown) {
    const response = refusalIn(thrown)
    if (response !== undefined) {
      yield* readChunks(provider, response)
      return
    }
    const event = errorEventIn(provider, thrown)
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
