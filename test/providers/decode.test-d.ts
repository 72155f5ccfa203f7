import type * as E from 'fp-ts/Either'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type ChatCompletionEvent,
  type Chunk,
  collect,
  decode,
  initial,
  type NotAnEvent,
  type OpenRouterEvent,
  type Provider,
} from '../../src'

describe('decode', () => {
  it('gives a chunk of the provider it was asked for', () => {
    expectTypeOf(decode('openai')).toEqualTypeOf<(json: unknown) => E.Either<NotAnEvent, Chunk<'openai'>>>()
    expectTypeOf(decode('openrouter')({})).toEqualTypeOf<E.Either<NotAnEvent, Chunk<'openrouter'>>>()
  })

  it('takes only providers that are known', () => {
    // @ts-expect-error no such provider
    decode('no-such-provider')
    // @ts-expect-error no such provider
    initial('no-such-provider')
  })
})

describe('Chunk', () => {
  it('narrows its event by its provider', () => {
    const eventOf = (chunk: Chunk<'openai' | 'openrouter'>): OpenRouterEvent => {
      switch (chunk.provider) {
        case 'openai':
          expectTypeOf(chunk.event).toEqualTypeOf<ChatCompletionEvent>()
          return chunk.event
        case 'openrouter':
          expectTypeOf(chunk.event).toEqualTypeOf<OpenRouterEvent>()
          return chunk.event
      }
    }
    expectTypeOf<Parameters<typeof eventOf>[0]>().toExtend<Chunk>()
  })

  it('has a member for each provider', () => {
    expectTypeOf<Chunk['provider']>().toEqualTypeOf<Provider>()
    expectTypeOf<Extract<Chunk, { readonly provider: 'openai' }>>().toEqualTypeOf<Chunk<'openai'>>()
    // @ts-expect-error a chunk without its tag is none
    collect(initial('openai'), { event: {} })
  })
})
