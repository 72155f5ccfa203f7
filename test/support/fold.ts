import * as E from 'fp-ts/Either'
import {
  type Chunk,
  type CollectError,
  type CollectorState,
  closeWithFrames,
  collectWithFrames,
  decode,
  type Frame,
  finalize,
  initial,
  type LlmResponse,
  type Provider,
  type ProviderOptions,
} from '../../src'
import type { Signal } from '../../src/frames'

/** A decoded event with its dialect's tag. */
export const chunkOf = (provider: Provider, event: unknown): Chunk => {
  const decoded = decode(provider)(event)
  if (E.isLeft(decoded)) throw new TypeError(decoded.left.message)
  return decoded.right
}

export interface Folded<P extends Provider = Provider> {
  /** After the stream's end. */
  readonly state: CollectorState<P>
  readonly result: E.Either<CollectError, LlmResponse>
  /** The response, partial when the result is a `Left`. */
  readonly response: LlmResponse
  /** Every frame, those of the end included. */
  readonly frames: readonly Frame[]
}

/** Folds a whole stream that ends by itself. */
export const foldWith = <P extends Provider>(
  provider: P,
  events: readonly unknown[],
  options: ProviderOptions = {},
): Folded<P> => {
  const frames: Frame[] = []
  let state = initial(provider, options)
  for (const event of events) {
    const [next, said] = collectWithFrames(state, chunkOf(provider, event))
    frames.push(...said)
    state = next
  }
  const [ended, last] = closeWithFrames(state)
  const result = finalize(ended)
  return { state: ended, result, response: responseOf(result), frames: [...frames, ...last] }
}

export const responseOf = (result: E.Either<CollectError, LlmResponse>): LlmResponse =>
  E.isRight(result) ? result.right : result.left.partial

/** The calls of a response, each with its input or the code of what is wrong with it. */
export const callsOf = ({ toolCalls }: LlmResponse) =>
  toolCalls.map(({ id, name, arguments: text, input }) =>
    E.isRight(input)
      ? { id, name, arguments: text, input: input.right }
      : { id, name, arguments: text, error: input.left.code },
  )

/** The codes of a response's issues, in the order in which they were first met. */
export const codesOf = ({ issues }: LlmResponse) => issues.map(({ code }) => code)

export const framesOfType = <T extends Frame['type']>(frames: readonly Frame[], type: T) =>
  frames.filter((frame): frame is Extract<Frame, { type: T }> => frame.type === type)

/** The types of what a translator says, in its order; of an issue its code. */
export const typesOf = (signals: readonly Signal[]) =>
  signals.map((signal) => (signal.type === 'issue' ? signal.issue.code : signal.type))
