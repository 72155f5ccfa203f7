import type Anthropic from '@anthropic-ai/sdk'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

describe('a request of the Messages API', () => {
  it('is what the official SDK takes, but for blocks that are of any form', () => {
    type Body = Omit<RequestBody<'anthropic'>, 'messages'>
    expectTypeOf<Body>().toExtend<Omit<Anthropic.Messages.MessageCreateParamsStreaming, 'messages'>>()
    type Role = RequestBody<'anthropic'>['messages'][number]['role']
    expectTypeOf<Role>().toExtend<Anthropic.Messages.MessageParam['role']>()
  })
})
