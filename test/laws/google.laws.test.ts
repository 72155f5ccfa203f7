import fc from 'fast-check'
import * as E from 'fp-ts/Either'
import { describe, it } from 'vitest'
import type { Answer, GenerateContentEvent, InteractionsEvent, LlmResponse } from '../../src'
import { laws, type Oracle } from '../../src/testing'
import { encodeSse } from '../../src/wire'
import { addUp, callOf, chunksWithSdk } from '../conformance/sdk/google-genai'
import { addUp as addUpEvents, eventsWithSdk } from '../conformance/sdk/google-interactions'
import { runs } from '../support/runs'

/** What the events of the official SDK add up to and a response both tell of one candidate. */
interface Told {
  readonly text: string
  readonly calls: readonly string[]
  readonly finish: string
}

const tell = (answer: Answer): Told => ({
  text: answer.text,
  calls: answer.toolCalls.map((call) => `${call.name} ${call.arguments}`),
  finish: answer.finishReason.raw ?? '',
})

const google: Oracle<'google', readonly Told[]> = {
  accumulate: async (events: readonly GenerateContentEvent[]) => {
    const body = encodeSse(events.map((event) => ({ provider: 'google', event })))
    const chunks = await chunksWithSdk(new TextEncoder().encode(body))
    if (chunks.failure !== undefined) return null
    return [...addUp(chunks.events)]
      .sort(([a], [b]) => a - b)
      .map(([, { text, calls, finish }]) => ({
        text,
        calls: calls.map(callOf).map((call) => `${call.name} ${call.arguments}`),
        finish: finish ?? '',
      }))
  },
  tell: (response: LlmResponse) => [response, ...(response.alternatives ?? [])].map(tell),
}

const interactions: Oracle<'google-interactions', Told> = {
  accumulate: async (events: readonly InteractionsEvent[]) => {
    const body = encodeSse(events.map((event) => ({ provider: 'google-interactions', event })))
    const read = await eventsWithSdk(new TextEncoder().encode(body))
    const answer = addUpEvents(read.events)
    if (read.failure !== undefined || E.isLeft(answer)) return null
    const { text, calls, finish } = answer.right
    return { text, calls: calls.map((call) => `${call.name} ${call.arguments}`), finish: finish ?? '' }
  },
  tell,
}

describe('the laws of google', () => {
  for (const { title, property } of laws('google', google)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})

describe('the laws of google-interactions', () => {
  for (const { title, property } of laws('google-interactions', interactions)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
