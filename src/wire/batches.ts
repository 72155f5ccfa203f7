import * as E from 'fp-ts/Either'
import { type Decoded, sourceFailure } from '../decoded'
import type { Provider } from '../frames'
import { requireProvider } from '../providers'
import { openDecoder, requirePiece } from './decoder'
import { readHttpError } from './http-error'
import { isPromised, openSource, type Pieces, type ReadResult, type ReadySource, type Source } from './source'

/** What a source holds, one list a read, so that a reader awaits reads and not events. */
export interface Batches<P extends Provider> {
  /**
   * What the next read that says something says; undefined when the source is at its end. A source that fails says so in its last list.
   *
   * @throws TypeError when the source gives what is neither text nor bytes: the caller's mistake.
   */
  readonly next: () => Promise<readonly Decoded<P>[] | undefined>
  /** No more is wanted: nothing more is given, not even of a read that is under way. Never rejects. */
  readonly cancel: () => Promise<void>
  readonly isCancelled: () => boolean
  /** The dialect's end mark was read. Returns at once, and lets the transfer come to its own end. */
  readonly settle: () => void
}

/** @throws TypeError for an unknown provider and an unusable source: the caller's mistakes. */
export const openBatches = <P extends Provider>(provider: P, source: Source): Batches<P> => {
  requireProvider(provider)
  return isPromised(source) ? openPromised(provider, source) : openReady(provider, source)
}

/** A response that never comes is a source that fails. One that comes after the reader has gone is cancelled. */
const openPromised = <P extends Provider>(provider: P, promise: PromiseLike<Response>): Batches<P> => {
  let batches: Batches<P> | undefined
  let isOver = false
  let isCancelled = false

  const opened = Promise.resolve(promise).then((response) => {
    batches = openReady(provider, response)
    if (isCancelled) void batches.cancel()
    return batches
  })
  opened.catch(() => {}) // told by `next`, if anybody asks
  let leave: () => void = () => {}
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined)
  })

  const next = async (): Promise<readonly Decoded<P>[] | undefined> => {
    if (isOver) return undefined
    if (batches !== undefined) return batches.next()
    let ready: Batches<P> | undefined
    try {
      ready = await Promise.race([opened, left]) // who leaves does not wait for a response that may never come
    } catch (thrown) {
      if (isOver) return undefined
      isOver = true
      return [E.left(sourceFailure(thrown))]
    }
    return isOver ? undefined : ready?.next()
  }

  return {
    next,
    cancel: async () => {
      if (isOver) return
      isOver = true
      isCancelled = true
      leave()
      await batches?.cancel()
    },
    isCancelled: () => isCancelled || batches?.isCancelled() === true,
    settle: () => {
      isOver = true
      batches?.settle()
    },
  }
}

const openReady = <P extends Provider>(provider: P, source: ReadySource): Batches<P> => {
  const { pieces, response } = openSource(source)
  const decoder = openDecoder(provider, response?.status)
  let isOver = false
  let isCancelled = false

  /** One read: flat, since each promise on the way costs as much as a small event. */
  const next = async (): Promise<readonly Decoded<P>[] | undefined> => {
    while (!isOver) {
      let result: ReadResult
      try {
        result = await pieces.read()
      } catch (thrown) {
        return isOver ? undefined : finish([...decoder.end(), E.left(sourceFailure(thrown))])
      }
      if (isOver) return undefined // cancelled meanwhile
      const batch = result.done === true ? finish(decoder.end()) : decoder.push(requirePiece(result.value))
      if (batch.length > 0) return batch
    }
    return undefined
  }

  const finish = (last: readonly Decoded<P>[]): readonly Decoded<P>[] => {
    isOver = true
    return last
  }

  const refuse = (refused: Response) => async (): Promise<readonly Decoded<P>[] | undefined> => {
    if (isOver) return undefined
    const error = await readHttpError(provider, refused, pieces).catch(sourceFailure)
    return isOver ? undefined : finish([E.left(error)])
  }

  return {
    next: response === undefined || response.ok ? next : refuse(response),
    cancel: async () => {
      if (isOver) return
      isOver = true
      isCancelled = true
      await pieces.cancel()
    },
    isCancelled: () => isCancelled,
    settle: () => {
      if (isOver) return
      isOver = true
      void drain(pieces)
    },
  }
}

/** How long the end of a transfer may take after the end mark. */
const GRACE_MS = 250

/**
 * Reads the end of the transfer, which follows the end mark, so that the connection can be used again: one that is cancelled cannot.
 * A source that goes on, or does not end in time, is cancelled.
 */
const drain = async (pieces: Pieces): Promise<void> => {
  const timer = setTimeout(pieces.cancel, GRACE_MS)
  try {
    const { done } = await pieces.read()
    if (done !== true) await pieces.cancel()
  } catch {
    // Whatever becomes of the transfer, the response is whole.
  } finally {
    clearTimeout(timer)
  }
}
