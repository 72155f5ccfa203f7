// The Q ids number the catalogue of server quirks that the project keeps. Growth is counted, never timed.
import { describe, expect, it } from 'vitest'
import { type CollectorState, collect, initial, type ProviderOptions, snapshot } from '../../src'
import { collectPartial, partialInput, partialObject } from '../../src/partial'
import { calls, finish, foldAll, text } from '../support/chat'
import { chunkOf } from '../support/fold'
import { charactersLookedAt, freshFields } from '../support/growth'

/** One call whose arguments come in fragments of 20 characters. */
const longArguments = (fragments: number): readonly unknown[] => [
  calls({ index: 0, id: 'c1', function: { name: 'write', arguments: '{"text":"' } }),
  ...Array.from({ length: fragments }, () => calls({ index: 0, function: { arguments: 'x'.repeat(20) } })),
  calls({ index: 0, function: { arguments: '"}' } }),
]

const longText = (fragments: number): readonly unknown[] =>
  Array.from({ length: fragments }, () => text('x'.repeat(20)))

const longReasoning = (fragments: number): readonly unknown[] =>
  Array.from({ length: fragments }, () => ({ choices: [{ delta: { reasoning: 'x'.repeat(20) } }] }))

const manyCalls = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, index) =>
    calls({ index, id: `c${100_000 + index}`, function: { name: 'add', arguments: '{"a":1}' } }),
  )

const manyChoices = (count: number): readonly unknown[] =>
  Array.from({ length: count }, (_, n) => ({
    choices: [{ index: n % 4, delta: { content: 'x'.repeat(20) } }],
  }))

interface Case {
  readonly name: string
  readonly stream: (length: number) => readonly unknown[]
  readonly options?: ProviderOptions
}

const cases: readonly Case[] = [
  { name: 'one long text', stream: longText },
  { name: 'one long text that may hold think tags', stream: longText, options: { thinkTags: true } },
  { name: 'long reasoning', stream: longReasoning },
  { name: 'one call with long arguments', stream: longArguments },
  { name: 'many calls', stream: manyCalls },
  { name: 'choices that take turns', stream: manyChoices },
]

/** Folds every event, with a snapshot after each. */
const foldWatched = (events: readonly unknown[], options?: ProviderOptions): void => {
  let state: CollectorState = initial('openai', options)
  for (const event of events) {
    state = collect(state, chunkOf('openai', event))
    snapshot(state)
  }
}

/** The same, with the JSON of arguments and of the answer read along and looked at after each. */
const foldReadAlong = (events: readonly unknown[], options?: ProviderOptions): void => {
  let state: CollectorState = initial('openai', options)
  for (const event of events) {
    state = collectPartial(state, chunkOf('openai', event))
    partialInput(state, 0)
    partialObject(state)
  }
}

const mostFreshFields = (events: readonly unknown[], options?: ProviderOptions): number => {
  let state: CollectorState = initial('openai', options)
  let most = 0
  const seen = new WeakSet<object>()
  freshFields(seen, state)
  for (const event of events) {
    state = collect(state, chunkOf('openai', event))
    most = Math.max(most, freshFields(seen, state))
  }
  return most
}

describe('growth', () => {
  it('the count sees a look at the whole text', () => {
    let all = ''
    const looked = charactersLookedAt(() => {
      for (const piece of ['aa', 'bb', 'cc']) {
        all += piece
        all.charCodeAt(0)
      }
    })
    expect(looked).toBe(2 + 4 + 6)
  })

  it.each(cases)('Q110: twice the events look at twice the characters: $name', ({ stream, options }) => {
    const [short, long] = [stream(1_000), stream(2_000)]
    const once = charactersLookedAt(() => foldWatched(short, options))
    const twice = charactersLookedAt(() => foldWatched(long, options))
    expect(twice).toBeLessThanOrEqual(once * 2.5 + 100)
  })

  it.each(cases)('Q110: so do they where values are read along: $name', ({ stream, options }) => {
    const [short, long] = [stream(1_000), stream(2_000)]
    const once = charactersLookedAt(() => foldReadAlong(short, options))
    const twice = charactersLookedAt(() => foldReadAlong(long, options))
    expect(once).toBeGreaterThan(0)
    expect(twice).toBeLessThanOrEqual(once * 2.5 + 100)
  })

  it.each(cases)(
    'Q110: an event makes few fields anew, however long the stream: $name',
    ({ stream, options }) => {
      const short = mostFreshFields(stream(100), options)
      const long = mostFreshFields(stream(1_600), options)
      expect(long).toBeLessThanOrEqual(short + 100)
    },
  )

  it.each(cases)(
    'Q111: frames hold what is new, so that their size follows the stream: $name',
    ({ stream, options }) => {
      const sizeOf = (count: number) =>
        JSON.stringify(foldAll([...stream(count), finish('stop')], options).frames).length
      const [once, twice, thrice] = [sizeOf(500), sizeOf(1_000), sizeOf(2_000)]
      expect(thrice - twice).toBeLessThanOrEqual((twice - once) * 2.1)
    },
  )
})
