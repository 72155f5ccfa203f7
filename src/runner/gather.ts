import * as E from 'fp-ts/Either'
import { type CollectorState, close, collect, initial, outputChars } from '../collector'
import type { Frame, Provider } from '../frames'
import { collectDecodedWithFrames, type Decoded } from '../wire'
import { isPlain, LAST_CHUNK, type ModelPart, type PlainPart, toChatChunk } from './part'

/** What the parts so far come to. */
export interface Gathered {
  /** Absent until the first part tells its dialect. */
  readonly state?: CollectorState
  /** No provider's own event was among the parts: nothing but the end of the parts ends the response. */
  readonly plain: boolean
  /** UTF-16 units the model has put out: text, refusals, reasoning and arguments. */
  readonly outputChars: number
}

export const emptyGathered: Gathered = Object.freeze({ plain: true, outputChars: 0 })

/**
 * The reducer of parts. Its cost follows the part, so that a megabyte of fragments costs what its fragments do, however many calls they belong to.
 *
 * @throws TypeError for a part that is none, and for one of another dialect: the mistakes of who streams them.
 */
export const gather = (gathered: Gathered, part: ModelPart): Gathered => {
  if (isPlain(part)) return gatherPlain(gathered, part)
  if ('_tag' in part) return gatherDecoded(gathered, part)
  if ('provider' in part) return gatherDecoded(gathered, E.right(part))
  throw new TypeError('A part is a string, a function-call-delta, or a chunk.')
}

/** Counted as they come: a call is no part of the state before its name is known. */
const gatherPlain = (gathered: Gathered, part: PlainPart): Gathered => {
  const state = stateOf(gathered, 'openai')
  return {
    state: collect(state, toChatChunk(part)),
    plain: gathered.plain,
    outputChars: gathered.outputChars + (typeof part === 'string' ? part : (part.arguments ?? '')).length,
  }
}

const gatherDecoded = (gathered: Gathered, part: Decoded): Gathered => {
  const provider = E.isRight(part) ? part.right.provider : gathered.state?.provider
  const [state, frames] = collectDecodedWithFrames(stateOf(gathered, provider ?? 'openai'), part)
  return { state, plain: false, outputChars: charsAfter(gathered.outputChars, state, frames) }
}

const stateOf = ({ state }: Gathered, provider: Provider): CollectorState => {
  if (state === undefined) return initial(provider)
  if (state.provider === provider) return state
  throw new TypeError(`A part of ${provider} came in a response of ${state.provider}.`)
}

/** Added up, as counting anew costs the number of parts; what was taken back is rare, and counted anew. */
const charsAfter = (before: number, state: CollectorState, frames: readonly Frame[]): number =>
  frames.some(({ type }) => type === 'reset')
    ? outputChars(state)
    : frames.reduce((total, frame) => total + charsIn(frame), before)

const charsIn = (frame: Frame): number => {
  switch (frame.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
      return frame.text.length
    case 'tool-call-delta':
      return frame.arguments.length
    default:
      return 0
  }
}

/** The response once no more parts come. Plain parts that came to their end are a whole response; a provider's need its own mark. */
export const settle = ({ state, plain }: Gathered, reason: 'clean' | 'aborted'): CollectorState => {
  if (state === undefined) return close(initial('openai'), reason)
  return close(plain && reason === 'clean' ? collect(state, LAST_CHUNK) : state, reason)
}
