import type * as E from 'fp-ts/Either'
import type OpenAI from 'openai'
import { assertType, describe, expectTypeOf, it } from 'vitest'
import {
  type ChatCompletionChunk,
  type ChatCompletionEvent,
  type CollectError,
  type CollectorState,
  collect,
  finalize,
  initial,
  type LlmResponse,
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
