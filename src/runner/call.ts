import * as E from 'fp-ts/Either'
import { type CollectorState, isDone, snapshot } from '../collector'
import { messageOf } from '../data'
import { finishTransfer } from '../transport'
import type { ModelFailure } from './error'
import { emptyGathered, type Gathered, gather, settle } from './gather'
import type { ModelPart } from './part'
import type { PreparedRequest } from './prepare'
import type { ProviderObject } from './provider'

export interface CallLimits {
  readonly maxOutputChars: number
  readonly signal?: AbortSignal | undefined
}

/** How the reading of a response ended. */
type Ending =
  /** `isMarked`: by the provider's own mark, behind which its transfer may go on for a moment. */
  | { readonly type: 'whole'; readonly isMarked: boolean }
  | { readonly type: 'over-budget' }
  | { readonly type: 'aborted' }
  | { readonly type: 'failed'; readonly thrown: unknown }

/**
 * Sends a request and gathers its response. A limit that is passed, and the caller's signal, give the request up at once, even while a part is
 * waited for; what came until then is in the failure.
 */
export const call = async (
  provider: ProviderObject,
  { messages, settings, body }: PreparedRequest,
  { maxOutputChars, signal }: CallLimits,
): Promise<E.Either<ModelFailure, CollectorState>> => {
  if (signal?.aborted === true) {
    return E.left({ code: 'aborted', message: 'The call was aborted before it was sent.', text: '' })
  }
  const controller = new AbortController()
  let gathered: Gathered = emptyGathered
  let parts: AsyncIterator<ModelPart> | undefined

  const read = async (): Promise<Ending> => {
    try {
      const modelCall = { ...settings, signal: controller.signal, ...(body !== undefined && { body }) }
      parts = provider.stream(messages, modelCall)[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await parts.next()
        if (done === true || controller.signal.aborted) return { type: 'whole', isMarked: false }
        gathered = gather(gathered, value)
        if (gathered.outputChars > maxOutputChars) return { type: 'over-budget' }
        const { state } = gathered
        if (state !== undefined && isDone(state)) {
          return { type: 'whole', isMarked: state.head.phase.type === 'closed' }
        }
      }
    } catch (thrown) {
      return { type: 'failed', thrown }
    }
  }

  /** Not waited for: a generator that waits for its own source would keep us waiting too. */
  const leave = async (): Promise<void> => {
    try {
      await parts?.return?.()
    } catch {} // what it throws now concerns nobody
  }

  const release = (ending: Ending): void => {
    if (ending.type === 'whole' && ending.isMarked && parts !== undefined) {
      void finishTransfer(parts, () => void leave())
    } else void leave()
  }

  const aborted = whenAborted(signal)
  const ending = await Promise.race([read(), aborted.promise])
  aborted.forget()
  if (ending.type !== 'whole') controller.abort()
  release(ending)
  return outcomeOf(ending, gathered, maxOutputChars)
}

const ABORTED: Ending = { type: 'aborted' }

const whenAborted = (signal: AbortSignal | undefined) => {
  let listener: () => void = () => {}
  const promise = new Promise<Ending>((resolve) => {
    listener = () => resolve(ABORTED)
    signal?.addEventListener('abort', listener)
  })
  return { promise, forget: () => signal?.removeEventListener('abort', listener) }
}

const outcomeOf = (
  ending: Ending,
  gathered: Gathered,
  maxOutputChars: number,
): E.Either<ModelFailure, CollectorState> => {
  switch (ending.type) {
    case 'whole':
      return E.right(settle(gathered, 'clean'))
    case 'over-budget': {
      const message = `The model wrote more than ${maxOutputChars} characters; it was stopped at ${gathered.outputChars}.`
      return E.left({ code: 'output-over-budget', message, ...soFar(gathered) })
    }
    case 'aborted':
      return E.left({ code: 'aborted', message: 'The call was aborted.', ...soFar(gathered) })
    case 'failed': {
      const { thrown } = ending
      const message = `The provider failed: ${messageOf(thrown)}`
      return E.left({ code: 'provider-failed', message, ...soFar(gathered), cause: thrown })
    }
  }
}

const soFar = (gathered: Gathered): Pick<ModelFailure, 'text' | 'partial'> => {
  const partial = snapshot(settle(gathered, 'aborted'))
  return { text: partial.text, partial }
}
