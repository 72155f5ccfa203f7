import type { Either } from 'fp-ts/Either'
import type { Json } from '../data'
import type { Conversation, ToolCallPart } from '../frames'
import type { RequestSettings, ToolDefinition } from '../request'
import type { AgentFrame } from './frame'
import type { Notice } from './notice'
import type { AgentError, AgentResult } from './result'

/**
 * What the machine asks the outside for. Effects are plain JSON. A `key` is made of the state alone and comes once in a run, but for what is asked for
 * again when a run is resumed: who performs effects durably can keep their events by it.
 */
export type Effect = Work | Told | Control

/** Takes time, and is answered by events with the same key. */
export type Work = CallModel | RunTool | AskApproval | RepairInput | StartTimer

/** Is passed on, and not answered. */
export type Told = Emit | Notify

export type Control = AbortModel | AbortTools | Finish

interface Keyed {
  readonly key: string
}

/** Answered by `model-chunk` and `model-faulted` events, and a last `model-ended`. */
export interface CallModel extends Keyed {
  readonly type: 'call-model'
  /** The id of the model choice. */
  readonly model: string
  readonly request: AgentRequest
}

export interface AgentRequest {
  readonly conversation: Conversation
  readonly tools: readonly ToolDefinition[]
  readonly settings: RequestSettings
}

/** The answer is of no more use. */
export interface AbortModel extends Keyed {
  readonly type: 'abort-model'
  /** Of the `call-model`. */
  readonly call: string
  /** The response is whole: what is left of its transfer may end by itself. */
  readonly isWhole: boolean
}

/**
 * Answered by `tool-failed` where the schema refuses the input; else by `tool-started`, then any `tool-progressed`, then `tool-succeeded`, `tool-failed` or,
 * after `timeoutMs`, `tool-timed-out`.
 */
export interface RunTool extends Keyed, OfTool {
  readonly type: 'run-tool'
  readonly timeoutMs?: number
}

interface OfTool {
  readonly iteration: number
  readonly callId: string
  readonly name: string
  readonly input: Json
}

/** The results of these are of no more use. */
export interface AbortTools extends Keyed {
  readonly type: 'abort-tools'
  /** Keys of `run-tool`, `ask-approval` and `repair-input`. */
  readonly calls: readonly string[]
}

/** Answered by `call-decided`, or by `tool-failed` where the schema refuses the input. */
export interface AskApproval extends Keyed, OfTool {
  readonly type: 'ask-approval'
}

/** Answered by `input-repaired`. */
export interface RepairInput extends Keyed {
  readonly type: 'repair-input'
  readonly call: ToolCallPart
  /** What is wrong with its arguments. */
  readonly problem: string
}

/** Answered by `timer-fired`. */
export interface StartTimer extends Keyed {
  readonly type: 'start-timer'
  readonly milliseconds: number
}

/** For the reader of the run. */
export interface Emit extends Keyed {
  readonly type: 'emit'
  readonly frames: readonly AgentFrame[]
}

/** For whoever watches. */
export interface Notify extends Keyed {
  readonly type: 'notify'
  readonly notices: readonly Notice[]
}

/** The run is over, or suspended; nothing is asked for after it, unless a suspended run is resumed. */
export interface Finish extends Keyed {
  readonly type: 'finish'
  readonly result: Either<AgentError, AgentResult>
}

/** Whether an effect takes time, and is answered by events. */
export const isWork = (effect: Effect): effect is Work => {
  switch (effect.type) {
    case 'call-model':
    case 'run-tool':
    case 'ask-approval':
    case 'repair-input':
    case 'start-timer':
      return true
    case 'emit':
    case 'notify':
    case 'abort-model':
    case 'abort-tools':
    case 'finish':
      return false
  }
}
