import type { Either } from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { describe, expectTypeOf, it } from 'vitest'
import {
  type AssistantMessage,
  collectText,
  type Frame,
  type LlmResponse,
  requireEnd,
  type StreamError,
  type ToolCallPart,
  textOnly,
  toAssistantMessage,
  toFrames,
  toReasoning,
  toToolCalls,
} from '../../src'

declare const array: readonly Frame[]
declare const iterable: Iterable<Frame>
declare const generator: Generator<Frame, number, undefined>
declare const stream: AsyncIterable<Frame>
declare const asyncGenerator: AsyncGenerator<Frame, void, undefined>
declare const web: ReadableStream<Frame>

describe('the helpers over frames', () => {
  it('answer at once of what is there', () => {
    expectTypeOf(collectText(array)).toEqualTypeOf<string>()
    expectTypeOf(collectText(iterable)).toEqualTypeOf<string>()
    expectTypeOf(collectText(generator, { choice: 1 })).toEqualTypeOf<string>()
    expectTypeOf(toAssistantMessage(array)).toEqualTypeOf<AssistantMessage>()
    expectTypeOf(toReasoning(array)).toEqualTypeOf<string | undefined>()
    expectTypeOf(toToolCalls(array)).toEqualTypeOf<readonly ToolCallPart[]>()
    expectTypeOf(textOnly(array)).toEqualTypeOf<Iterable<string>>()
    expectTypeOf(requireEnd(array)).toEqualTypeOf<Either<StreamError, readonly Frame[]>>()
  })

  it('answer later of what arrives', () => {
    expectTypeOf(collectText(stream)).toEqualTypeOf<Promise<string>>()
    expectTypeOf(collectText(asyncGenerator)).toEqualTypeOf<Promise<string>>()
    expectTypeOf(collectText(web)).toEqualTypeOf<Promise<string>>()
    expectTypeOf(toAssistantMessage(stream)).toEqualTypeOf<Promise<AssistantMessage>>()
    expectTypeOf(toReasoning(stream)).toEqualTypeOf<Promise<string | undefined>>()
    expectTypeOf(toToolCalls(stream)).toEqualTypeOf<Promise<readonly ToolCallPart[]>>()
    expectTypeOf(textOnly(stream)).toEqualTypeOf<AsyncIterable<string>>()
    expectTypeOf(requireEnd(stream)).toEqualTypeOf<AsyncIterable<Either<StreamError, Frame>>>()
  })

  it('stand in a pipe', () => {
    expectTypeOf(pipe(array, collectText)).toEqualTypeOf<string>()
    expectTypeOf(pipe(array, requireEnd)).toEqualTypeOf<Either<StreamError, readonly Frame[]>>()
  })

  it('make frames of a whole', () => {
    expectTypeOf(toFrames).parameter(0).toEqualTypeOf<LlmResponse | AssistantMessage>()
    expectTypeOf(toFrames).returns.toEqualTypeOf<readonly Frame[]>()
  })

  it('take nothing but frames', () => {
    // @ts-expect-error strings are no frames
    collectText(['a'])
    // @ts-expect-error a promise is neither an iterable nor a stream
    collectText(Promise.resolve(array))
  })
})
