import { initial } from '../collector'
import { choiceOf } from './choice'
import type { AgentConfig, ModelChoice } from './config'
import { ask, type Draft, inPhase, notify, withRun } from './draft'
import type { AgentRequest } from './effects'
import { HALT_MESSAGES, stopped } from './finish'
import type { Attempt, RunRecord } from './state'

/**
 * The next turn, unless there is none left.
 *
 * @param toolsRan whether the tools of the turn before did
 */
export const beginTurn = (draft: Draft, toolsRan = false): Draft => {
  const { config, run, at } = draft
  if (run.iteration >= config.maxIterations) {
    const message = `The model had its ${config.maxIterations} turns, and there is no answer.`
    return stopped(draft, { code: 'max-iterations', toolsRan }, message)
  }
  // Who answers in one piece can put out more than the budget before anybody could stop it.
  if (isOverBudget(config, run.outputChars)) {
    return stopped(draft, { code: 'halted', reason: 'output-budget' }, HALT_MESSAGES['output-budget'])
  }
  const begun = withRun(draft, { iteration: run.iteration + 1, iterationStartedAt: at })
  const model = nextModel(begun, []) ?? 0
  return request(begun, { model, requests: 0, retries: 0, givenUp: [] })
}

export const isOverBudget = ({ outputBudget }: AgentConfig, chars: number): boolean =>
  outputBudget !== undefined && chars > outputBudget

/** Who is asked next: the first who is not given up, and among them one who is not to be left alone for a while. Undefined when all were tried. */
export const nextModel = ({ config, run, at }: Draft, givenUp: readonly number[]): number | undefined => {
  const left = config.models.flatMap((choice, index) => (givenUp.includes(index) ? [] : [{ choice, index }]))
  const rested = left.find(({ choice }) => !rests(run, choice, at))
  return (rested ?? left[0])?.index
}

const rests = ({ rests: all }: RunRecord, { id }: ModelChoice, at: number): boolean =>
  Object.hasOwn(all, id) && (all[id]?.until ?? 0) > at

/** Asks the model of an attempt. */
export const request = (draft: Draft, attempt: Attempt): Draft => {
  const { config, run, at } = draft
  const choice = choiceOf(config, attempt)
  const key = `model/${run.iteration}/${attempt.requests}`
  const asking = inPhase(draft, {
    type: 'asking',
    call: { ...attempt, key, startedAt: at, firstChunkAt: null },
    collector: initial(choice.provider, choice.options),
    isShown: false,
    outputChars: 0,
  })
  return ask(notify(asking, { type: 'model-start', key, model: choice.id }), {
    type: 'call-model',
    key,
    model: choice.id,
    request: requestOf(config, run, choice),
  })
}

const requestOf = (config: AgentConfig, run: RunRecord, { settings }: ModelChoice): AgentRequest => ({
  conversation: run.messages,
  tools: config.tools.map(definitionOf),
  settings:
    config.lastTurn === 'without-tools' && run.iteration === config.maxIterations
      ? { ...settings, toolChoice: 'none' }
      : settings,
})

/** What a provider is told of a tool. */
const definitionOf = ({
  timeout: _timeout,
  needsApproval: _needsApproval,
  whenInterrupted: _whenInterrupted,
  ...definition
}: AgentConfig['tools'][number]) => definition
