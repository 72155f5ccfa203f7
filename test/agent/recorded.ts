import { type Chunk, type JsonObject, type Provider, providers } from '../../src'
import { type Piece, type Script, synthesize } from '../../src/testing'
import { fetchModel, type Model } from '../../src/transport'
import { encodeRecording } from '../../src/wire'
import { fakeFetch } from '../transport/support'

// Recordings made for these tests: what a model says is put on the wire of each provider, cut into small pieces, and answered as bytes over `fetch`.

export { providers }

/** What a model says in one turn; or an HTTP status; or how many bytes of what it says come before the connection breaks. */
export type Saying =
  | readonly Piece[]
  | number
  | { readonly says: readonly Piece[]; readonly breaksAfter: number }

export const text = (words: string): Piece => ({ type: 'text', text: words })

export const calls = (...all: readonly (readonly [name: string, input: JsonObject])[]): Piece => ({
  type: 'tool-calls',
  calls: all.map(([name, input]) => ({ name, arguments: input })),
})

/** A model of a provider that says one thing after the other, and what it was asked. */
export const recordedModel = <P extends Provider>(provider: P, sayings: readonly Saying[]) => {
  let asked = 0
  const { fetch, sent } = fakeFetch(() => {
    const saying = sayings[asked++] ?? []
    if (typeof saying === 'number') return refusal(saying)
    if ('says' in saying) return broken(bytesOf(provider, saying.says), saying.breaksAfter)
    return new Response(bytesOf(provider, saying))
  })
  const model: Model<P> = fetchModel({ provider, fetch, region: 'eu-west-1', apiKey: 'key' })
  return { model, sent }
}

export const bytesOf = (provider: Provider, pieces: readonly Piece[]): Uint8Array<ArrayBuffer> => {
  const script: Script = {
    id: 'response-1',
    model: 'model-1',
    choices: [{ pieces, finish: 'stop' }],
    usage: { input: 11, output: 7 },
  }
  const events = synthesize(provider, script, [3])
  const chunks = events.map((event) => ({ provider, event })) as unknown as readonly Chunk[] // an event of that provider
  return new Uint8Array(encodeRecording(provider, chunks))
}

const refusal = (status: number): Response =>
  new Response(JSON.stringify({ error: { message: `refused with ${status}` } }), { status })

const broken = (bytes: Uint8Array<ArrayBuffer>, after: number): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.slice(0, after)),
      pull: (controller) => controller.error(new TypeError('terminated')),
    }),
  )
