import type { Cost, TotalCost, TotalUsage } from '../cost'
import type { Json, JsonObject } from '../data'
import type { FinishReason, StreamError, Usage } from '../frames'
import type { CallStatus, RunOutcome, ToolContent } from './frame'

/** What those who watch a run are told. Every start has its stop, however the run ends. Times are in milliseconds. */
export type Notice = NoticeBody & NoticeHead

export interface NoticeHead {
  readonly runId: string
  /** The turn, from 1; 0 before the first. */
  readonly iteration: number
  /** Since the epoch. */
  readonly at: number
  /** The caller's. */
  readonly metadata: JsonObject
}

export type NoticeBody =
  | RunStartNotice
  | RunStopNotice
  | IterationStopNotice
  | ModelStartNotice
  | ModelStopNotice
  | ModelRetryNotice
  | ToolStartNotice
  | ToolStopNotice
  | ReasoningDeltaNotice

export interface RunStartNotice {
  readonly type: 'run-start'
  readonly maxIterations: number
  readonly toolCount: number
  /** The run goes on that broke off or was suspended. */
  readonly resumed?: true
}

export interface RunStopNotice {
  readonly type: 'run-stop'
  readonly outcome: RunOutcome
  /** Of an error. */
  readonly message?: string
  readonly iterations: number
  readonly durationMs: number
  readonly usage: TotalUsage
  readonly cost?: TotalCost
}

/** A turn is over, its tools included. */
export interface IterationStopNotice {
  readonly type: 'iteration-stop'
  readonly toolCallCount: number
  /** It was the last one, with the answer. */
  readonly isFinal: boolean
  readonly durationMs: number
  readonly cost?: Cost
}

export interface ModelStartNotice {
  readonly type: 'model-start'
  readonly key: string
  readonly model: string
}

export interface ModelStopNotice {
  readonly type: 'model-stop'
  readonly key: string
  readonly model: string
  readonly status: 'answered' | 'failed' | 'halted'
  readonly durationMs: number
  /** To the first chunk. */
  readonly firstChunkMs?: number
  readonly finishReason?: FinishReason
  readonly error?: StreamError
  readonly usage?: Usage
  readonly cost?: Cost
}

/** A failed model is asked again after a wait, or another one in its place at once. */
export interface ModelRetryNotice {
  readonly type: 'model-retry'
  readonly failed: string
  readonly next: string
  readonly waitMs: number
  readonly error: StreamError
}

export interface ToolStartNotice {
  readonly type: 'tool-start'
  readonly id: string
  readonly name: string
  /** The text as received. */
  readonly arguments: string
  readonly input: Json
}

export interface ToolStopNotice {
  readonly type: 'tool-stop'
  readonly id: string
  readonly name: string
  readonly status: CallStatus
  readonly content: ToolContent
  readonly durationMs: number
}

export interface ReasoningDeltaNotice {
  readonly type: 'reasoning-delta'
  readonly text: string
}
