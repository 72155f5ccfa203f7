import { describe, expectTypeOf, it } from 'vitest'
import {
  type Chunk,
  type CollectError,
  type CollectorState,
  collect,
  collectAll,
  collectWithFrames,
  type Frame,
  initial,
  type LlmResponse,
} from '../../src'

describe('collect', () => {
  it('is a reducer', () => {
    const chunks: readonly Chunk<'openai'>[] = []
    expectTypeOf(chunks.reduce(collect, initial('openai'))).toEqualTypeOf<CollectorState<'openai'>>()
    const mixed: readonly Chunk[] = chunks
    expectTypeOf(mixed.reduce(collect, initial('openai'))).toEqualTypeOf<CollectorState<'openai'>>()
    expectTypeOf(collectAll('openrouter', mixed)).toEqualTypeOf<CollectorState<'openrouter'>>()
  })

  it('keeps the provider of the state with frames, too', () => {
    const chunk: Chunk<'openai'> = { provider: 'openai', event: {} }
    expectTypeOf(collectWithFrames(initial('openai'), chunk)).toEqualTypeOf<
      readonly [CollectorState<'openai'>, readonly Frame[]]
    >()
  })
})

describe('CollectError', () => {
  it('narrows by its code and always holds the partial response', () => {
    const messageOf = (error: CollectError): string => {
      expectTypeOf(error.partial).toEqualTypeOf<LlmResponse>()
      switch (error.code) {
        case 'provider-error':
          return error.error.message
        case 'incomplete-stream':
        case 'empty-stream':
          return error.reason
      }
    }
    expectTypeOf(messageOf).returns.toBeString()
  })
})
