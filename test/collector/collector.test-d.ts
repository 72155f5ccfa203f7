import { describe, expectTypeOf, it } from 'vitest'
import {
  type CollectorState,
  close,
  closeWithFrames,
  type Frame,
  fail,
  failWithFrames,
  type Issue,
  initial,
  type LlmResponse,
  note,
  noteWithFrames,
  type ProviderError,
  type ProviderOptions,
  snapshot,
  text,
  usage,
} from '../../src'

declare const error: ProviderError
const oddity = { code: 'undecodable-event', message: 'A line is no JSON.' } as const

type OpenRouterState = CollectorState<'openrouter'>

describe('a state', () => {
  it('keeps its provider through every step', () => {
    const state = initial('openrouter')
    expectTypeOf(state).toEqualTypeOf<OpenRouterState>()
    expectTypeOf(close(state, 'cut')).toEqualTypeOf<OpenRouterState>()
    expectTypeOf(fail(state, error)).toEqualTypeOf<OpenRouterState>()
    expectTypeOf(note(state, oddity)).toEqualTypeOf<OpenRouterState>()
    expectTypeOf(closeWithFrames(state)).toEqualTypeOf<readonly [OpenRouterState, readonly Frame[]]>()
    expectTypeOf(failWithFrames(state, error)).toEqualTypeOf<readonly [OpenRouterState, readonly Frame[]]>()
    expectTypeOf(noteWithFrames(state, oddity)).toEqualTypeOf<readonly [OpenRouterState, readonly Frame[]]>()
  })

  it('of any provider is read the same way', () => {
    expectTypeOf(snapshot).parameter(0).toEqualTypeOf<CollectorState>()
    expectTypeOf(snapshot).returns.toEqualTypeOf<LlmResponse>()
    expectTypeOf(text).returns.toBeString()
    expectTypeOf(usage).returns.toEqualTypeOf<LlmResponse['usage'] | undefined>()
  })

  it('is readonly', () => {
    expectTypeOf<CollectorState>().toEqualTypeOf<Readonly<CollectorState>>()
    expectTypeOf<CollectorState['head']>().toEqualTypeOf<Readonly<CollectorState['head']>>()
  })
})

describe('what the caller says', () => {
  it('is one of the ways a stream ends', () => {
    // @ts-expect-error no such reason
    close(initial('openai'), 'timeout')
  })

  it('is an issue of a known code, which the collector counts', () => {
    // @ts-expect-error no such code
    note(initial('openai'), { code: 'no-such-code', message: '' })
    expectTypeOf<Parameters<typeof note>[1]>().toEqualTypeOf<Omit<Issue, 'count'>>()
  })

  it('is one of the options', () => {
    expectTypeOf<ProviderOptions['thinkTags']>().toEqualTypeOf<boolean | 'inside' | undefined>()
    // @ts-expect-error no such option
    initial('openai', { choices: 1, temperature: 0 })
  })
})
