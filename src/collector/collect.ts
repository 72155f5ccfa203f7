import { LONGEST_TREE } from '../data'
import {
  type CloseReason,
  type Continuation,
  continuationFrame,
  type Frame,
  type IssueCode,
  type IssueSignal,
  type Provider,
  type ProviderError,
  type Signal,
} from '../frames'
import {
  type Chunk,
  type Continued,
  type Cursors,
  type ProviderOptions,
  providerModule,
  requireProvider,
  type WireEvent,
} from '../providers'
import { closingSignals, type Ending, lastFrame, settle } from './close'
import { fold } from './fold'
import { framesOf } from './frames'
import { withHead } from './head'
import { goesOn, movePen, write } from './pen'

import { isFinal, reconcile } from './reconcile'
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
  return (next && goOn(state, next)) ?? collectFully(state, chunk, SILENT)
}

/** {@link collect}, together with what the chunk is worth in neutral frames: what a UI or a log wants to hear. */
export const collectWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): readonly [CollectorState<P>, readonly Frame[]] => {
  const next = continuationOf(state, chunk)
  const gone = next && goOn(state, next)
  if (next !== undefined && gone !== undefined)
    return [gone, next.text === '' ? [] : [continuationFrame(next)]]
  return told((tell) => collectFully(state, chunk, tell))
}

/** The short way, taken where the event is no more than the next fragment of an open part. */
const continuationOf = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
): Continued<P> | undefined => {
  if (state.provider !== chunk.provider || state.head.phase.type !== 'open') return undefined
  const event = chunk.event as WireEvent<P> // the tags are equal
  return providerModule(state.provider).continuation(state.cursor, event)
}

/** Every field by name and in one order: a literal of one shape is what makes this step cheap. */
const goOn = <P extends Provider>(
  state: CollectorState<P>,
  next: Continued<P>,
): CollectorState<P> | undefined => {
  const { type, part, text } = next
  const cursor = next.cursor ?? state.cursor
  return part === state.pen && state.tail.length + text.length <= LONGEST_TREE
    ? {
        provider: state.provider,
        cursor,
        head: state.head,
        parts: state.parts,
        pen: part,
        tail: state.tail + text,
      }
    : goOnAnew(state, cursor, type, part, text)
}

/** Where the tail is full or the pen elsewhere. It is given values and no object: one that is passed on has to be made each time. */
const goOnAnew = <P extends Provider>(
  state: CollectorState<P>,
  cursor: Cursors[P],
  type: Continuation['type'],
  part: number,
  text: string,
): CollectorState<P> | undefined => {
  const isUnderPen = part === state.pen
  if (!isUnderPen && !goesOn(state, type, part)) return undefined
  return seal(state.provider, cursor, write(isUnderPen ? state : movePen(state, part), text))
}

/** Where frames are told while signals are folded; silent when nobody asked for them. */
type Tell = ((frames: readonly Frame[]) => void) | null

const SILENT: Tell = null

/** Runs `step` and gathers what it tells. */
const told = <T>(step: (tell: Tell) => T): readonly [T, readonly Frame[]] => {
  const frames: Frame[] = []
  const result = step((more) => {
    for (const frame of more) frames.push(frame)
  })
  return [result, frames]
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
): CollectorState<P> => end(state, { type: 'closed', reason }, SILENT)

/** {@link close}, together with the last frames: each open part's complete, then `end` or `error`. */
export const closeWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  reason: CloseReason = 'clean',
): readonly [CollectorState<P>, readonly Frame[]] =>
  told((tell) => end(state, { type: 'closed', reason }, tell))

/** Records an oddity that was met outside the stream's own events, such as a line that could not be decoded. */
export const note = <P extends Provider>(
  state: CollectorState<P>,
  oddity: IssueSignal['issue'],
): CollectorState<P> => foldAll(state, state.cursor, [{ type: 'issue', issue: oddity }], SILENT)

/** {@link note}, together with its frame, which only the first of a kind has. */
export const noteWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  oddity: IssueSignal['issue'],
): readonly [CollectorState<P>, readonly Frame[]] =>
  told((tell) => foldAll(state, state.cursor, [{ type: 'issue', issue: oddity }], tell))

/** The request failed outside the stream's own events, by an HTTP status for example. What came before is kept. */
export const fail = <P extends Provider>(state: CollectorState<P>, error: ProviderError): CollectorState<P> =>
  end(state, { type: 'failed', error }, SILENT)

/** {@link fail}, together with the last frames. */
export const failWithFrames = <P extends Provider>(
  state: CollectorState<P>,
  error: ProviderError,
): readonly [CollectorState<P>, readonly Frame[]] =>
  told((tell) => end(state, { type: 'failed', error }, tell))

const end = <P extends Provider>(state: CollectorState<P>, ending: Ending, tell: Tell): CollectorState<P> => {
  if (state.head.phase.type !== 'open') return state
  if (!state.head.started) tell?.([startFrame(state)]) // of a stream that says nothing the provider is known all the same
  const closing = closingSignals(state, providerModule(state.provider).finish(state.cursor), ending)
  const settled = closing.reduce<Draft>((current, signal) => foldOne(current, signal, tell), state)
  const closed = settle(settled, ending)
  tell?.([lastFrame(closed)])
  return seal(state.provider, state.cursor, closed)
}

/** The long way: every signal of the event is folded, and its frames are told. */
const collectFully = <P extends Provider>(
  state: CollectorState<P>,
  chunk: Chunk | Chunk<NoInfer<P>>,
  tell: Tell,
): CollectorState<P> => {
  const { phase } = state.head
  if (state.provider !== chunk.provider) {
    return foldAll(
      state,
      state.cursor,
      [misplaced(state.provider, chunk.provider)],
      phase.type === 'closed' ? SILENT : tell,
    )
  }
  if (phase.type === 'closed') return foldAll(state, state.cursor, [AFTER_END], SILENT) // `end` was the last word
  const event = chunk.event as WireEvent<P> // the tags are equal
  const [cursor, signals] = providerModule(state.provider).translate(state.cursor, event)
  if (phase.type === 'failed') return foldAll(state, cursor, afterFailure(signals), tell)
  return endIfSaid(
    state.head.started ? foldAll(state, cursor, signals, tell) : start(state, cursor, signals, tell),
    signals,
    tell,
  )
}

/** The first event: `start` tells what it says of the response's identity, and comes before its other frames. */
const start = <P extends Provider>(
  state: CollectorState<P>,
  cursor: Cursors[P],
  signals: readonly Signal[],
  tell: Tell,
): CollectorState<P> => {
  const opened = seal(state.provider, state.cursor, withHead(state, { started: true }))
  if (tell === null) return foldAll(opened, cursor, signals, SILENT)
  const [folded, frames] = told((later) => foldAll(opened, cursor, signals, later))
  tell([startFrame(folded), ...frames])
  return folded
}

const endIfSaid = <P extends Provider>(
  state: CollectorState<P>,
  signals: readonly Signal[],
  tell: Tell,
): CollectorState<P> => {
  let isDone = false
  for (const signal of signals) {
    if (signal.type === 'failure') return end(state, { type: 'failed', error: signal.error }, tell)
    if (signal.type === 'done') isDone = true
  }
  return isDone ? end(state, { type: 'done' }, tell) : state
}

const foldAll = <P extends Provider>(
  state: CollectorState<P>,
  cursor: Cursors[P],
  signals: readonly Signal[],
  tell: Tell,
): CollectorState<P> => {
  let draft: Draft = state
  for (const signal of signals) draft = foldOne(draft, signal, tell)
  return draft === state && cursor === state.cursor ? state : seal(state.provider, cursor, draft)
}

const foldOne = (draft: Draft, signal: Signal, tell: Tell): Draft => {
  if (isFinal(signal)) {
    return reconcile(draft, signal).reduce<Draft>((current, one) => foldOne(current, one, tell), draft)
  }
  const next = fold(draft, signal)
  tell?.(framesOf(draft, signal, next))
  return next
}

const startFrame = ({ head }: Draft): Frame => ({
  type: 'start',
  provider: head.provider,
  ...(head.id !== '' && { id: head.id }),
  ...(head.model !== '' && { model: head.model }),
})

/** Of what comes after an error only what concerns the whole response is still of use: the counts and the like. */
const afterFailure = (signals: readonly Signal[]): readonly Signal[] => {
  const kept = signals.filter(
    (signal) =>
      signal.type === 'usage' ||
      signal.type === 'identify' ||
      (signal.type === 'metadata' && signal.scope === 'response'),
  )
  return kept.length === signals.length ? kept : [...kept, AFTER_END]
}

const issue = (code: IssueCode, message: string): Signal => ({ type: 'issue', issue: { code, message } })

const AFTER_END: Signal = issue(
  'event-after-end',
  'An event came after the end of the stream; it was left out.',
)

const misplaced = (own: Provider, other: unknown): Signal =>
  issue(
    'provider-mismatch',
    `A chunk of another provider (${String(other)}) came in a stream of ${own}; it was left out.`,
  )

const seal = <P extends Provider>(provider: P, cursor: Cursors[P], draft: Draft): CollectorState<P> => ({
  provider,
  cursor,
  head: draft.head,
  parts: draft.parts,
  pen: draft.pen,
  tail: draft.tail,
})
