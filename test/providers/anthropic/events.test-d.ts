import type Anthropic from '@anthropic-ai/sdk'
import type * as E from 'fp-ts/Either'
import { assertType, describe, expectTypeOf, it } from 'vitest'
import {
  type AnthropicBlock,
  type AnthropicEvent,
  type Chunk,
  type CollectError,
  type CollectorState,
  collect,
  decode,
  finalize,
  initial,
  type LlmResponse,
  type NotAnEvent,
  type WireEvent,
} from '../../../src'

declare const sdkEvent: Anthropic.RawMessageStreamEvent
declare const betaEvent: Anthropic.Beta.BetaRawMessageStreamEvent
declare const sdkStream: AsyncIterable<Anthropic.MessageStreamEvent>
declare const sdkMessage: Anthropic.Message
declare const betaMessage: Anthropic.Beta.BetaMessage
declare const sdkBlock: Anthropic.ContentBlock

describe('events of the official SDK', () => {
  it('are events of ours, without a cast', () => {
    assertType<AnthropicEvent>(sdkEvent)
    assertType<WireEvent<'anthropic'>>(sdkEvent)
    assertType<AnthropicEvent>(betaEvent)
    assertType<AnthropicBlock>(sdkBlock)
  })

  it('are collected as they are', async () => {
    let state = initial('anthropic')
    for await (const event of sdkStream) state = collect(state, { provider: 'anthropic', event })
    assertType<CollectorState<'anthropic'>>(state)
    expectTypeOf(finalize(state)).toEqualTypeOf<E.Either<CollectError, LlmResponse>>()
  })

  it('may be the whole message of a call that was not streamed', () => {
    assertType<AnthropicEvent>(sdkMessage)
    assertType<AnthropicEvent>(betaMessage)
  })

  it('are told from each other by their type', () => {
    const textOf = (event: AnthropicEvent): string => {
      if (event === '[DONE]' || event.type !== 'content_block_delta') return ''
      expectTypeOf(event.index).toEqualTypeOf<number | null | undefined>()
      return event.delta?.text ?? ''
    }
    expectTypeOf(textOf).parameter(0).toEqualTypeOf<AnthropicEvent>()
    // @ts-expect-error other text is no event
    assertType<AnthropicEvent>('[END]')
  })
})

describe('decode', () => {
  it('gives a chunk of the Messages API', () => {
    expectTypeOf(decode('anthropic')).toEqualTypeOf<
      (json: unknown) => E.Either<NotAnEvent, Chunk<'anthropic'>>
    >()
  })
})
