import type OpenAI from 'openai'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

type Sdk = OpenAI.Responses.ResponseCreateParamsStreaming

describe('a request of the Responses API', () => {
  it('is what the official SDK takes, but for items that are of any form', () => {
    type Body = Omit<RequestBody<'openai-responses'>, 'input'>
    expectTypeOf<Body>().toExtend<Omit<Sdk, 'input'>>()
    expectTypeOf<RequestBody<'openai-responses'>['input']>().toExtend<readonly { readonly type: string }[]>()
  })
})
