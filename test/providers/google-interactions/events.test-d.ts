import type { Interactions } from '@google/genai'
import { assertType, describe, it } from 'vitest'
import {
  type CollectorState,
  collect,
  type InteractionEvent,
  type InteractionsEvent,
  initial,
  type WireEvent,
} from '../../../src'

type SdkEvent = Interactions.InteractionSSEEvent

declare const sdkEvent: SdkEvent
declare const sdkStream: AsyncIterable<SdkEvent>

describe('events of the official SDK', () => {
  it('are events of ours, without a cast', () => {
    assertType<InteractionEvent>(sdkEvent)
    assertType<WireEvent<'google-interactions'>>(sdkEvent)
  })

  it('are collected as they are', async () => {
    assertType<CollectorState<'google-interactions'>>(
      collect(initial('google-interactions'), { provider: 'google-interactions', event: sdkEvent }),
    )
    let state = initial('google-interactions')
    for await (const event of sdkStream) state = collect(state, { provider: 'google-interactions', event })
  })

  it('are collected beside the end mark, which the SDK keeps to itself', () => {
    assertType<InteractionsEvent>('[DONE]')
    // @ts-expect-error other text is no event
    assertType<InteractionsEvent>('[END]')
  })
})
