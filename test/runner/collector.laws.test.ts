import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { type Chunk, collect, initial, outputChars, providers } from '../../src'
import {
  createCollector,
  createSessionCollector,
  ModelError,
  type ModelPart,
  ModelRunner,
  type ResponseCollector,
  tool,
} from '../../src/runner'
import { hostileEvents, wireEvents } from '../../src/testing'
import { cuts } from '../support/cuts'
import { cut } from '../support/cutting'
import { runs } from '../support/runs'
import { filled, piece } from './support'

const any = tool({ name: 'any', schema: {}, resolve: (value) => value })

/** Objects, as arguments have to be. */
const objects = (): fc.Arbitrary<object> =>
  fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 4 })

/** Chunks of any dialect, well-formed ones and others. */
const streams: fc.Arbitrary<readonly Chunk[]> = fc.oneof(
  ...providers.map(
    (provider) =>
      fc
        .oneof(wireEvents(provider), hostileEvents(provider))
        .map((events) => events.map((event) => ({ provider, event }) as Chunk)), // tag and event belong together
  ),
)

/** What `finish` comes to, thrown or given. */
const endOf = (collector: ResponseCollector<unknown>): unknown => {
  try {
    return E.right(collector.finish())
  } catch (thrown) {
    if (thrown instanceof ModelError) return E.left({ ...thrown, message: thrown.message })
    throw thrown
  }
}

const charsOf = (part: ModelPart): number =>
  typeof part === 'string' ? part.length : 'arguments' in part ? (part.arguments ?? '').length : 0

interface CutCall {
  readonly input: object
  readonly pieces: readonly string[]
}

/** Calls with known inputs, each with its arguments in pieces. */
const cutCalls = (): fc.Arbitrary<readonly CutCall[]> =>
  fc.array(
    fc.tuple(objects(), cuts()).map(([input, at]) => ({ input, pieces: cut(JSON.stringify(input), at) })),
    { minLength: 1, maxLength: 5 },
  )

/** The pieces of all calls, taking turns as the dice say; each call's own stay in order. */
const interleaved = (calls: readonly CutCall[], dice: readonly number[]): readonly ModelPart[] => {
  const parts: ModelPart[] = calls.map((_, index) => piece(index, '', { id: `c${index}`, name: 'any' }))
  const left = calls.map(({ pieces }, index) => ({ index, pieces: [...pieces] }))
  for (let turn = 0; left.some(({ pieces }) => pieces.length > 0); turn++) {
    const open = left.filter(({ pieces }) => pieces.length > 0)
    const next = open[(dice[turn] ?? 0) % open.length]
    const text = next?.pieces.shift()
    if (next !== undefined && text !== undefined) parts.push(piece(next.index, text))
  }
  return parts
}

describe('a collector', () => {
  it.prop([fc.jsonValue(), cuts()], { numRuns: runs(300) })(
    'any cut of a text gives the same value',
    (value, at) => {
      const json = JSON.stringify(value)
      const parts = cut(json, at)
      const collector = filled(createCollector({ tools: [any] }), parts)
      expect(collector.outputChars).toBe(json.length)
      expect(collector.finish()).toEqual(JSON.parse(json))
    },
  )

  it.prop([fc.string({ unit: 'binary' }), cuts()], { numRuns: runs(300) })(
    'any cut of any text ends in the same way, well or not',
    (text, at) => {
      const whole = filled(createCollector({ tools: [any] }), [text])
      expect(endOf(filled(createCollector({ tools: [any] }), cut(text, at)))).toEqual(endOf(whole))
      expect(filled(createCollector(), [...cut(text, at), '']).finish()).toBe(text)
    },
  )

  it.prop([cutCalls(), fc.array(fc.nat())], { numRuns: runs(300) })(
    'calls that take turns are told apart by their index',
    (calls, dice) => {
      const parts = interleaved(calls, dice)
      const collector = createSessionCollector({ tools: [any] })
      let chars = 0
      for (const part of parts) {
        collector.push(part)
        chars += charsOf(part)
        expect(collector.outputChars).toBe(chars)
      }
      expect(collector.calls?.map(({ argumentChars }) => argumentChars)).toEqual(
        calls.map(({ pieces }) => pieces.join('').length),
      )
      expect(collector.finish()).toEqual({
        text: '',
        results: calls.map(({ input }) => JSON.parse(JSON.stringify(input))),
      })
    },
  )

  it.prop([streams], { numRuns: runs(300) })(
    'counts a provider’s events as the state does, and ends only with errors of its own',
    (chunks) => {
      const collector = createCollector()
      let state = initial(chunks[0]?.provider ?? 'openai')
      for (const chunk of chunks) {
        collector.push(chunk)
        state = collect(state, chunk)
        expect(collector.outputChars).toBe(outputChars(state))
      }
      endOf(collector)
    },
  )

  it.prop([fc.array(fc.string(), { minLength: 1 }), fc.nat(60)], { numRuns: runs(300) })(
    'of a runner is left at the first part over the budget, and never before',
    async (texts, maxOutputChars) => {
      let said = ''
      const provider = async function* () {
        for (const text of texts) {
          said += text
          yield text
        }
      }
      const upTo = texts.map((_, n) => texts.slice(0, n + 1).join(''))
      const over = upTo.find(({ length }) => length > maxOutputChars)
      const ending = await new ModelRunner({ provider, maxOutputChars }).invoke('Hi').then(
        ({ value }) => ({ value }),
        ({ code, text }) => ({ code, text }),
      )
      expect(ending).toEqual(
        over === undefined ? { value: upTo.at(-1) } : { code: 'output-over-budget', text: over },
      )
      expect(said).toBe(over ?? upTo.at(-1))
    },
  )
})
