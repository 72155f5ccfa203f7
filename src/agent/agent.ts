import type { PriceBook } from '../cost'
import type { Json, JsonObject } from '../data'
import type { Conversation, ToolCallPart } from '../frames'
import { type AgentConfig, agentConfig, type Decision, type LastTurn, type RetryPolicy } from '../machine'
import type { ProviderOptions } from '../providers'
import type { RequestSettings } from '../request'
import type { Model } from '../transport'
import { definitionOf, type Tool } from './tool'

/** A model, what it may do, and how its loop runs. */
export interface Agent extends AgentModel, AgentOptions {}

/** One way to ask a model. */
export interface AgentModel {
  /** Names it in notices and errors. Absent: the model's name in the settings. */
  readonly id?: string | undefined
  /** Who is asked: over HTTP by `fetchModel`, or anybody who answers in a dialect. */
  readonly model: Model
  readonly settings: RequestSettings
  /** How its stream is read. */
  readonly read?: ProviderOptions | undefined
}

export interface AgentOptions {
  /** Who stands in for the model when it fails, in this order. Each is tried at most once a turn, but for its retries. */
  readonly fallbacks?: readonly AgentModel[] | undefined
  readonly tools?: readonly Tool[] | undefined
  /** How many turns the model has at most (10); 0: it is not asked at all. */
  readonly maxIterations?: number | undefined
  /** What becomes of the last of them: its tools run (`run-tools`, the default) or not (`skip-tools`), or it has none (`without-tools`). */
  readonly lastTurn?: LastTurn | undefined
  /** The tools of a turn run side by side (`parallel`, the default), or one after the other. */
  readonly toolExecution?: 'sequential' | 'parallel' | undefined
  /** How many tools run at once at most. Absent: all of a turn. */
  readonly maxConcurrency?: number | undefined
  /** Milliseconds that a tool may take. Absent: any. */
  readonly toolTimeout?: number | undefined
  /** Text is told as it comes (`live`, the default), or only once it is known to be the answer (`withheld`). */
  readonly intermediateText?: 'live' | 'withheld' | undefined
  /** When a failed request is made again: `{ attempts: 2, minMs: 500, maxMs: 60_000, afterOutput: false }`, as far as nothing else is said. */
  readonly retry?: Partial<RetryPolicy> | undefined
  /** Characters that the models may put out in all of a run. Absent: any number. */
  readonly outputBudget?: number | undefined
  /** How many turns in a row may make the very same calls; one more ends the run. Absent: any number. */
  readonly maxRepeats?: number | undefined
  /** Says what becomes of a call of a tool that needs approval. */
  readonly approve?: Approve | undefined
  /** Mends arguments that are no JSON, or that the tool's schema refuses. They are checked again after it, and each call is mended once. */
  readonly repair?: Repair | undefined
  /** What tokens cost, where the provider does not say it. */
  readonly prices?: PriceBook | undefined
  /** Goes with every notice. */
  readonly metadata?: JsonObject | undefined
}

/** A call that somebody is asked about. */
export interface CallToApprove {
  readonly id: string
  readonly name: string
  /** It fits the tool's schema. */
  readonly input: Json
  readonly iteration: number
}

/** What it throws fails the call. */
export type Approve = (
  call: CallToApprove,
  context: { readonly signal: AbortSignal },
) => Decision | Promise<Decision>

export interface BrokenCall {
  /** With the arguments as received. */
  readonly call: ToolCallPart
  readonly problem: string
  /** The tool's JSON Schema. Absent: it takes no input. */
  readonly parameters?: JsonObject
}

/** The input as it should have been; undefined where it cannot be told. */
export type Repair = (
  broken: BrokenCall,
  context: { readonly signal: AbortSignal },
) => Json | undefined | Promise<Json | undefined>

/**
 * What the machine decides by, for an agent.
 *
 * @throws TypeError for options that make no sense: the caller's mistake.
 */
export const configOf = (agent: Agent): AgentConfig => {
  const { tools = [], approve: _approve, repair, ...others } = agent
  const {
    id: _id,
    model: _model,
    settings: _settings,
    read: _read,
    fallbacks: _fallbacks,
    ...options
  } = others
  return agentConfig({
    ...options,
    models: modelsOf(agent).map(({ id, model, settings, read = {} }) => ({
      id,
      provider: model.provider,
      settings,
      options: read,
    })),
    tools: tools.map(definitionOf),
    repair: repair !== undefined,
  })
}

/** The agent's models, each with a name of its own. */
export const modelsOf = (agent: Agent): readonly (AgentModel & { readonly id: string })[] => {
  const named: (AgentModel & { readonly id: string })[] = []
  for (const model of [agent, ...(agent.fallbacks ?? [])]) {
    const name = model.id ?? model.settings.model
    const isTaken = named.some(({ id }) => id === name)
    named.push({ ...model, id: isTaken && model.id === undefined ? `${name} (${named.length + 1})` : name })
  }
  return named
}

/**
 * One user's message, or what was said before.
 *
 * @throws TypeError for anything else: the caller's mistake.
 */
export const conversationOf = (input: string | Conversation): Conversation => {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  if (Array.isArray(input)) return input
  throw new TypeError(`The input is a text or a list of messages; it is ${String(input)}.`)
}
