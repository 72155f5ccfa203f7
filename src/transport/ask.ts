import type { Either } from 'fp-ts/Either'
import {
  type CollectError,
  type CollectorState,
  closeWithFrames,
  finalize,
  initial,
  isDone,
} from '../collector'
import type { Frame, LlmResponse, Provider } from '../frames'
import type { ProviderOptions } from '../providers'
import { collectDecoded, collectDecodedWithFrames, type Decoded } from '../wire'
import { finishTransfer } from './finish-transfer'
import type { AskOptions, Model, ModelRequest } from './model'

/**
 * Asks a model for its whole response. A request that fails, breaks off or takes too long is a `Left` with all that came before.
 *
 * @throws TypeError for options that make no sense: the caller's mistake.
 */
export const askModel = <P extends Provider>(
  model: Model<P>,
  request: ModelRequest,
  options: AskOptions & ProviderOptions = {},
): Promise<Either<CollectError, LlmResponse>> => {
  const state = initial(model.provider, options)
  return collectChunks(model.stream(request, options), state)
}

const collectChunks = async <P extends Provider>(
  chunks: AsyncIterableIterator<Decoded<P>>,
  first: CollectorState<P>,
): Promise<Either<CollectError, LlmResponse>> => {
  let state = first
  try {
    while (!isDone(state)) {
      const { done, value } = await chunks.next()
      if (done === true) break
      state = collectDecoded(state, value)
    }
  } finally {
    release(chunks, state)
  }
  return finalize(state)
}

/**
 * Asks a model for the frames of its response as they come, those of its end included. Stopping early gives the request up.
 *
 * @throws TypeError for options that make no sense: the caller's mistake.
 */
export const streamModel = <P extends Provider>(
  model: Model<P>,
  request: ModelRequest,
  options: AskOptions & ProviderOptions = {},
): AsyncIterableIterator<Frame> => {
  const state = initial(model.provider, options)
  const chunks = model.stream(request, options)
  const frames = tellFrames(chunks, state)
  return {
    next: () => frames.next(),
    return: async () => {
      await chunks.return?.() // a read may be under way, behind which the generator itself would wait
      return frames.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* tellFrames<P extends Provider>(
  chunks: AsyncIterableIterator<Decoded<P>>,
  first: CollectorState<P>,
): AsyncGenerator<Frame, void, undefined> {
  let state = first
  try {
    while (!isDone(state)) {
      const { done, value } = await chunks.next()
      if (done === true) break
      const [next, frames] = collectDecodedWithFrames(state, value)
      state = next
      yield* frames
    }
    yield* closeWithFrames(state)[1]
  } finally {
    release(chunks, state)
  }
}

/** A response that came to its end leaves its transfer to end by itself; any other is given up. Neither is waited for. */
const release = (chunks: AsyncIterableIterator<unknown>, { head }: CollectorState): void => {
  const giveUp = (): void => void chunks.return?.()
  if (head.phase.type === 'closed') void finishTransfer(chunks, giveUp)
  else giveUp()
}
