import type { Frame } from '../frames'
import type { AgentConfig } from './config'
import type { Control, Effect, Work } from './effects'
import type { AgentFrame, RunEnd, ToolEnd, ToolProgress, ToolStart } from './frame'
import type { Notice, NoticeBody } from './notice'
import type { AgentState, Phase, RunRecord } from './state'

/** One event being worked out: the state as it will be, and what is told and asked for meanwhile. */
export interface Draft {
  readonly config: AgentConfig
  /** The event's time. */
  readonly at: number
  readonly events: number
  readonly run: RunRecord
  readonly phase: Phase
  readonly frames: readonly AgentFrame[]
  readonly notices: readonly Notice[]
  readonly effects: readonly (Work | Control)[]
}

export const openDraft = (config: AgentConfig, { events, run, phase }: AgentState, at: number): Draft => ({
  config,
  at,
  events: events + 1,
  run,
  phase,
  frames: [],
  notices: [],
  effects: [],
})

/** The new state, and the effects: what is told comes first, so that nobody learns of a thing after it was done. */
export const closeDraft = (draft: Draft): readonly [AgentState, readonly Effect[]] => {
  const { events, run, phase, effects } = draft
  return [{ events, run, phase }, [...tellings(events, draft), ...effects]]
}

/** What is told, as effects. */
export const tellings = (
  events: number,
  { frames, notices }: Pick<Draft, 'frames' | 'notices'>,
): Effect[] => {
  const effects: Effect[] = []
  if (frames.length > 0) effects.push({ type: 'emit', key: `emit/${events}`, frames })
  if (notices.length > 0) effects.push({ type: 'notify', key: `notify/${events}`, notices })
  return effects
}

export const inPhase = (draft: Draft, phase: Phase): Draft => ({ ...draft, phase })

export const withRun = (draft: Draft, changes: Partial<RunRecord>): Draft => ({
  ...draft,
  run: { ...draft.run, ...changes },
})

export const ask = (draft: Draft, ...effects: readonly (Work | Control)[]): Draft => ({
  ...draft,
  effects: [...draft.effects, ...effects],
})

export const tell = (draft: Draft, ...frames: readonly AgentFrame[]): Draft => ({
  ...draft,
  frames: [...draft.frames, ...frames],
})

/** A frame of the turn. */
export const tagged = <F extends Frame | ToolStart | ToolProgress | ToolEnd | RunEnd>(
  frame: F,
  iteration: number,
): F & { readonly iteration: number } => ({ ...frame, iteration })

export const notify = (draft: Draft, body: NoticeBody): Draft => ({
  ...draft,
  notices: [...draft.notices, notice(draft.config, draft.run, draft.at, body)],
})

export const notice = (
  { metadata }: AgentConfig,
  { runId, iteration }: RunRecord,
  at: number,
  body: NoticeBody,
): Notice => ({ ...body, runId, iteration, at, metadata })
