import { aggregateCosts, type Cost, type TotalCost, type TotalUsage, totalUsage } from '../cost'
import type { Json } from '../data'
import type { Conversation, FinishReason, LlmResponse, Provider, StreamError, Usage } from '../frames'
import type { ToolErrorCode } from './answers'
import type { HaltReason } from './events'
import type { CallStatus, ToolContent } from './frame'
import type { AgentState, RunRecord } from './state'

/** The run came to its answer. */
export interface AgentResult extends AgentPartial {
  /** The last one. */
  readonly response: LlmResponse
}

/** All that a run came to, whether or not there is an answer. */
export interface AgentPartial {
  readonly runId: string
  /** Of the last response; '' where it has none. */
  readonly text: string
  /** The input, and what the run added: a history that any provider takes, in which each call has its result. */
  readonly messages: Conversation
  /** How many turns the model had. */
  readonly iterations: number
  /** Of every request that reported any, failed ones among them. */
  readonly usage: TotalUsage
  /** Of every request; absent where there was none. */
  readonly cost?: TotalCost
  /** Every request, in order. */
  readonly modelCalls: readonly ModelCallRecord[]
  /** Every call, in order of turns and in the order of the model's message. */
  readonly toolCalls: readonly ToolCallRecord[]
}

/** Why there is no answer, and all that there is. Plain JSON. */
export type AgentError = AgentErrorReason & { readonly message: string; readonly partial: AgentPartial }

export type AgentErrorReason =
  | { readonly code: 'halted'; readonly reason: HaltReason | 'output-budget' }
  /** `toolsRan`: whether the tools of the last turn did. */
  | { readonly code: 'max-iterations'; readonly toolsRan: boolean }
  /** `error`: the last one. `errors`: those of every model that failed in this turn. */
  | { readonly code: 'model-failed'; readonly error: StreamError; readonly errors: readonly ModelFailure[] }
  | { readonly code: 'loop-detected'; readonly turns: number }
  /** Some calls wait for a decision. `state` is plain JSON, and `resume` goes on from it. */
  | { readonly code: 'suspended'; readonly pending: readonly PendingCall[]; readonly state: AgentState }

export interface ModelFailure {
  readonly model: string
  readonly error: StreamError
}

/** A call that waits for a decision. */
export interface PendingCall {
  readonly id: string
  readonly name: string
  readonly input: Json
}

/** One request to a model, and how it ended. */
export interface ModelCallRecord {
  readonly iteration: number
  readonly key: string
  /** The id of the model choice. */
  readonly model: string
  readonly provider: Provider
  readonly status: 'answered' | 'failed' | 'halted'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly finishReason?: FinishReason
  readonly error?: StreamError
  readonly usage?: Usage
  /** Absent of a failed request that reported no usage. */
  readonly cost?: Cost
}

/** One call, and what the model was told of it. */
export interface ToolCallRecord {
  readonly iteration: number
  readonly id: string
  readonly name: string
  /** The text as received. */
  readonly arguments: string
  /** Absent where it could not be read. */
  readonly input?: Json
  readonly status: CallStatus
  /** Of all but those that succeeded. */
  readonly error?: ToolErrorCode
  readonly content: ToolContent
  /** Of those that ran. */
  readonly durationMs?: number
}

/** What the run came to so far. */
export const partialOf = (run: RunRecord): AgentPartial => {
  const costs = run.modelCalls.flatMap((call) => call.cost ?? [])
  const cost = aggregateCosts(costs)
  return {
    runId: run.runId,
    text: run.text,
    messages: run.messages,
    iterations: run.iteration,
    usage: totalUsage(costs),
    ...(cost !== undefined && { cost }),
    modelCalls: run.modelCalls,
    toolCalls: run.toolCalls,
  }
}
