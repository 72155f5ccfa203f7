import type { ChatRequest } from 'ollama'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

describe('a request of Ollama’s chat', () => {
  it('is what the official SDK takes', () => {
    expectTypeOf<RequestBody<'ollama'>>().toExtend<ChatRequest & { stream: true }>()
  })
})
