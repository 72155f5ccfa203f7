import type { Either } from 'fp-ts/Either'
import { withoutUndefined } from '../data'
import type { Conversation } from '../frames'
import {
  type AgentConfig,
  type AgentError,
  type AgentResult,
  type AgentState,
  type Decision,
  initialAgentState,
  type Journal,
  journalHead,
  replayed,
} from '../machine'
import { type Agent, type AgentOptions, configOf, conversationOf } from './agent'
import { type AgentRun, type InterpreterOptions, interpret } from './interpreter'
import { performerOf } from './performer'
import { requireDecision } from './require-decision'

export interface RunOptions extends AgentOptions, InterpreterOptions {
  /** Absent: a random UUID. */
  readonly runId?: string | undefined
  /** Chance, from 0 up to 1, in place of the platform's. */
  readonly random?: (() => number) | undefined
}

/**
 * Runs an agent: asks the model, runs the tools that it calls, tells it their results, and so on until it answers without calls.
 *
 * ```ts
 * const weatherRun = run(agent, 'Is it warm in Rome?')
 * for await (const frame of weatherRun) if (frame.type === 'text-delta') process.stdout.write(frame.text)
 * const result = await weatherRun.result // Either<AgentError, AgentResult>
 * ```
 *
 * @param input one user's message, or a conversation to go on with
 * @throws TypeError for an input and options that make no sense: the caller's mistake.
 */
export const run = (agent: Agent, input: string | Conversation, options: RunOptions = {}): AgentRun => {
  const { runId = globalThis.crypto.randomUUID(), random = Math.random } = options
  const whole = { ...agent, ...agentOptions(options) }
  const config = configOf(whole)
  const messages = conversationOf(input)
  return interpret({
    runId,
    config,
    performer: performerOf(whole),
    options,
    from: initialAgentState,
    head: journalHead(config),
    first: (at) => ({ type: 'run-started', at, runId, random: random(), messages }),
  })
}

/** {@link run}, for those who want the result alone. */
export const runToCompletion = (
  agent: Agent,
  input: string | Conversation,
  options: RunOptions = {},
): Promise<Either<AgentError, AgentResult>> => run(agent, input, options).result

export interface ResumeOptions extends AgentOptions, InterpreterOptions {
  /** What was said of the calls that wait for it, by their ids. Of the others `approve` is asked again. */
  readonly decisions?: { readonly [callId: string]: Decision } | undefined
}

/**
 * Goes on with a run that was suspended, from the state in its error, or that broke off, from its journal: finished tools are not run again. A journal writer
 * gets what is new only, to be written behind what there is. The agent may be another one than before: it decides from now on.
 *
 * @throws TypeError for options and decisions that make no sense, and for a run that never began, whose question nobody wrote down: the caller's mistakes.
 */
export const resume = (agent: Agent, from: AgentState | Journal, options: ResumeOptions = {}): AgentRun => {
  const { decisions } = options
  for (const [id, said] of Object.entries(decisions ?? {}))
    requireDecision(said, `\`decisions\` of the call ${id}`)
  const whole = { ...agent, ...agentOptions(options) }
  const config = configOf(whole)
  const state = 'phase' in from ? from : replayed(from, pastConfig(from, config))
  if (state.phase.type === 'idle') throw new TypeError('There is nothing to go on with: the run never began.')
  return interpret({
    runId: state.run.runId,
    config,
    performer: performerOf(whole),
    options,
    from: state,
    first: (at) => ({ type: 'run-resumed', at, ...(decisions !== undefined && { decisions }) }),
  })
}

/** What was done was decided by the journal's own config, whatever decides from now on. Only prices are in no journal. */
const pastConfig = ({ config }: Journal, { prices }: AgentConfig): AgentConfig => ({
  ...config,
  ...(prices !== undefined && { prices }),
})

/** What of the options is the agent's, in place of its own. */
const agentOptions = ({
  signal: _signal,
  runId: _runId,
  handlers: _handlers,
  journal: _journal,
  now: _now,
  random: _random,
  ...options
}: RunOptions & ResumeOptions): AgentOptions => {
  const { decisions: _decisions, ...own } = options
  return withoutUndefined(own)
}
