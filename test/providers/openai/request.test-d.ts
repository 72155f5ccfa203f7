import type OpenAI from 'openai'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

describe('a request of Chat Completions', () => {
  it('is what the official SDK takes', () => {
    expectTypeOf<RequestBody<'openai'>>().toExtend<OpenAI.Chat.ChatCompletionCreateParamsStreaming>()
  })
})
