import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { collectAll, type Provider, snapshot } from '../../../src'
import { chunksWithSdk } from '../../conformance/sdk/google-genai'
import { eventsWithSdk } from '../../conformance/sdk/google-interactions'
import { foldBytes } from '../../conformance/streams'
import { chunkOf } from '../../support/chat'

const bytesIn = (provider: Provider): readonly (readonly [name: string, bytes: Uint8Array])[] => {
  const folder = fileURLToPath(new URL(`../../fixtures/${provider}/`, import.meta.url))
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sse') && !name.startsWith('error'))
    .map((name) => [name, new Uint8Array(readFileSync(folder + name))])
}

const answerOf = (provider: Provider, events: readonly unknown[]) =>
  snapshot(
    collectAll(
      provider,
      events.map((event) => chunkOf(provider, event)),
    ),
  )

/** The parts that are settled before the stream ends, and the counts. Fields that the SDK does not know for an endpoint it leaves out. */
const said = ({ message, usage }: Pick<ReturnType<typeof answerOf>, 'message' | 'usage'>) => ({
  content: message.content.filter(({ type }) => type !== 'tool-call'),
  usage,
})

describe('events of `@google/genai` straight in', () => {
  it.each(bytesIn('google'))('fold as the bytes do: %s', async (_, bytes) => {
    const { events, failure } = await chunksWithSdk(bytes)
    expect(failure).toBeUndefined()
    const theirs = answerOf('google', events)
    const ours = snapshot(foldBytes('google', bytes))
    expect(theirs.toolCalls.map((call) => call.arguments)).toEqual(
      ours.toolCalls.map((call) => call.arguments),
    )
    expect(said(theirs)).toEqual(said(ours))
  })

  it.each(bytesIn('google-interactions'))('fold as the bytes do: %s', async (_, bytes) => {
    const { events, failure } = await eventsWithSdk(bytes)
    expect(failure).toBeUndefined()
    expect(said(answerOf('google-interactions', events))).toEqual(
      said(snapshot(foldBytes('google-interactions', bytes))),
    )
  })
})
