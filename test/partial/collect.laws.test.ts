import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import {
  type Chunk,
  type CollectorState,
  collect,
  collectWithFrames,
  initial,
  type Provider,
  providers,
  toolCalls,
} from '../../src'
import { collectDecoded, type DecodeError } from '../../src/decoded'
import {
  collectDecodedPartial,
  collectPartial,
  collectPartialWithFrames,
  partialInput,
  partialObject,
} from '../../src/partial'
import { hostileEvents, wireEvents } from '../../src/testing'
import { deepFreeze } from '../../src/testing/data'
import { faults } from '../support/faults'
import { runs } from '../support/runs'

interface Stream {
  readonly provider: Provider
  readonly chunks: readonly Chunk[]
}

/** Streams of any dialect, well-formed ones and others. */
const streams: fc.Arbitrary<Stream> = fc.oneof(
  ...providers.map((provider) =>
    fc.oneof(wireEvents(provider), hostileEvents(provider)).map((events) => ({
      provider,
      chunks: events.map((event) => ({ provider, event }) as Chunk), // tag and event belong together
    })),
  ),
)

/** All that can be seen of a state's JSON. */
const looks = (state: CollectorState) => ({
  inputs: toolCalls(state).map((_, index) => partialInput(state, index)),
  answer: partialObject(state),
})

type Step = (state: CollectorState, chunk: Chunk) => CollectorState

/** What each state on the way shows. */
const looksOnTheWay = ({ provider, chunks }: Stream, step: Step): readonly unknown[] => {
  const seen: unknown[] = []
  let state: CollectorState = initial(provider)
  for (const chunk of chunks) {
    state = step(state, chunk)
    seen.push(looks(state))
  }
  return seen
}

describe('collectPartial', () => {
  it.prop([streams], { numRuns: runs() })(
    'comes to the state that collect comes to, by its frames',
    ({ provider, chunks }) => {
      let plain: CollectorState = initial(provider)
      let partial: CollectorState = initial(provider)
      for (const chunk of chunks) {
        const [plainNext, plainFrames] = collectWithFrames(plain, chunk)
        const [partialNext, partialFrames] = collectPartialWithFrames(partial, chunk)
        expect(partialFrames).toEqual(plainFrames)
        plain = plainNext
        partial = partialNext
      }
      expect(partial).toMatchObject(plain)
    },
  )

  it.prop([streams], { numRuns: runs() })('reads along what would be read anew at each look', (stream) => {
    expect(looksOnTheWay(stream, collectPartial)).toEqual(looksOnTheWay(stream, collect))
  })

  it.prop([streams, fc.nat()], { numRuns: runs() })(
    'goes on from a state that went through JSON, or that collect made',
    ({ provider, chunks }, cut) => {
      const at = chunks.length === 0 ? 0 : cut % chunks.length
      const [early, late] = [chunks.slice(0, at), chunks.slice(at)]
      const middle = early.reduce<CollectorState>(collectPartial, initial(provider))
      const whole = looks(late.reduce(collectPartial, middle))
      const thawed: CollectorState = JSON.parse(JSON.stringify(middle))
      // As JSON: it has no way to write -0, and numbers past all that a double holds.
      expect(JSON.stringify(looks(late.reduce(collectPartial, thawed)))).toBe(JSON.stringify(whole))
      const plain = early.reduce<CollectorState>(collect, initial(provider))
      expect(looks(late.reduce<CollectorState>(collectPartial, plain))).toEqual(whole)
    },
  )

  it.prop([streams], { numRuns: runs() })(
    'touches nothing that it is given, and shares what an event does not concern (law 3)',
    ({ provider, chunks }) => {
      let frozen: CollectorState = deepFreeze(initial(provider))
      let free: CollectorState = initial(provider)
      for (const chunk of chunks) {
        const next = deepFreeze(collectPartialWithFrames(frozen, deepFreeze(structuredClone(chunk))))
        if (next[1].every(({ type }) => !type.startsWith('t') && type !== 'reset') && 'values' in frozen) {
          expect(next[0].values).toBe(frozen.values) // no text, no tool call
        }
        frozen = next[0]
        free = collectPartial(free, chunk)
      }
      expect(looks(frozen)).toEqual(looks(free))
    },
  )

  it.prop([streams], { numRuns: runs() })(
    'gives the strict input of each call that is complete',
    ({ provider, chunks }) => {
      let state: CollectorState = initial(provider)
      for (const chunk of chunks) {
        state = collectPartial(state, chunk)
        for (const [index, { input }] of toolCalls(state).entries()) {
          if (E.isRight(input)) expect(partialInput(state, index)).toBe(input.right)
        }
      }
    },
  )
})

/** Streams in which faults stand between the chunks. */
const faultyStreams: fc.Arbitrary<{
  readonly provider: Provider
  readonly items: readonly E.Either<DecodeError, Chunk>[]
}> = fc
  .tuple(streams, fc.array(fc.tuple(fc.nat(), faults()), { maxLength: 3 }))
  .map(([{ provider, chunks }, lost]) => ({
    provider,
    items: lost.reduce<readonly E.Either<DecodeError, Chunk>[]>(
      (items, [place, fault]) => items.toSpliced(place % (items.length + 1), 0, E.left(fault)),
      chunks.map((chunk) => E.right(chunk)),
    ),
  }))

describe('collectDecodedPartial', () => {
  it.prop([faultyStreams], { numRuns: runs() })(
    'comes to the state that collectDecoded comes to, and shows what would be read anew of it',
    ({ provider, items }) => {
      let plain: CollectorState = initial(provider)
      let partial: CollectorState = initial(provider)
      for (const decoded of items) {
        plain = collectDecoded(plain, decoded)
        const next = collectDecodedPartial(partial, decoded)
        const { values: _values, ...state } = next
        expect(state).toEqual(plain)
        expect(looks(next)).toEqual(looks(plain))
        partial = next
      }
    },
  )

  it.prop([streams], { numRuns: runs() })('takes a chunk as collectPartial does', ({ provider, chunks }) => {
    const partial = chunks.reduce<CollectorState>(collectPartial, initial(provider))
    const decoded = chunks
      .map((chunk) => E.right(chunk))
      .reduce<CollectorState>(collectDecodedPartial, initial(provider))
    expect(decoded).toEqual(partial)
  })
})
