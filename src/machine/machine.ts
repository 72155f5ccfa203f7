import * as E from 'fp-ts/Either'
import { type CollectorState, closeWithFrames, collectWithFrames, isDone } from '../collector'
import { collectDecodedWithFrames } from '../decoded'
import type { Frame } from '../frames'
import type { AgentConfig } from './config'
import { ask, closeDraft, type Draft, notice, notify, openDraft, tagged, tellings, withRun } from './draft'
import type { Effect } from './effects'
import type { AgentEvent, ModelChunk, ModelEnded, ModelFaulted } from './events'
import type { AgentFrame } from './frame'
import { halt, resume } from './interruption'
import type { Notice } from './notice'
import { beginTurn, isOverBudget, request } from './request'
import { settle } from './settle'
import { isContent, shownFrames } from './shown'
import type { AgentState, Asking, RunRecord } from './state'
import { decided, finishedTool, progressed, repaired, startedTool } from './tool-events'

/**
 * The whole loop of an agent: what one event leads to, and what is to be done about it. Pure and total; an event that comes too late, or answers an effect
 * that nobody waits for any more, changes nothing and asks for nothing. Nothing is asked for after `finish`.
 *
 * ```ts
 * const next = step(config)
 * const [state, effects] = next(initialAgentState, { type: 'run-started', at: Date.now(), runId, random: Math.random(), messages })
 * ```
 */
export const step =
  (config: AgentConfig) =>
  (state: AgentState, event: AgentEvent): readonly [AgentState, readonly Effect[]] => {
    switch (event.type) {
      case 'model-chunk':
        return chunk(config, state, event)
      case 'model-faulted':
      case 'model-ended':
        return ended(config, state, event)
      default: {
        const before = openDraft(config, state, event.at)
        const after = other(before, event)
        return after === before ? [state, NOTHING] : closeDraft(after)
      }
    }
  }

const NOTHING: readonly Effect[] = Object.freeze([])

/** What changes nothing gives the draft back as it is. */
const other = (draft: Draft, event: Exclude<AgentEvent, ModelChunk | ModelFaulted | ModelEnded>): Draft => {
  const { phase } = draft
  switch (event.type) {
    case 'run-started':
      return phase.type === 'idle' ? start(draft, event) : draft
    case 'run-resumed':
      return resume(draft, event)
    case 'run-halted':
      return halt(draft, event.reason, event.message)
    case 'timer-fired':
      return phase.type === 'waiting' && phase.key === event.key ? request(draft, phase.next) : draft
    case 'tool-started':
      return startedTool(draft, event)
    case 'tool-progressed':
      return progressed(draft, event)
    case 'tool-succeeded':
    case 'tool-failed':
    case 'tool-timed-out':
      return finishedTool(draft, event)
    case 'call-decided':
      return decided(draft, event)
    case 'input-repaired':
      return repaired(draft, event)
    default:
      return draft // of a kind that is not known here: a journal may be of a later version
  }
}

const start = (
  draft: Draft,
  { at, runId, random, messages }: Extract<AgentEvent, { type: 'run-started' }>,
): Draft => {
  const { maxIterations, tools } = draft.config
  const started = withRun(draft, { runId, random, messages, startedAt: at })
  return beginTurn(notify(started, { type: 'run-start', maxIterations, toolCount: tools.length }))
}

/** The commonest step of all, made without a draft: those copies would be most of its cost. */
const chunk = (
  config: AgentConfig,
  state: AgentState,
  event: ModelChunk,
): readonly [AgentState, readonly Effect[]] => {
  const { phase, run } = state
  if (phase.type !== 'asking' || phase.call.key !== event.key) return [state, NOTHING]
  const { call } = phase
  const [collector, frames] = collectWithFrames(phase.collector, event.chunk)
  const shown = shownFrames(config, frames)
  const asking: Asking = {
    type: 'asking',
    call: call.firstChunkAt === null ? { ...call, firstChunkAt: event.at } : call,
    collector,
    isShown: phase.isShown || shown.some(isContent),
    outputChars: phase.outputChars + charsOf(frames),
  }
  const events = state.events + 1
  const told = toldOf(config, run, event.at, shown)
  if (isDone(collector) || isOverBudget(config, run.outputChars + asking.outputChars)) {
    const draft = { ...openDraft(config, state, event.at), phase: asking, ...told }
    return closeDraft(over(draft, frames.at(-1)))
  }
  return [{ events, run, phase: asking }, tellings(events, told)]
}

/** Characters of deltas; what is taken back later was put out all the same. */
const charsOf = (frames: readonly Frame[]): number => {
  let total = 0
  for (const frame of frames) {
    if (frame.type === 'text-delta' || frame.type === 'reasoning-delta' || frame.type === 'refusal-delta')
      total += frame.text.length
    else if (frame.type === 'tool-call-delta') total += frame.arguments.length
  }
  return total
}

/** A fault may end the stream or not; its end does. */
const ended = (
  config: AgentConfig,
  state: AgentState,
  event: ModelFaulted | ModelEnded,
): readonly [AgentState, readonly Effect[]] => {
  const { phase } = state
  if (phase.type !== 'asking' || phase.call.key !== event.key) return [state, NOTHING]
  const [collector, frames] =
    event.type === 'model-ended'
      ? closeWithFrames(phase.collector)
      : collectDecodedWithFrames(phase.collector, E.left(event.fault))
  const shown = shownFrames(config, frames)
  const asking = { ...phase, collector, isShown: phase.isShown || shown.some(isContent) }
  const told = toldOf(config, state.run, event.at, shown)
  const draft: Draft = { ...openDraft(config, state, event.at), phase: asking, ...told }
  const last = frames.at(-1)
  if (!isDone(collector)) return closeDraft(draft)
  return closeDraft(event.type === 'model-ended' ? settle(draft, last) : over(draft, last))
}

/** What the reader, and those who watch, hear of an answer's frames. */
const toldOf = (
  config: AgentConfig,
  run: RunRecord,
  at: number,
  shown: readonly Frame[],
): Pick<Draft, 'frames' | 'notices'> => {
  const frames: AgentFrame[] = []
  let notices: readonly Notice[] = NO_NOTICES
  for (const frame of shown) {
    frames.push(tagged(frame, run.iteration))
    if (frame.type === 'reasoning-delta' && frame.text !== '') {
      notices = [...notices, notice(config, run, at, { type: 'reasoning-delta', text: frame.text })]
    }
  }
  return { frames, notices }
}

const NO_NOTICES: readonly Notice[] = Object.freeze([])

/** The stream goes on, but nobody needs the rest of it: the response is whole, or failed, or longer than it may be. */
const over = (draft: Draft, last: Frame | undefined): Draft => {
  if (draft.phase.type !== 'asking') return draft
  const { call, collector } = draft.phase
  if (!isDone(collector)) return halt(draft, 'output-budget')
  const abort = {
    type: 'abort-model' as const,
    key: `abort/${call.key}`,
    call: call.key,
    isWhole: isWhole(collector),
  }
  return settle(ask(draft, abort), last)
}

const isWhole = ({ head }: CollectorState): boolean => head.phase.type === 'closed'
