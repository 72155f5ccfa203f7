import type { Response, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type Chunk,
  collect,
  collectAll,
  initial,
  type ResponsesEvent,
  type ResponsesItem,
  type ResponsesObject,
  type ResponsesStreamEvent,
} from '../../../src'

declare const sdkEvent: ResponseStreamEvent
declare const sdkEvents: readonly ResponseStreamEvent[]

describe('the events of the `openai` package', () => {
  it('are wire events as they are, without a cast', () => {
    expectTypeOf<ResponseStreamEvent>().toExtend<ResponsesEvent>()
    expectTypeOf<ResponseStreamEvent>().toExtend<ResponsesStreamEvent>()
    expectTypeOf<Response>().toExtend<ResponsesObject>()
    expectTypeOf<ResponseOutputItem>().toExtend<ResponsesItem>()
  })

  it('are collected as they are', () => {
    collect(initial('openai-responses'), { provider: 'openai-responses', event: sdkEvent })
    collectAll(
      'openai-responses',
      sdkEvents.map((event) => ({ provider: 'openai-responses', event })),
    )
  })
})

describe('Chunk', () => {
  it('narrows its event by its provider', () => {
    expectTypeOf<Extract<Chunk, { readonly provider: 'openai-responses' }>>().toEqualTypeOf<
      Chunk<'openai-responses'>
    >()
    expectTypeOf<Chunk<'openai-responses'>['event']>().toEqualTypeOf<ResponsesStreamEvent>()
  })

  it('takes no event of another shape', () => {
    // @ts-expect-error a number is no event
    collect(initial('openai-responses'), { provider: 'openai-responses', event: 42 })
    // @ts-expect-error an item is no text
    collect(initial('openai-responses'), { provider: 'openai-responses', event: { item: 'message' } })
  })
})
