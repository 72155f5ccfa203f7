import type * as E from 'fp-ts/Either'
import { describe, expectTypeOf, it } from 'vitest'
import { type CollectorState, collectAll, initial, type Provider } from '../../src'
import {
  collectDecoded,
  collectDecodedWithFrames,
  type Decoded,
  type DecodeError,
  decodeRecording,
  readChunks,
  readResponse,
  readStates,
} from '../../src/wire'

declare const bytes: Uint8Array
declare const response: Response
declare const nodeStream: NodeJS.ReadableStream & AsyncIterable<Buffer>

describe('the types of wire', () => {
  it('keep the dialect from the call to the event', () => {
    const decoded = decodeRecording('openrouter', bytes)
    expectTypeOf(decoded).toEqualTypeOf<readonly Decoded<'openrouter'>[]>()
    expectTypeOf(readChunks('openai', response)).toEqualTypeOf<AsyncIterableIterator<Decoded<'openai'>>>()
    expectTypeOf(readStates('openai', response)).toEqualTypeOf<
      AsyncIterableIterator<CollectorState<'openai'>>
    >()
    expectTypeOf(decoded.reduce(collectDecoded, initial('openrouter'))).toEqualTypeOf<
      CollectorState<'openrouter'>
    >()
    expectTypeOf(collectDecodedWithFrames(collectAll('openai', []), decoded[0] as Decoded)[0]).toEqualTypeOf<
      CollectorState<'openai'>
    >()
  })

  it('serve a caller who leaves the dialect open', () => {
    const fold = <P extends Provider>(provider: P, recording: string): CollectorState<P> =>
      decodeRecording(provider, recording).reduce<CollectorState<P>>(collectDecoded, initial(provider))
    expectTypeOf(fold('openai', '')).toEqualTypeOf<CollectorState<'openai'>>()
  })

  it('take the sources that the platform gives', () => {
    readResponse('openai', response)
    readResponse('openai', nodeStream)
    readResponse('openai', [bytes, 'text'])
    if (response.body !== null) readResponse('openai', response.body)
    // @ts-expect-error decoded events are no bytes
    readResponse('openai', [{ choices: [] }])
    // @ts-expect-error there is no such dialect
    readResponse('nobody', response)
  })

  it('name every way in which there is no event', () => {
    expectTypeOf<E.Either<DecodeError, never>>().toExtend<Decoded>()
    expectTypeOf<DecodeError['code']>().toEqualTypeOf<
      | 'not-an-event'
      | 'invalid-json'
      | 'truncated-event'
      | 'unframed-text'
      | 'corrupt-frame'
      | 'html-page'
      | 'http-error'
      | 'connection-lost'
      | 'timed-out'
      | 'aborted'
    >()
  })
})
