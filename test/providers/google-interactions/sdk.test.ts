import { describe, expect, it } from 'vitest'
import { snapshot } from '../../../src'
import { eventsWithSdk } from '../../conformance/sdk/google-interactions'
import { fixtureStreams, foldBytes } from '../../conformance/streams'
import { foldWith } from '../../support/fold'

const streams = fixtureStreams().filter(
  ({ provider, file }) => provider === 'google-interactions' && !file.includes('/error'), // the SDK throws at an error
)

describe('events of the Interactions API of `@google/genai` straight in', () => {
  it.each(streams)('fold as the bytes do: $file', async ({ bytes }) => {
    const { events, failure } = await eventsWithSdk(bytes())
    expect(failure).toBeUndefined()
    expect(foldWith('google-interactions', events).response).toEqual(
      snapshot(foldBytes('google-interactions', bytes())),
    )
  })
})
