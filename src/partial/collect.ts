import type { Either } from 'fp-ts/Either'
import { allParts, type CollectorState, collectWithFrames } from '../collector'
import { collectDecodedWithFrames, type DecodeError } from '../decoded'
import type { Frame, Provider } from '../frames'
import { emptyList } from '../persistent'
import type { Chunk } from '../providers'
import { foldFrame, type Values, valuesOf, type WithValues } from './values'

/**
 * `collect`, with the JSON of each tool call's arguments and of the answer's text read along, so that {@link partialInput} and
 * {@link partialObject} find it at any time. It takes the place of `collect` where these are wanted; a chunk costs what it does there and the
 * reading of its own fragment.
 *
 * ```ts
 * const state = chunks.reduce(collectPartial, initial('openai'))
 * partialInput(state, 0) // { city: 'Par' }
 * ```
 *
 * A state that `collect` made is taken as well: what came before is read once.
 */
export const collectPartial = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): WithValues<CollectorState<P>> => collectPartialWithFrames(state, chunk)[0]

/** {@link collectPartial}, together with what the chunk is worth in neutral frames. */
export const collectPartialWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): readonly [WithValues<CollectorState<P>>, readonly Frame[]] =>
  readAlong(state, collectWithFrames(state, chunk))

/**
 * `collectDecoded`, with the values read along as {@link collectPartial} does: it folds what a reader of bytes gives, the chunks and what stood in the
 * place of one.
 *
 * ```ts
 * for await (const decoded of readChunks('openai', response)) state = collectDecodedPartial(state, decoded)
 * ```
 */
export const collectDecodedPartial = <P extends Provider>(
  state: CollectorState<P>,
  decoded: Either<DecodeError, Chunk<NoInfer<P>> | Chunk>,
): WithValues<CollectorState<P>> => readAlong(state, collectDecodedWithFrames(state, decoded))[0]

/** The values of a state, one step on. */
const readAlong = <P extends Provider>(
  before: CollectorState<P>,
  [next, frames]: readonly [CollectorState<P>, readonly Frame[]],
): readonly [WithValues<CollectorState<P>>, readonly Frame[]] => [
  withValues(next, frames.reduce(foldFrame, valuesOf(before) ?? readAgain(before))),
  frames,
]

/** What the parts of a state are worth that was collected without their values. */
const readAgain = (state: CollectorState): Values =>
  allParts(state).reduce<Values>((values, { part, content }) => {
    if (content.type === 'text') return foldFrame(values, { type: 'text-delta', part, text: content.text })
    if (content.type !== 'tool-call') return values
    return foldFrame(values, { type: 'tool-call-delta', part, arguments: content.arguments })
  }, emptyList)

/** By name, as spreads of such an object cost more than all the rest of a step. */
const withValues = <P extends Provider>(
  state: CollectorState<P>,
  values: Values,
): WithValues<CollectorState<P>> => ({
  provider: state.provider,
  cursor: state.cursor,
  head: state.head,
  parts: state.parts,
  pen: state.pen,
  tail: state.tail,
  values,
})
