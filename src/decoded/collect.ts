import * as E from 'fp-ts/Either'
import {
  type CollectorState,
  closeWithFrames,
  collect,
  collectWithFrames,
  failWithFrames,
  noteWithFrames,
} from '../collector'
import type { Frame, Provider, ProviderError } from '../frames'
import { type Chunk, toProviderError } from '../providers'
import { type DecodeError, excerpt, type HtmlPage } from './error'

/**
 * Folds one decoded thing into the state. A chunk is collected; a refused request and a page in place of a stream fail the state; a lost
 * connection, a time-out, a corrupt frame and an abort close it; anything else that is no event is noted as an issue, and the stream goes on. Pure and total.
 *
 * ```ts
 * const state = close(decodeRecording('openai', bytes).reduce(collectDecoded, initial('openai')))
 * ```
 */
export const collectDecoded = <P extends Provider>(
  state: CollectorState<P>,
  decoded: E.Either<DecodeError, Chunk<NoInfer<P>> | Chunk>,
): CollectorState<P> =>
  E.isRight(decoded)
    ? collect(state, decoded.right as Chunk) // P is among the providers
    : collectFault(state, decoded.left)[0]

/** {@link collectDecoded}, together with what it is worth in neutral frames. */
export const collectDecodedWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  decoded: E.Either<DecodeError, Chunk<NoInfer<P>> | Chunk>,
): readonly [CollectorState<P>, readonly Frame[]] =>
  E.isRight(decoded)
    ? collectWithFrames(state, decoded.right as Chunk) // P is among the providers
    : collectFault(state, decoded.left)

const collectFault = <P extends Provider>(
  state: CollectorState<P>,
  fault: DecodeError,
): readonly [CollectorState<P>, readonly Frame[]] => {
  switch (fault.code) {
    case 'http-error':
      return failWithFrames(state, fault.error)
    case 'html-page':
      return failWithFrames(state, pageError(fault))
    case 'connection-lost':
    case 'timed-out':
      return cutOff(noteWithFrames(state, { code: 'connection-lost', message: fault.message }))
    case 'corrupt-frame':
      return cutOff(noteLoss(state, fault.message, fault.text))
    case 'aborted':
      return closeWithFrames(state, 'aborted')
    case 'not-an-event':
      return noteLoss(state, fault.message, JSON.stringify(fault.json))
    case 'invalid-json':
    case 'truncated-event':
    case 'unframed-text':
      return noteLoss(state, fault.message, fault.text)
  }
}

/** The cause stands as an issue, since a close has no room for it. */
const cutOff = <P extends Provider>([noted, first]: readonly [
  CollectorState<P>,
  readonly Frame[],
]): readonly [CollectorState<P>, readonly Frame[]] => {
  const [closed, last] = closeWithFrames(noted, 'cut')
  return [closed, [...first, ...last]]
}

const noteLoss = <P extends Provider>(state: CollectorState<P>, what: string, text: string) =>
  noteWithFrames(state, {
    code: 'undecodable-event',
    message: `${what} It was left out: ${excerpt(text)}`,
  })

const pageError = ({ message, status, body }: HtmlPage): ProviderError => ({
  ...toProviderError({ message, ...(status !== undefined && { status }) }),
  ...(status !== undefined && { status }),
  raw: body,
})
