import type { Either } from 'fp-ts/Either'
import type { CollectorState } from '../collector'
import type { Json } from '../data'
import type { Conversation, ToolCallPart } from '../frames'
import type { ToolErrorCode } from './answers'
import type { CallStatus, ToolContent } from './frame'
import type { AgentError, AgentResult, ModelCallRecord, ToolCallRecord } from './result'

/** All that is known of a run: plain JSON. */
export interface AgentState {
  /** How many events were folded; those that came too late and changed nothing do not count. */
  readonly events: number
  /** What changes from turn to turn. */
  readonly run: RunRecord
  /** What is going on. */
  readonly phase: Phase
}

export interface RunRecord {
  readonly runId: string
  readonly random: number
  readonly startedAt: number
  /** The turn, from 1; 0 before the first. */
  readonly iteration: number
  readonly iterationStartedAt: number
  /** What was said, up to the message of the turn whose tools are at work. */
  readonly messages: Conversation
  /** Of the last response. */
  readonly text: string
  readonly modelCalls: readonly ModelCallRecord[]
  readonly toolCalls: readonly ToolCallRecord[]
  /** Characters put out by the responses that ended. */
  readonly outputChars: number
  /** Models that failed and are left alone for a while, by id. */
  readonly rests: { readonly [model: string]: Rest }
  readonly repeats: Repeats | null
}

/** How often a model failed in a row, and until when others are asked before it, in milliseconds since the epoch. */
export interface Rest {
  readonly failures: number
  readonly until: number
}

/** The calls of the last turn in one text, and how many turns in a row made them. */
export interface Repeats {
  readonly calls: string
  readonly count: number
}

export type Phase = Idle | Asking | Waiting | Acting | Suspended | Finished

/** Nothing has begun. */
export interface Idle {
  readonly type: 'idle'
}

/** A model answers. */
export interface Asking {
  readonly type: 'asking'
  readonly call: OpenModelCall
  readonly collector: CollectorState
  /** Something of the answer was told. */
  readonly isShown: boolean
  /** Characters of this answer. */
  readonly outputChars: number
}

/** Which models were tried in this turn, and how often. */
export interface Attempt {
  /** The index of the model choice. */
  readonly model: number
  /** Requests of this turn before this one. */
  readonly requests: number
  /** Requests of this model before this one, in a row. */
  readonly retries: number
  /** Indexes of the models that were given up. */
  readonly givenUp: readonly number[]
}

export interface OpenModelCall extends Attempt {
  readonly key: string
  readonly startedAt: number
  readonly firstChunkAt: number | null
}

/** A failed model is left alone for a moment. */
export interface Waiting {
  readonly type: 'waiting'
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly next: Attempt
}

/** The calls of a turn are at work. */
export interface Acting {
  readonly type: 'acting'
  readonly calls: readonly CallState[]
}

/** Some calls wait for a decision, and nothing else is under way. */
export interface Suspended {
  readonly type: 'suspended'
  readonly calls: readonly CallState[]
}

export interface Finished {
  readonly type: 'finished'
  readonly result: Either<AgentError, AgentResult>
}

/** One call of the turn, and how far it is. */
export type CallState = OpenCall | DoneCall

export type OpenCall = BrokenCall | RepairingCall | ReadyCall | AskedCall | RunningCall

interface OfCall {
  /** Its place among the turn's calls, from 0. */
  readonly position: number
  /** As it stands in the history. */
  readonly part: ToolCallPart
  /** How often its arguments were repaired. */
  readonly repairs: number
}

/** Its arguments cannot be used. */
export interface BrokenCall extends OfCall {
  readonly stage: 'broken'
  readonly problem: string
}

/** It waits for its turn. */
export interface ReadyCall extends OfCall {
  readonly stage: 'ready'
  readonly input: Json
  readonly isApproved: boolean
}

/** Somebody tries to repair its arguments. */
export interface RepairingCall extends OfCall {
  readonly stage: 'repairing'
  readonly key: string
  readonly problem: string
}

/** Somebody is asked about it, or was, and could not say. */
export interface AskedCall extends OfCall {
  readonly stage: 'asking' | 'deferred'
  readonly key: string
  readonly input: Json
}

export interface RunningCall extends OfCall {
  readonly stage: 'running'
  readonly key: string
  readonly input: Json
  /** Milliseconds since the epoch; `null` until the tool itself began. */
  readonly startedAt: number | null
}

export interface DoneCall extends OfCall {
  readonly stage: 'done'
  /** Absent where it could not be read. */
  readonly input?: Json
  readonly status: CallStatus
  readonly error?: ToolErrorCode
  readonly content: ToolContent
  readonly durationMs?: number
}

/** The state before the first event. */
export const initialAgentState: AgentState = Object.freeze({
  events: 0,
  run: Object.freeze({
    runId: '',
    random: 0,
    startedAt: 0,
    iteration: 0,
    iterationStartedAt: 0,
    messages: Object.freeze([]),
    text: '',
    modelCalls: Object.freeze([]),
    toolCalls: Object.freeze([]),
    outputChars: 0,
    rests: Object.freeze({}),
    repeats: null,
  }),
  phase: Object.freeze({ type: 'idle' }),
})
