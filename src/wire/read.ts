import type { Either } from 'fp-ts/Either'
import {
  type CollectError,
  type CollectorState,
  close,
  closeWithFrames,
  finalize,
  initial,
  isDone,
} from '../collector'
import { collectDecoded, collectDecodedWithFrames, type Decoded } from '../decoded'
import type { Frame, LlmResponse, Provider } from '../frames'
import type { ProviderOptions } from '../providers'
import { type Batches, openBatches } from './batches'
import type { Source } from './source'

// A reader pulls: it asks its source for more only when it is asked itself, and holds back no more than one read. What fails in the source is
// said in the stream; only the caller's own mistakes throw, at the call where they show there. Stopping early cancels the source.

/**
 * The chunks of a stream as they come, up to the source's end; in place of what is no chunk, why.
 *
 * ```ts
 * for await (const decoded of readChunks('openai', await fetch(url, init))) state = collectDecoded(state, decoded)
 * ```
 *
 * @throws TypeError for an unknown provider and for an unusable source.
 */
export const readChunks = <P extends Provider>(
  provider: P,
  source: Source,
): AsyncIterableIterator<Decoded<P>> => {
  const batches = openBatches(provider, source)
  return cancellable(batches, tellChunks(batches))
}

/**
 * The frames of a stream as they come, the last ones of its close included. Reads as far as the response goes: to the dialect's end mark, to an
 * error, or else to the source's end.
 *
 * @throws TypeError for an unknown provider, options that make no sense, and an unusable source.
 */
export const readFrames = <P extends Provider>(
  provider: P,
  source: Source,
  options: ProviderOptions = {},
): AsyncIterableIterator<Frame> => {
  const state = initial(provider, options)
  const batches = openBatches(provider, source)
  return cancellable(batches, tell(batches, state, collectDecodedWithFrames, closeWithFrames))
}

/**
 * Each state that differs from the one before, for UIs; the closed one comes last. Reads as far as {@link readFrames}.
 *
 * @throws TypeError as {@link readFrames} does.
 */
export const readStates = <P extends Provider>(
  provider: P,
  source: Source,
  options: ProviderOptions = {},
): AsyncIterableIterator<CollectorState<P>> => {
  const state = initial(provider, options)
  const batches = openBatches(provider, source)
  return cancellable(
    batches,
    tell(
      batches,
      state,
      (before, decoded) => ifOther(before, collectDecoded(before, decoded)),
      (before) => ifOther(before, close(before)),
    ),
  )
}

/**
 * The whole response, as {@link finalize} settles it: a stream that broke off, was refused, or told an error is a `Left` with all that came before.
 * Reads as far as {@link readFrames}. Rejects for no failure of the source.
 *
 * @throws TypeError as {@link readFrames} does.
 */
export const readResponse = <P extends Provider>(
  provider: P,
  source: Source,
  options: ProviderOptions = {},
): Promise<Either<CollectError, LlmResponse>> => {
  const state = initial(provider, options)
  return collectBatches(openBatches(provider, source), state)
}

const collectBatches = async <P extends Provider>(
  batches: Batches<P>,
  first: CollectorState<P>,
): Promise<Either<CollectError, LlmResponse>> => {
  let state = first
  try {
    while (!isDone(state)) {
      const batch = await batches.next()
      if (batch === undefined) break
      for (const decoded of batch) {
        state = collectDecoded(state, decoded)
        if (isDone(state)) break
      }
    }
  } finally {
    release(batches, state)
  }
  return finalize(state)
}

async function* tellChunks<P extends Provider>(
  batches: Batches<P>,
): AsyncGenerator<Decoded<P>, void, undefined> {
  try {
    for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
      for (const decoded of batch) yield decoded
    }
  } finally {
    void batches.cancel()
  }
}

type Told<P extends Provider, T> = readonly [CollectorState<P>, readonly T[]]

/** Folds each read as a whole, then tells what it was worth. What follows the event that ends the response is not read, wherever the cuts are. */
async function* tell<P extends Provider, T>(
  batches: Batches<P>,
  first: CollectorState<P>,
  step: (state: CollectorState<P>, decoded: Decoded<P>) => Told<P, T>,
  end: (state: CollectorState<P>) => Told<P, T>,
): AsyncGenerator<T, void, undefined> {
  let state = first
  try {
    while (!isDone(state)) {
      const batch = await batches.next()
      if (batch === undefined) break
      const told: T[] = []
      for (const decoded of batch) {
        const [next, more] = step(state, decoded)
        state = next
        for (const one of more) told.push(one)
        if (isDone(state)) break
      }
      for (const one of told) yield one
    }
    if (batches.isCancelled()) return
    for (const one of end(state)[1]) yield one
  } finally {
    release(batches, state)
  }
}

const ifOther = <P extends Provider>(
  before: CollectorState<P>,
  after: CollectorState<P>,
): Told<P, CollectorState<P>> => [after, after === before ? [] : [after]]

/** A response that came to its end leaves its transfer to end by itself; any other is cancelled. Neither is waited for. */
const release = <P extends Provider>(batches: Batches<P>, state: CollectorState<P>): void => {
  if (state.head.phase.type === 'closed') batches.settle()
  else void batches.cancel()
}

/** Stopping cancels the source at once, even while a read is under way or before the first. */
const cancellable = <P extends Provider, T>(
  batches: Batches<P>,
  items: AsyncGenerator<T, void, undefined>,
): AsyncIterableIterator<T> => ({
  next: () => items.next(),
  return: async () => {
    await batches.cancel()
    return items.return()
  },
  [Symbol.asyncIterator]() {
    return this
  },
})
