import type {
  CloseReason,
  Continuation,
  Frame,
  IssueCode,
  IssueSignal,
  Provider,
  ProviderError,
  Signal,
} from '../frames'
import {
  type Chunk,
  type Cursors,
  type ProviderOptions,
  providerModule,
  requireProvider,
  type WireEvent,
} from '../providers'
import { closeDraft, type Ending } from './close'
import { fold } from './fold'
import { continuationFrame, framesOf } from './frames'
import { withHead } from './head'
import { canGoOn, penOn } from './pen'
import { type CollectorState, type Draft, initialDraft } from './state'

/**
 * The state before the first chunk.
 *
 * @throws TypeError for a provider we do not know and for options that make no sense: the caller's mistakes.
 */
export const initial = <P extends Provider>(
  provider: P,
  options: ProviderOptions = {},
): CollectorState<P> => {
  requireProvider(provider)
  const { choices } = options
  if (choices !== undefined && !(Number.isInteger(choices) && choices > 0)) {
    throw new TypeError(
      `The option \`choices\` is the number of choices asked for, 1 or more; it is ${String(choices)}.`,
    )
  }
  return seal(
    provider,
    providerModule(provider).initial(knownOptions(options)),
    initialDraft(provider, choices ?? 0),
  )
}

/** Options of our own, so that the state holds nothing else and nobody changes them. */
const knownOptions = ({ choices, thinkTags, cumulative }: ProviderOptions): ProviderOptions => ({
  ...(choices !== undefined && { choices }),
  ...(thinkTags !== undefined && { thinkTags }),
  ...(cumulative !== undefined && { cumulative }),
})

/**
 * Folds one chunk into the state: the reducer. Pure and total: no chunk throws, the given state is not touched, and what did not change keeps
 * its identity. An event that says nothing gives the same state.
 *
 * ```ts
 * const state = chunks.reduce(collect, initial('openai'))
 * ```
 */
export const collect = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): CollectorState<P> => {
  const next = continuationOf(state, chunk)
  return next !== undefined && canGoOn(state, next) ? goOn(state, next) : collectFully(state, chunk)[0]
}

/** {@link collect}, together with what the chunk is worth in neutral frames: what a UI or a log wants to hear. */
export const collectWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): readonly [CollectorState<P>, readonly Frame[]] => {
  const next = continuationOf(state, chunk)
  return next !== undefined && canGoOn(state, next)
    ? [goOn(state, next), [continuationFrame(next)]]
    : collectFully(state, chunk)
}

/** The short way, taken where the event is no more than the next fragment of an open part. */
const continuationOf = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): Continuation | undefined => {
  if (state.provider !== chunk.provider || state.head.phase.type !== 'open') return undefined
  const event = chunk.event as WireEvent<P> // the tags are equal
  return providerModule(state.provider).continuation(state.cursor, event)
}

/** Every field by name and in one order: a literal of one shape is what makes this step cheap. */
const goOn = <P extends Provider>(state: CollectorState<P>, next: Continuation): CollectorState<P> => {
  const on = next.part === state.pen ? state : penOn(state, next.part)
  return {
    provider: state.provider,
    cursor: state.cursor,
    head: on.head,
    parts: on.parts,
    pen: on.pen,
    tail: on.tail + next.text,
  }
}

/** Folds a whole recording's chunks. */
export const collectAll = <P extends Provider>(
  provider: P,
  chunks: Iterable<Chunk>,
  options: ProviderOptions = {},
): CollectorState<P> => {
  let state = initial(provider, options)
  for (const chunk of chunks) state = collect(state, chunk)
  return state
}

/**
 * The stream is over: `clean` when it ended by itself, `cut` when the connection broke, `aborted` when we stopped it. Settles whether the
 * response is whole; later chunks change nothing. A state that is closed already stays as it is.
 */
export const close = <P extends Provider>(
  state: CollectorState<P>,
  reason: CloseReason = 'clean',
): CollectorState<P> => closeWithFrames(state, reason)[0]

/** {@link close}, together with the last frames: each open part's complete, then `end` or `error`. */
export const closeWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  reason: CloseReason = 'clean',
): readonly [CollectorState<P>, readonly Frame[]] => end(state, { type: 'closed', reason })

/** Records an oddity that was met outside the stream's own events, such as a line that could not be decoded. */
export const note = <P extends Provider>(
  state: CollectorState<P>,
  oddity: IssueSignal['issue'],
): CollectorState<P> => noteWithFrames(state, oddity)[0]

/** {@link note}, together with its frame, which only the first of a kind has. */
export const noteWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  oddity: IssueSignal['issue'],
): readonly [CollectorState<P>, readonly Frame[]] =>
  foldAll(state, state.cursor, [{ type: 'issue', issue: oddity }])

/** The request failed outside the stream's own events, by an HTTP status for example. What came before is kept. */
export const fail = <P extends Provider>(state: CollectorState<P>, error: ProviderError): CollectorState<P> =>
  failWithFrames(state, error)[0]

/** {@link fail}, together with the last frames. */
export const failWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  error: ProviderError,
): readonly [CollectorState<P>, readonly Frame[]] => end(state, { type: 'failed', error })

const end = <P extends Provider>(
  state: CollectorState<P>,
  ending: Ending,
): readonly [CollectorState<P>, readonly Frame[]] => {
  if (state.head.phase.type !== 'open') return [state, []]
  const [draft, frames] = closeDraft(state, providerModule(state.provider).finish(state.cursor), ending)
  return [seal(state.provider, state.cursor, draft), frames]
}

/** The long way: every signal of the event is folded, and its frames are told. */
const collectFully = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): readonly [CollectorState<P>, readonly Frame[]] => {
  if (state.provider !== chunk.provider) {
    const message = `A chunk of another provider (${String(chunk.provider)}) came in a stream of ${state.provider}; it was left out.`
    return foldAll(state, state.cursor, [issue('provider-mismatch', message)])
  }
  const { phase } = state.head
  if (phase.type === 'closed') return [foldAll(state, state.cursor, [AFTER_END])[0], []] // `end` was the last word
  const [cursor, signals] = providerModule(state.provider).translate(
    state.cursor,
    chunk.event as WireEvent<P>,
  ) // the tags are equal
  if (phase.type === 'failed') return foldAll(state, cursor, afterFailure(signals))
  const [folded, frames] = foldAll(started(state), cursor, signals)
  const all = state.head.started ? frames : [startFrame(folded), ...frames]
  const failure = signals.find((signal) => signal.type === 'failure')
  const isDone = signals.some((signal) => signal.type === 'done')
  if (failure === undefined && !isDone) return [folded, all]
  const [ended, last] = end(
    folded,
    failure === undefined ? { type: 'done' } : { type: 'failed', error: failure.error },
  )
  return [ended, [...all, ...last]]
}

const foldAll = <P extends Provider>(
  state: CollectorState<P>,
  cursor: Cursors[P],
  signals: readonly Signal[],
): readonly [CollectorState<P>, readonly Frame[]] => {
  let draft: Draft = state
  const frames: Frame[] = []
  for (const signal of signals) {
    const next = fold(draft, signal)
    for (const frame of framesOf(draft, signal, next)) frames.push(frame)
    draft = next
  }
  return [draft === state && cursor === state.cursor ? state : seal(state.provider, cursor, draft), frames]
}

const started = <P extends Provider>(state: CollectorState<P>): CollectorState<P> =>
  state.head.started ? state : seal(state.provider, state.cursor, withHead(state, { started: true }))

const startFrame = ({ head }: Draft): Frame => ({
  type: 'start',
  provider: head.provider,
  ...(head.id !== '' && { id: head.id }),
  ...(head.model !== '' && { model: head.model }),
})

/** Of what comes after an error only the counts and the like are still of use. */
const afterFailure = (signals: readonly Signal[]): readonly Signal[] => {
  const kept = signals.filter(
    (signal) => signal.type === 'usage' || signal.type === 'metadata' || signal.type === 'identify',
  )
  return kept.length === signals.length ? kept : [...kept, AFTER_END]
}

const issue = (code: IssueCode, message: string): Signal => ({ type: 'issue', issue: { code, message } })

const AFTER_END: Signal = issue(
  'event-after-end',
  'An event came after the end of the stream; it was left out.',
)

const seal = <P extends Provider>(provider: P, cursor: Cursors[P], draft: Draft): CollectorState<P> => ({
  provider,
  cursor,
  head: draft.head,
  parts: draft.parts,
  pen: draft.pen,
  tail: draft.tail,
})
