import type { PriceBook } from '../cost'
import { type JsonObject, withoutUndefined } from '../data'
import type { Provider } from '../frames'
import type { ProviderOptions } from '../providers'
import type { RequestSettings, ToolDefinition } from '../request'

/**
 * What the machine decides by: plain JSON, but for the price book, which is a pure function. Functions that do things (models, tools, hooks) are the
 * performer's; here they have names.
 */
export interface AgentConfig {
  /** Who is asked, in this order: the first answers each turn, the others stand in for those before them. */
  readonly models: readonly ModelChoice[]
  readonly tools: readonly AgentToolDefinition[]
  /** How many turns the model has at most; 0: it is not asked at all. */
  readonly maxIterations: number
  /** What becomes of the last turn that `maxIterations` allows. */
  readonly lastTurn: LastTurn
  readonly toolExecution: 'sequential' | 'parallel'
  /** How many tools run at once at most. Absent: all of a turn. */
  readonly maxConcurrency?: number
  /** Milliseconds that a tool may take, where it says nothing itself. Absent: any. */
  readonly toolTimeout?: number
  /** `live`: text is told as it comes. `withheld`: only once it is known to be the answer; text beside tool calls is in the history alone. */
  readonly intermediateText: 'live' | 'withheld'
  readonly retry: RetryPolicy
  /** Characters that the models may put out in all of the run: text, refusals, reasoning, arguments. Absent: any number. */
  readonly outputBudget?: number
  /** How many turns in a row may make the very same calls; one more ends the run. Absent: any number. */
  readonly maxRepeats?: number
  /** Somebody mends arguments that cannot be used: the performer's `repair`. */
  readonly repair: boolean
  /** Goes with every notice. */
  readonly metadata: JsonObject
  readonly prices?: PriceBook
}

/**
 * `run-tools`: the tools of the last turn run, though no model hears of it. `skip-tools`: they do not. `without-tools`: the last turn is asked for without
 * tools, so that it ends in an answer.
 */
export type LastTurn = 'run-tools' | 'skip-tools' | 'without-tools'

/** One way to ask a model. */
export interface ModelChoice {
  /** Names it among the others: in effects, notices and errors. */
  readonly id: string
  readonly provider: Provider
  readonly settings: RequestSettings
  /** How its stream is read. */
  readonly options: ProviderOptions
}

export interface AgentToolDefinition extends ToolDefinition {
  /** Milliseconds; in place of the config's. */
  readonly timeout?: number
  /** Each of its calls waits for somebody's word: the performer's `approve`. */
  readonly needsApproval?: boolean
  /**
   * What becomes of a call that had begun when the run broke off, once the run is resumed: it runs `again`, or the model is told that nobody knows how it
   * ended (`report`). Absent: `again`.
   */
  readonly whenInterrupted?: 'again' | 'report'
}

/** When a failed request is made again. A failure that the request itself causes (most of HTTP's 4xx) is not. */
export interface RetryPolicy {
  /** How often the same model is asked again in one turn, before the next one is. */
  readonly attempts: number
  /** The first wait, in milliseconds; each further one is twice as long. */
  readonly minMs: number
  /** The longest wait. A provider that wants a longer one is given up for the turn. */
  readonly maxMs: number
  /** Also after something of the failed answer was shown: it is taken back by a `reset`. */
  readonly afterOutput: boolean
}

/** What is taken where nothing is said. */
const defaultConfig = {
  tools: [],
  maxIterations: 10,
  lastTurn: 'run-tools',
  toolExecution: 'parallel',
  intermediateText: 'live',
  retry: { attempts: 2, minMs: 500, maxMs: 60_000, afterOutput: false },
  repair: false,
  metadata: {},
} as const satisfies Omit<AgentConfig, 'models'>

/** What a config is made of: the models, and what is not to be as it is by itself. */
export type PartialAgentConfig = Pick<AgentConfig, 'models'> &
  Unsaid<Omit<AgentConfig, 'models' | 'retry'>> & { readonly retry?: Partial<RetryPolicy> | undefined }

/** Each field may be absent, or undefined. */
type Unsaid<T> = { readonly [K in keyof T]?: T[K] | undefined }

/**
 * A config that makes sense.
 *
 * @throws TypeError for one that does not: the caller's mistake.
 */
export const agentConfig = (given: PartialAgentConfig): AgentConfig => {
  const config: AgentConfig = {
    ...defaultConfig,
    ...withoutUndefined(given),
    retry: { ...defaultConfig.retry, ...withoutUndefined(given.retry ?? {}) },
  }
  const { models, tools, maxIterations, retry } = config
  if (models.length === 0) throw new TypeError('An agent needs a model.')
  requireDistinct(
    'model',
    models.map(({ id }) => id),
  )
  requireDistinct(
    'tool',
    tools.map(({ name }) => name),
  )
  requireOneOf('lastTurn', config.lastTurn, ['run-tools', 'skip-tools', 'without-tools'])
  requireOneOf('toolExecution', config.toolExecution, ['parallel', 'sequential'])
  requireOneOf('intermediateText', config.intermediateText, ['live', 'withheld'])
  requireWhole('maxIterations', maxIterations, 0)
  requireWhole('retry.attempts', retry.attempts, 0)
  requireWhole('maxConcurrency', config.maxConcurrency, 1)
  requireWhole('maxRepeats', config.maxRepeats, 1)
  requireAmount('outputBudget', config.outputBudget)
  requireAmount('toolTimeout', config.toolTimeout)
  requireAmount('retry.minMs', retry.minMs)
  requireAmount('retry.maxMs', retry.maxMs)
  for (const { name, timeout } of tools) requireAmount(`timeout of the tool "${name}"`, timeout)
  return config
}

const requireDistinct = (what: string, names: readonly string[]): void => {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`Two ${what}s are called "${twice}".`)
}

const requireOneOf = <T extends string>(name: string, value: T, words: readonly T[]): void => {
  if (!words.includes(value))
    throw new TypeError(`\`${name}\` is one of ${words.join(', ')}; it is ${value}.`)
}

const requireWhole = (name: string, value: number | undefined, least: number): void => {
  if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
    throw new TypeError(`\`${name}\` is a whole number, ${least} or more; it is ${String(value)}.`)
  }
}

const requireAmount = (name: string, value: number | undefined): void => {
  if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
    throw new TypeError(`\`${name}\` is a number, 0 or more; it is ${String(value)}.`)
  }
}
