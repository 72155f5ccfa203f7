import type { ConverseStreamCommandInput } from '@aws-sdk/client-bedrock-runtime'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'
import { toBedrockSdk } from '../../../src/wire'

declare const body: RequestBody<'bedrock'>

describe('a request of ConverseStream', () => {
  it('is what the official SDK takes, once its base64 is bytes', () => {
    expectTypeOf(toBedrockSdk(body)).toExtend<ConverseStreamCommandInput>()
  })

  it('is in all else what the SDK takes', () => {
    expectTypeOf<Omit<RequestBody<'bedrock'>, 'messages'>>().toExtend<
      Omit<ConverseStreamCommandInput, 'messages'>
    >()
  })
})
