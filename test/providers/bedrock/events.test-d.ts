import type { ConverseResponse, ConverseStreamOutput, ResponseStream } from '@aws-sdk/client-bedrock-runtime'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type BedrockEvent,
  type BedrockInvokeEvent,
  type Chunk,
  collect,
  decode,
  initial,
} from '../../../src'
import { fromBedrockSdk } from '../../../src/wire'

declare const sdkEvent: ConverseStreamOutput
declare const sdkChunk: ResponseStream

describe('BedrockEvent', () => {
  it('takes every event of the official SDK as it is', () => {
    expectTypeOf<ConverseStreamOutput>().toExtend<BedrockEvent>()
    collect(initial('bedrock'), { provider: 'bedrock', event: sdkEvent })
  })

  it('takes its answer that was not streamed', () => {
    expectTypeOf<ConverseResponse>().toExtend<BedrockEvent>()
  })

  it('is what the adapter makes of it', () => {
    expectTypeOf(fromBedrockSdk(sdkEvent)).toEqualTypeOf<BedrockEvent>()
    expectTypeOf(fromBedrockSdk(new Error('thrown'))).toEqualTypeOf<BedrockEvent>()
  })

  it('is what decoding gives', () => {
    const decoded = decode('bedrock')({})
    if (decoded._tag === 'Right') expectTypeOf(decoded.right).toEqualTypeOf<Chunk<'bedrock'>>()
  })
})

describe('BedrockInvokeEvent', () => {
  it('is what the adapter makes of a chunk of the official SDK', () => {
    expectTypeOf(fromBedrockSdk(sdkChunk)).toEqualTypeOf<BedrockInvokeEvent>()
    collect(initial('bedrock-invoke'), { provider: 'bedrock-invoke', event: fromBedrockSdk(sdkChunk) })
  })

  it('is the event of any of the models, and no end mark', () => {
    expectTypeOf<Chunk<'openai'>['event']>().not.toExtend<BedrockInvokeEvent>()
    expectTypeOf<Exclude<Chunk<'openai'>['event'], '[DONE]'>>().toExtend<BedrockInvokeEvent>()
    expectTypeOf<Exclude<Chunk<'anthropic'>['event'], '[DONE]'>>().toExtend<BedrockInvokeEvent>()
    expectTypeOf<BedrockEvent>().toExtend<BedrockInvokeEvent>()
  })
})
