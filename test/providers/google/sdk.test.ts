import { describe, expect, it } from 'vitest'
import { type LlmResponse, snapshot } from '../../../src'
import { chunksWithSdk } from '../../conformance/sdk/google-genai'
import { fixtureStreams, foldBytes } from '../../conformance/streams'
import { foldWith } from '../../support/fold'

const streams = fixtureStreams().filter(
  ({ provider, file }) => provider === 'google' && !file.includes('/error'), // the SDK throws at an error
)

/** All but the fields that the SDK leaves out for the Gemini API: the time, and the message that goes with the finish reason. */
const read = ({ metadata: _metadata, ...response }: LlmResponse) => response

describe('chunks of `@google/genai` straight in', () => {
  it.each(streams)('fold as the bytes do: $file', async ({ bytes }) => {
    const { events, failure } = await chunksWithSdk(bytes())
    expect(failure).toBeUndefined()
    expect(read(foldWith('google', events).response)).toEqual(read(snapshot(foldBytes('google', bytes()))))
  })
})
