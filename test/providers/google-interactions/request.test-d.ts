import type { Interactions } from '@google/genai'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

type Sdk = Interactions.CreateModelInteractionParamsStreaming

describe('a request of the Interactions API', () => {
  it('is what the official SDK takes, but for steps that are of any form', () => {
    type Body = Omit<RequestBody<'google-interactions'>, 'input'>
    expectTypeOf<Body>().toExtend<Omit<Sdk, 'input'>>()
    expectTypeOf<RequestBody<'google-interactions'>['input']>().toExtend<
      readonly { readonly type: string }[]
    >()
  })
})
