import type { CompletionChunk, CompletionEvent } from '@mistralai/mistralai/models/components/index.js'
import { assertType, describe, expectTypeOf, it } from 'vitest'
import { collect, fromMistralSdk, initial, type MistralChunk, type WireEvent } from '../../../src'

declare const sdkEvent: CompletionEvent
declare const sdkChunk: CompletionChunk

describe('events of Mistral’s SDK', () => {
  it('are taken by the adapter as they are, and are events of ours then', () => {
    expectTypeOf(fromMistralSdk(sdkEvent)).toEqualTypeOf<MistralChunk>()
    assertType<WireEvent<'mistral'>>(fromMistralSdk(sdkChunk))
    collect(initial('mistral'), { provider: 'mistral', event: fromMistralSdk(sdkEvent) })
  })

  it('are none without it', () => {
    // @ts-expect-error the SDK has names of its own
    assertType<WireEvent<'mistral'>>(sdkEvent)
  })
})

describe('the wire’s events', () => {
  it('end in a mark', () => {
    assertType<WireEvent<'mistral'>>('[DONE]')
    // @ts-expect-error other text is no event
    assertType<WireEvent<'mistral'>>('[END]')
  })
})
