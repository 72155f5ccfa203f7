import type { Cohere } from 'cohere-ai'
import { assertType, describe, expectTypeOf, it } from 'vitest'
import { type CohereStreamEvent, collect, fromCohereSdk, initial, type WireEvent } from '../../../src'

declare const sdkEvent: Cohere.V2ChatStreamResponse

describe('events of Cohere’s SDK', () => {
  it('are taken by the adapter as they are, and are events of ours then', () => {
    expectTypeOf(fromCohereSdk(sdkEvent)).toEqualTypeOf<CohereStreamEvent>()
    collect(initial('cohere'), { provider: 'cohere', event: fromCohereSdk(sdkEvent) })
  })
})

describe('the wire’s events', () => {
  it('end in a mark', () => {
    assertType<WireEvent<'cohere'>>('[DONE]')
    // @ts-expect-error other text is no event
    assertType<WireEvent<'cohere'>>('[END]')
  })
})
