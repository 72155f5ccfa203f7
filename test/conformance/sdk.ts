import * as E from 'fp-ts/Either'
import OpenAI from 'openai'

/** What the official SDK makes of the bytes of one stream. */
export interface SdkReading {
  /** The events as the SDK's own reader gives them, up to the end mark or to what it fails on. */
  readonly events: readonly unknown[]
  /** What it accumulates from them, or why it gives nothing. */
  readonly result: E.Either<SdkFailure, OpenAI.Chat.ChatCompletion>
}

export interface SdkFailure {
  /** The provider reported an error, and the SDK passes it on. */
  readonly reported: boolean
  readonly message: string
}

export const readWithSdk = async (bytes: Uint8Array): Promise<SdkReading> => ({
  events: await eventsOf(bytes),
  result: await accumulateWithSdk(bytes),
})

const REQUEST = { model: 'any', messages: [] }

export const accumulateWithSdk = async (bytes: Uint8Array): Promise<SdkReading['result']> => {
  try {
    const stream = clientFor(bytes).chat.completions.stream(REQUEST)
    return E.right(await stream.finalChatCompletion())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return E.left({ reported: error instanceof OpenAI.APIError, message })
  }
}

const eventsOf = async (bytes: Uint8Array): Promise<readonly unknown[]> => {
  const events: unknown[] = []
  try {
    const stream = await clientFor(bytes).chat.completions.create({ ...REQUEST, stream: true })
    for await (const event of stream) events.push(event)
  } catch {
    // What it fails on is told by the accumulation.
  }
  return events
}

/** A client whose every request is answered with these bytes. */
const clientFor = (bytes: Uint8Array): OpenAI =>
  new OpenAI({
    apiKey: 'none',
    baseURL: 'http://localhost/v1',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () => new Response(piecesOf(bytes), { headers: { 'content-type': 'text/event-stream' } }),
  })

/** A body of small pieces: the SDK copies all that is left of a piece at each event. */
const piecesOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let start = 0
  return new ReadableStream({
    pull: (controller) => {
      if (start >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(start, start + PIECE))
      start += PIECE
    },
  })
}

const PIECE = 4096
