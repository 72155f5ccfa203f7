import OpenAI from 'openai'
import { failureOf } from './failure'
import { eventStreamResponse } from './http'
import type { SdkFailure } from './oracle'

/** A client whose every request is answered with these bytes. */
export const openAiClient = (bytes: Uint8Array): OpenAI =>
  new OpenAI({
    apiKey: 'none',
    baseURL: 'http://localhost/v1',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () => eventStreamResponse(bytes),
  })

export const openAiFailure = (thrown: unknown): SdkFailure =>
  failureOf(thrown, thrown instanceof OpenAI.APIError)

/** The events up to the end or to what the client fails on, which is told by the accumulation. */
export const eventsOf = async <Event>(
  open: () => PromiseLike<AsyncIterable<Event>>,
): Promise<readonly Event[]> => {
  const events: Event[] = []
  try {
    for await (const event of await open()) events.push(event)
  } catch {}
  return events
}
