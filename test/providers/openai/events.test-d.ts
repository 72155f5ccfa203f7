import type * as E from 'fp-ts/Either'
import type OpenAI from 'openai'
import { assertType, describe, expectTypeOf, it } from 'vitest'
import {
  type ChatCompletionChunk,
  type ChatCompletionEvent,
  type Chunk,
  type CollectError,
  type CollectorState,
  type ContentPart,
  collect,
  collectAll,
  collectWithFrames,
  decode,
  type Frame,
  finalize,
  type Issue,
  initial,
  type Json,
  type LlmResponse,
  type NotAnEvent,
  type OpenRouterEvent,
  type Provider,
  type ToolInputError,
  type WireEvent,
} from '../../../src'

type SdkChunk = OpenAI.Chat.ChatCompletionChunk

declare const sdkChunk: SdkChunk
declare const sdkStream: AsyncIterable<SdkChunk>

describe('events of the official SDK', () => {
  it('are events of ours, without a cast', () => {
    assertType<ChatCompletionChunk>(sdkChunk)
    assertType<WireEvent<'openai'>>(sdkChunk)
    assertType<WireEvent<'openrouter'>>(sdkChunk)
  })

  it('are collected as they are', async () => {
    assertType<CollectorState<'openai'>>(collect(initial('openai'), { provider: 'openai', event: sdkChunk }))
    let state = initial('openai')
    for await (const event of sdkStream) state = collect(state, { provider: 'openai', event })
    expectTypeOf(finalize(state)).toEqualTypeOf<E.Either<CollectError, LlmResponse>>()
  })

  it('are collected beside the end mark, which the SDK keeps to itself', () => {
    assertType<ChatCompletionEvent>('[DONE]')
    // @ts-expect-error other text is no event
    assertType<ChatCompletionEvent>('[END]')
  })
})

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
    const eventOf = (chunk: Chunk): OpenRouterEvent | undefined => {
      switch (chunk.provider) {
        case 'openai':
          expectTypeOf(chunk.event).toEqualTypeOf<ChatCompletionEvent>()
          return chunk.event
        case 'openrouter':
          expectTypeOf(chunk.event).toEqualTypeOf<OpenRouterEvent>()
          return chunk.event
        default:
          return undefined
      }
    }
    expectTypeOf(eventOf).parameter(0).toEqualTypeOf<Chunk>()
  })

  it('has a member for each provider', () => {
    expectTypeOf<Chunk['provider']>().toEqualTypeOf<Provider>()
    expectTypeOf<Extract<Chunk, { readonly provider: 'openai' }>>().toEqualTypeOf<Chunk<'openai'>>()
    // @ts-expect-error a chunk without its tag is none
    collect(initial('openai'), { event: sdkChunk })
  })
})

describe('collect', () => {
  it('is a reducer', () => {
    const chunks: readonly Chunk<'openai'>[] = []
    expectTypeOf(chunks.reduce(collect, initial('openai'))).toEqualTypeOf<CollectorState<'openai'>>()
    const mixed: readonly Chunk[] = chunks
    expectTypeOf(mixed.reduce(collect, initial('openai'))).toEqualTypeOf<CollectorState<'openai'>>()
    expectTypeOf(collectAll('openrouter', mixed)).toEqualTypeOf<CollectorState<'openrouter'>>()
  })

  it('keeps the provider of the state with frames, too', () => {
    const chunk: Chunk<'openai'> = { provider: 'openai', event: sdkChunk }
    expectTypeOf(collectWithFrames(initial('openai'), chunk)).toEqualTypeOf<
      readonly [CollectorState<'openai'>, readonly Frame[]]
    >()
  })
})

describe('LlmResponse', () => {
  it('is readonly all the way down', () => {
    expectTypeOf<LlmResponse>().toEqualTypeOf<Readonly<LlmResponse>>()
    expectTypeOf<LlmResponse['message']>().toEqualTypeOf<Readonly<LlmResponse['message']>>()
    expectTypeOf<LlmResponse['message']['content']>().toEqualTypeOf<readonly ContentPart[]>()
    expectTypeOf<LlmResponse['issues']>().toEqualTypeOf<readonly Issue[]>()
    expectTypeOf<LlmResponse['finishReason']>().toEqualTypeOf<Readonly<LlmResponse['finishReason']>>()
    expectTypeOf<NonNullable<LlmResponse['usage']>>().toEqualTypeOf<
      Readonly<NonNullable<LlmResponse['usage']>>
    >()
    expectTypeOf<LlmResponse['toolCalls'][number]>().toEqualTypeOf<
      Readonly<LlmResponse['toolCalls'][number]>
    >()
    expectTypeOf<LlmResponse['toolCalls']>().not.toExtend<unknown[]>()
    expectTypeOf<NonNullable<LlmResponse['alternatives']>>().not.toExtend<unknown[]>()
  })

  it('has calls whose input says whether it can be used', () => {
    expectTypeOf<LlmResponse['toolCalls'][number]['input']>().toEqualTypeOf<E.Either<ToolInputError, Json>>()
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

describe('Frame', () => {
  it('is closed: a switch over all its types needs no default', () => {
    const isOfPart = (frame: Frame): boolean => {
      switch (frame.type) {
        case 'text-delta':
        case 'text-complete':
        case 'reasoning-delta':
        case 'reasoning-complete':
        case 'tool-call-delta':
        case 'tool-call-complete':
        case 'refusal-delta':
        case 'refusal-complete':
        case 'audio-delta':
        case 'citation':
        case 'server-tool-call-delta':
        case 'part':
        case 'reset':
          expectTypeOf(frame.part).toBeNumber()
          return true
        case 'start':
        case 'usage':
        case 'logprobs':
        case 'metadata':
        case 'issue':
        case 'error':
        case 'end':
          expectTypeOf(frame).not.toHaveProperty('part')
          return false
      }
    }
    expectTypeOf(isOfPart).returns.toBeBoolean()
  })
})
