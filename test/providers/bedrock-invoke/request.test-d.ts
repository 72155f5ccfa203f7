import type Anthropic from '@anthropic-ai/sdk'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

describe('a request of InvokeModel to Claude', () => {
  it('is one of the Messages API without its model, but for blocks that are of any form', () => {
    type Body = Omit<RequestBody<'bedrock-invoke'>, 'messages'>
    expectTypeOf<Body>().toExtend<
      Omit<Anthropic.Messages.MessageCreateParamsStreaming, 'messages' | 'model' | 'stream'>
    >()
    expectTypeOf<Body>().not.toHaveProperty('model')
  })
})
