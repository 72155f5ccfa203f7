import type { Json } from '../data'
import type { Frame, ToolOutput } from '../frames'

/** What the reader of a run gets: each response's frames, and what becomes of its calls. Part numbers begin anew with each iteration. */
export type AgentFrame = (Frame | ToolStart | ToolProgress | ToolEnd | RunEnd) & OfIteration

export interface OfIteration {
  /** The turn, from 1; 0 before the first. */
  readonly iteration: number
}

interface OfCall {
  /** The call's id, as in the history. */
  readonly id: string
  readonly name: string
}

export interface ToolStart extends OfCall {
  readonly type: 'tool-start'
  /** What the model gave, or who repaired or approved it; the schema's transformations are not in it. */
  readonly input: Json
}

export interface ToolProgress extends OfCall {
  readonly type: 'tool-progress'
  readonly progress: Json
}

/** A call is answered. It comes alone for one that never ran. */
export interface ToolEnd extends OfCall {
  readonly type: 'tool-end'
  readonly status: CallStatus
  readonly content: ToolContent
}

/** What goes back to the model. */
export type ToolContent = string | readonly ToolOutput[]

/** `cancelled`: the run ended before the call did. `skipped`: it was not to be run. */
export type CallStatus = 'succeeded' | 'failed' | 'cancelled' | 'skipped'

/** The last frame of every run. */
export interface RunEnd {
  readonly type: 'run-end'
  readonly outcome: RunOutcome
}

export type RunOutcome =
  | 'answered'
  | 'halted'
  | 'max-iterations'
  | 'model-failed'
  | 'loop-detected'
  | 'suspended'
