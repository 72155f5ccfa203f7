import fc from 'fast-check'
import * as E from 'fp-ts/Either'
import { collect, finalize, initial } from '../collector'
import type { LlmResponse, Provider } from '../frames'
import type { Chunk, ProviderOptions, WireEvent } from '../providers'
import { collectDecoded, encodeRecording, readChunks } from '../wire'
import { cuttings, hostileEvents, wireEvents } from './arbitraries'
import {
  BrokenLaw,
  type Check,
  isComplete,
  isDeterministic,
  isFoldModelled,
  isImmutableAndShared,
  isLinear,
  isMonotone,
  isSerialisable,
  isShortWayTrue,
  isTotal,
  responseOf,
} from './checks'
import type { Cutting } from './cutting'
import { difference } from './data'
import { scripts } from './script'
import { carried, expected, synthesize, told } from './synthesize'

/** One law as a property over a provider's streams. */
export interface Law {
  readonly number: number
  /** The law as a sentence. */
  readonly title: string
  readonly property: fc.IRawProperty<unknown>
}

/** What an official SDK makes of a stream, reduced to what it and a response both tell; null when it refuses the stream. */
export type Oracle<P extends Provider, T> = {
  readonly accumulate: (events: readonly WireEvent<P>[]) => Promise<T | null>
  readonly tell: (response: LlmResponse) => T
}

/**
 * The laws that every provider keeps, over well-formed and hostile streams of it.
 *
 * ```ts
 * for (const { title, property } of laws('openai')) it(title, () => fc.assert(property, { numRuns: 1_000 }))
 * ```
 */
export const laws = <P extends Provider, T = never>(provider: P, oracle?: Oracle<P, T>): readonly Law[] => [
  overAnyStream(provider, 1, 'the same chunks give the same state', isDeterministic),
  overAnyStream(provider, 1, 'the short way says what the long way says', isShortWayTrue),
  overAnyStream(provider, 1, 'the fold comes to what its plain model comes to', isFoldModelled),
  overAnyStream(provider, 2, 'no chunk throws, whatever it holds', isTotal),
  overAnyStream(
    provider,
    3,
    'nothing is mutated, and untouched parts keep their identity',
    isImmutableAndShared,
  ),
  overAnyStream(
    provider,
    4,
    'a state goes through JSON at any point and on to the same result',
    isSerialisable,
  ),
  { number: 5, title: 'the bytes may be cut anywhere (law 5)', property: bytesCutAnywhere(provider) },
  {
    number: 5,
    title: 'the deltas may be cut anywhere and take any turns (law 5)',
    property: deltasCutAnywhere(provider),
  },
  overAnyStream(provider, 6, 'deltas join to completes, one a part, before the last word', isComplete),
  overAnyStream(provider, 7, 'text only grows, unless a reset came', isMonotone),
  ...(oracle === undefined
    ? []
    : [
        {
          number: 8,
          title: 'the response is what the official SDK accumulates (law 8)',
          property: faithful(provider, oracle),
        },
      ]),
  overAnyStream(provider, 10, 'what a chunk makes anew does not grow with the stream', isLinear),
]

const overAnyStream = <P extends Provider>(
  provider: P,
  number: number,
  title: string,
  check: Check,
): Law => ({
  number,
  title: `${title} (law ${number})`,
  property: fc.property(anyStream(provider), options(), (events, given) =>
    check({ provider, events, options: given }),
  ),
})

const anyStream = <P extends Provider>(provider: P): fc.Arbitrary<readonly WireEvent<P>[]> =>
  fc.oneof(wireEvents(provider), hostileEvents(provider))

/** What a caller may know beforehand, right or wrong. */
const options = (): fc.Arbitrary<ProviderOptions> =>
  fc.record(
    {
      choices: fc.integer({ min: 1, max: 3 }),
      thinkTags: fc.constantFrom<boolean | 'inside'>(true, false, 'inside'),
      cumulative: fc.boolean(),
    },
    { requiredKeys: [] },
  )

const same = (actual: unknown, wanted: unknown, what: string): void => {
  const found = difference(actual, wanted)
  if (found !== undefined) throw new BrokenLaw(`${what}: ${found}`)
}

const foldEvents = <P extends Provider>(provider: P, events: readonly WireEvent<P>[]): LlmResponse => {
  const chunks = events.map((event) => ({ provider, event }) as Chunk) // tag and event belong together
  return responseOf(finalize(chunks.reduce(collect, initial(provider))))
}

const deltasCutAnywhere = (provider: Provider) =>
  fc.property(scripts(), cuttings(), (script, cutting) => {
    const response = foldEvents(provider, synthesize(provider, script, cutting))
    same(told(response), expected(carried(provider, script)), 'the response is not what was said')
  })

const bytesCutAnywhere = <P extends Provider>(provider: P) =>
  fc.asyncProperty(wireEvents(provider), cuttings(), async (events, cutting) => {
    const chunks = events.map((event) => ({ provider, event }) as Chunk<P>) // tag and event belong together
    const bytes = encodeRecording(provider, chunks)
    let state = initial(provider)
    for await (const decoded of readChunks(provider, cutBytes(bytes, cutting)))
      state = collectDecoded(state, decoded)
    same(responseOf(finalize(state)), foldEvents(provider, events), 'the cut bytes fold otherwise')
  })

/** The bytes in pieces of the lengths that a cutting gives, read round and round. */
const cutBytes = (bytes: Uint8Array, cutting: Cutting): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = []
  for (let start = 0, n = 0; start < bytes.length; n++) {
    const length = 1 + (cutting.length === 0 ? bytes.length : (cutting[n % cutting.length] ?? 0))
    pieces.push(bytes.slice(start, start + length))
    start += length
  }
  return pieces
}

const faithful = <P extends Provider, T>(provider: P, oracle: Oracle<P, T>) =>
  fc.asyncProperty(wireEvents(provider), async (events) => {
    const theirs = await oracle.accumulate(events)
    if (theirs === null) return
    const chunks = events.map((event) => ({ provider, event }) as Chunk) // tag and event belong together
    const result = finalize(chunks.reduce(collect, initial(provider)))
    if (E.isLeft(result)) throw new BrokenLaw(`the SDK has a response, and we have ${result.left.code}`)
    same(oracle.tell(result.right), theirs, 'the SDK accumulates otherwise')
  })
