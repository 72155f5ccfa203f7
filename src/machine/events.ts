import type { Json } from '../data'
import type { DecodeError } from '../decoded'
import type { Conversation } from '../frames'
import type { Chunk } from '../providers'
import type { Decision } from './decision'
import type { ToolContent } from './frame'

/**
 * What happened to a run. Events are plain JSON and all that the machine learns of the world: time, chance and names are in them. `key` is that of the
 * effect which they answer; `at` is in milliseconds since the epoch.
 */
export type AgentEvent =
  | RunStarted
  | RunResumed
  | RunHalted
  | ModelChunk
  | ModelFaulted
  | ModelEnded
  | ToolStarted
  | ToolProgressed
  | ToolSucceeded
  | ToolFailed
  | ToolTimedOut
  | CallDecided
  | InputRepaired
  | TimerFired

interface Happening {
  readonly at: number
}

interface Answering extends Happening {
  readonly key: string
}

export interface RunStarted extends Happening {
  readonly type: 'run-started'
  readonly runId: string
  /** From 0 up to 1: spreads the waits of many runs. */
  readonly random: number
  readonly messages: Conversation
}

/** A run that broke off goes on: what was under way is asked for again. */
export interface RunResumed extends Happening {
  readonly type: 'run-resumed'
  /** What was said of calls that wait for it, by their ids. Of the others it is asked again. */
  readonly decisions?: { readonly [callId: string]: Decision }
}

/** Somebody stopped the run. */
export interface RunHalted extends Happening {
  readonly type: 'run-halted'
  readonly reason: HaltReason
  /** What went wrong, where something did. */
  readonly message?: string
}

/** `returned`: the reader of the frames stopped. `aborted`: a signal said so. `journal-failed`: an event could not be written down. */
export type HaltReason = 'returned' | 'aborted' | 'journal-failed'

export interface ModelChunk extends Answering {
  readonly type: 'model-chunk'
  readonly chunk: Chunk
}

/** Something came in place of a chunk; it may end the stream, or not. */
export interface ModelFaulted extends Answering {
  readonly type: 'model-faulted'
  readonly fault: DecodeError
}

/** The stream is over. */
export interface ModelEnded extends Answering {
  readonly type: 'model-ended'
}

/** The tool is about to run, with an input that was found valid. */
export interface ToolStarted extends Answering {
  readonly type: 'tool-started'
}

export interface ToolProgressed extends Answering {
  readonly type: 'tool-progressed'
  readonly progress: Json
}

export interface ToolSucceeded extends Answering {
  readonly type: 'tool-succeeded'
  readonly content: ToolContent
}

export interface ToolFailed extends Answering {
  readonly type: 'tool-failed'
  /** `invalid-arguments`: the tool was not run, as its schema refuses the input. */
  readonly code: 'invalid-arguments' | 'execution-failed'
  readonly message: string
}

export interface ToolTimedOut extends Answering {
  readonly type: 'tool-timed-out'
  readonly timeoutMs: number
}

/** What was said about a call that waits for approval. */
export interface CallDecided extends Answering {
  readonly type: 'call-decided'
  readonly decision: Decision
}

export interface InputRepaired extends Answering {
  readonly type: 'input-repaired'
  /** The mended input; absent where there is none. */
  readonly input?: Json
}

export interface TimerFired extends Answering {
  readonly type: 'timer-fired'
}
