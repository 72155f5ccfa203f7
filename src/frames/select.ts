import * as E from 'fp-ts/Either'
import type { StreamError } from './error'
import type { Frame } from './frame'
import {
  type ChoiceOptions,
  forgetFrom,
  gather,
  gatherArriving,
  partOf,
  type Reading,
  readingOf,
} from './gather'
import type { ToolCallPart } from './part'
import type { AssistantMessage } from './response'

/** Reads the frames of one response to their end: at once from an array or iterable, as a promise from a stream. */
export interface FramesReader<A> {
  (frames: AsyncIterable<Frame>, options?: ChoiceOptions): Promise<A>
  (frames: Iterable<Frame>, options?: ChoiceOptions): A
}

// What the frames add up to

/**
 * The text: the text parts in part order, each as its complete says, else as its deltas do. What a `reset` made void does not count. Neither
 * a complete nor an end is needed.
 *
 * ```ts
 * collectText(frames) === response.text
 * ```
 */
export const collectText: FramesReader<string> = /* @__PURE__ */ reader(({ content }) =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
)

/**
 * The message: every part as its complete says, in part order. A part whose complete has not come is what its deltas say: a tool call has an
 * `incomplete` input then, and what only completes tell (signatures, `extra`) is missing. No argument text makes it throw.
 */
export const toAssistantMessage: FramesReader<AssistantMessage> = /* @__PURE__ */ reader(
  ({ provider, content, extra }) => ({
    role: 'assistant',
    ...(provider !== undefined && { provider }),
    content,
    ...(Object.keys(extra).length > 0 && { extra }),
  }),
)

/** All visible reasoning and summaries, as in the response's `reasoning`; undefined when there is none. */
export const toReasoning: FramesReader<string | undefined> = /* @__PURE__ */ reader(({ content }) => {
  const sections = content.flatMap((part) =>
    part.type === 'reasoning' ? [...part.content, ...part.summary] : [],
  )
  return sections.join('') || undefined
})

/** The tool calls among the parts, in order of first appearance. */
export const toToolCalls: FramesReader<readonly ToolCallPart[]> = /* @__PURE__ */ reader(({ content }) =>
  content.filter((part) => part.type === 'tool-call'),
)

function reader<A>(read: (reading: Reading) => A): FramesReader<A> {
  function run(frames: AsyncIterable<Frame>, options?: ChoiceOptions): Promise<A>
  function run(frames: Iterable<Frame>, options?: ChoiceOptions): A
  function run(frames: Iterable<Frame> | AsyncIterable<Frame>, options: ChoiceOptions = {}): A | Promise<A> {
    return isAsync(frames)
      ? gatherArriving(frames).then((gathered) => read(readingOf(gathered, options)))
      : read(readingOf(gather(frames), options))
  }
  return run
}

const isAsync = (frames: Iterable<Frame> | AsyncIterable<Frame>): frames is AsyncIterable<Frame> =>
  Symbol.asyncIterator in frames

// Text as it comes

/**
 * The fragments of a choice's text, each as soon as its frame is there. A part that comes without deltas is one fragment, its complete. Empty
 * fragments are left out.
 *
 * What was given out cannot be taken back, so that after a `reset` the fragments go on with what replaces it; who must be right about it
 * reads the frames themselves. For the same reason the choice is 0 unless another is asked for.
 */
export function textOnly(frames: AsyncIterable<Frame>, options?: ChoiceOptions): AsyncIterable<string>
export function textOnly(frames: Iterable<Frame>, options?: ChoiceOptions): Iterable<string>
export function textOnly(
  frames: Iterable<Frame> | AsyncIterable<Frame>,
  { choice = 0 }: ChoiceOptions = {},
): Iterable<string> | AsyncIterable<string> {
  return isAsync(frames)
    ? { [Symbol.asyncIterator]: () => fragmentsArriving(frames, fragmentsOf(choice)) }
    : { [Symbol.iterator]: () => fragments(frames, fragmentsOf(choice)) }
}

function* fragments(frames: Iterable<Frame>, fragmentOf: (frame: Frame) => string): Generator<string> {
  for (const frame of frames) {
    const text = fragmentOf(frame)
    if (text !== '') yield text
  }
}

async function* fragmentsArriving(
  frames: AsyncIterable<Frame>,
  fragmentOf: (frame: Frame) => string,
): AsyncGenerator<string> {
  for await (const frame of frames) {
    const text = fragmentOf(frame)
    if (text !== '') yield text
  }
}

/** Gives each frame's new text, for one iteration: it remembers which parts it gave some of, and which are settled. */
const fragmentsOf = (choice: number): ((frame: Frame) => string) => {
  const given = new Map<number, 'some' | 'all'>()
  return (frame) => {
    switch (frame.type) {
      case 'text-delta':
        if ((frame.choice ?? 0) !== choice || frame.text === '' || given.get(frame.part) === 'all') return ''
        given.set(frame.part, 'some')
        return frame.text
      case 'text-complete':
      case 'part': {
        const content = partOf(frame)
        const before = given.get(frame.part)
        if ((frame.choice ?? 0) !== choice || content.type !== 'text') return ''
        given.set(frame.part, 'all')
        return before === undefined ? content.text : ''
      }
      case 'reset':
        given.delete(frame.part)
        if (frame.onward === true) forgetFrom(given, frame.part)
        return ''
      default:
        return ''
    }
  }
}

// Whether the frames are whole

/**
 * Holds frames to their last word. `Left` is the error of the `error` frame where there is one, and `incomplete-stream` where there is neither
 * an `error` nor an `end`: the frames stop in the middle. That is all it asks: frames behind the `end`, or another `end`, pass.
 *
 * Of an array or iterable the answer is one `Either`. Of a stream each frame is a `Right` as soon as it is there, the `error` frame too, and the
 * `Left` is the last item. Each iteration judges for itself; what the source throws comes through as it is.
 */
export function requireEnd(frames: AsyncIterable<Frame>): AsyncIterable<E.Either<StreamError, Frame>>
export function requireEnd(frames: Iterable<Frame>): E.Either<StreamError, readonly Frame[]>
export function requireEnd(
  frames: Iterable<Frame> | AsyncIterable<Frame>,
): AsyncIterable<E.Either<StreamError, Frame>> | E.Either<StreamError, readonly Frame[]> {
  return isAsync(frames) ? { [Symbol.asyncIterator]: () => judgeArriving(frames) } : judgeAll([...frames])
}

const judgeAll = (frames: readonly Frame[]): E.Either<StreamError, readonly Frame[]> => {
  const verdict = frames.reduce<Verdict>(judge, 'open')
  return verdict === 'ended' ? E.right(frames) : E.left(faultOf(verdict))
}

async function* judgeArriving(frames: AsyncIterable<Frame>): AsyncGenerator<E.Either<StreamError, Frame>> {
  let verdict: Verdict = 'open'
  for await (const frame of frames) {
    verdict = judge(verdict, frame)
    yield E.right(frame)
  }
  if (verdict !== 'ended') yield E.left(faultOf(verdict))
}

/** What the frames so far come to; an error is final, the first one above all. */
type Verdict = 'open' | 'ended' | StreamError

const judge = (verdict: Verdict, frame: Frame): Verdict => {
  if (typeof verdict === 'object') return verdict
  if (frame.type === 'error') return frame.error
  return frame.type === 'end' ? 'ended' : verdict
}

const faultOf = (verdict: Exclude<Verdict, 'ended'>): StreamError => (verdict === 'open' ? UNENDED : verdict)

const UNENDED: StreamError = Object.freeze({
  code: 'incomplete-stream',
  message: 'The frames stopped without an end.',
  reason: 'clean',
})
