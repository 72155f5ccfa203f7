import type { ChatCompletionStreamRequest$Outbound } from '@mistralai/mistralai/models/components/index.js'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

type Sent = ChatCompletionStreamRequest$Outbound
type Ours<Role> = Extract<RequestBody<'mistral'>['messages'][number], { role: Role }>
type Theirs<Role> = Extract<Sent['messages'][number], { role: Role }>

describe('a request of Mistral’s chat completions', () => {
  it('is what the official SDK sends', () => {
    expectTypeOf<Omit<RequestBody<'mistral'>, 'messages'>>().toExtend<Omit<Sent, 'messages'>>()
  })

  it('has messages as the SDK sends them, but for the defaults that it fills in', () => {
    expectTypeOf<Ours<'system' | 'user' | 'tool'>>().toExtend<Sent['messages'][number]>()
    expectTypeOf<Ours<'assistant'>['content']>().toExtend<Theirs<'assistant'>['content']>()
    type Call = NonNullable<Theirs<'assistant'>['tool_calls']>[number]
    expectTypeOf<NonNullable<Ours<'assistant'>['tool_calls']>[number]>().toExtend<Omit<Call, 'index'>>()
  })
})
