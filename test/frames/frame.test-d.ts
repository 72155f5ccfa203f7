import type * as E from 'fp-ts/Either'
import { describe, expectTypeOf, it } from 'vitest'
import type { ContentPart, Frame, Issue, Json, LlmResponse, ToolInputError } from '../../src'

describe('Frame', () => {
  it('is closed: a switch over all its types needs no default', () => {
    const isOfPart = (frame: Frame): boolean => {
      switch (frame.type) {
        case 'text-delta':
        case 'text-complete':
        case 'reasoning-delta':
        case 'reasoning-complete':
        case 'tool-call-delta':
        case 'tool-call-complete':
        case 'refusal-delta':
        case 'refusal-complete':
        case 'audio-delta':
        case 'citation':
        case 'server-tool-call-delta':
        case 'part':
        case 'reset':
          expectTypeOf(frame.part).toBeNumber()
          return true
        case 'start':
        case 'usage':
        case 'logprobs':
        case 'metadata':
        case 'issue':
        case 'error':
        case 'end':
          expectTypeOf(frame).not.toHaveProperty('part')
          return false
      }
    }
    expectTypeOf(isOfPart).returns.toBeBoolean()
  })
})

describe('LlmResponse', () => {
  it('is readonly all the way down', () => {
    expectTypeOf<LlmResponse>().toEqualTypeOf<Readonly<LlmResponse>>()
    expectTypeOf<LlmResponse['message']>().toEqualTypeOf<Readonly<LlmResponse['message']>>()
    expectTypeOf<LlmResponse['message']['content']>().toEqualTypeOf<readonly ContentPart[]>()
    expectTypeOf<LlmResponse['issues']>().toEqualTypeOf<readonly Issue[]>()
    expectTypeOf<LlmResponse['finishReason']>().toEqualTypeOf<Readonly<LlmResponse['finishReason']>>()
    expectTypeOf<NonNullable<LlmResponse['usage']>>().toEqualTypeOf<
      Readonly<NonNullable<LlmResponse['usage']>>
    >()
    expectTypeOf<LlmResponse['toolCalls'][number]>().toEqualTypeOf<
      Readonly<LlmResponse['toolCalls'][number]>
    >()
    expectTypeOf<LlmResponse['toolCalls']>().not.toExtend<unknown[]>()
    expectTypeOf<NonNullable<LlmResponse['alternatives']>>().not.toExtend<unknown[]>()
  })

  it('has calls whose input says whether it can be used', () => {
    expectTypeOf<LlmResponse['toolCalls'][number]['input']>().toEqualTypeOf<E.Either<ToolInputError, Json>>()
  })
})
