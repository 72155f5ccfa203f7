import type { ChatResponse } from 'ollama'
import { assertType, describe, it } from 'vitest'
import { type CollectorState, collect, initial, type OllamaEvent, type WireEvent } from '../../../src'

declare const sdkEvent: ChatResponse
declare const sdkStream: AsyncIterable<ChatResponse>

describe('events of Ollama’s SDK', () => {
  it('are events of ours, without a cast', () => {
    assertType<OllamaEvent>(sdkEvent)
    assertType<WireEvent<'ollama'>>(sdkEvent)
  })

  it('are collected as they are', async () => {
    let state = initial('ollama')
    for await (const event of sdkStream) state = collect(state, { provider: 'ollama', event })
    assertType<CollectorState<'ollama'>>(state)
  })

  it('are not those of other dialects', () => {
    // @ts-expect-error a line has no choices to read
    assertType<WireEvent<'ollama'>>('[DONE]')
  })
})
