import type { GenerateContentResponse } from '@google/genai'
import { assertType, describe, it } from 'vitest'
import {
  type CollectorState,
  collect,
  type GenerateContentChunk,
  type GenerateContentEvent,
  initial,
  type WireEvent,
} from '../../../src'

declare const sdkChunk: GenerateContentResponse
declare const sdkStream: AsyncGenerator<GenerateContentResponse>

describe('chunks of the official SDK', () => {
  it('are events of ours, without a cast', () => {
    assertType<GenerateContentChunk>(sdkChunk)
    assertType<WireEvent<'google'>>(sdkChunk)
  })

  it('are collected as they are', async () => {
    assertType<CollectorState<'google'>>(collect(initial('google'), { provider: 'google', event: sdkChunk }))
    let state = initial('google')
    for await (const event of sdkStream) state = collect(state, { provider: 'google', event })
  })

  it('are collected beside an end mark, which gateways add', () => {
    assertType<GenerateContentEvent>('[DONE]')
    // @ts-expect-error other text is no event
    assertType<GenerateContentEvent>('[END]')
  })
})
