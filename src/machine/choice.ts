import type { AgentConfig, ModelChoice } from './config'
import type { Attempt } from './state'

/** The model of an attempt. A run that is resumed by another agent may have had more of them. */
export const choiceOf = ({ models }: AgentConfig, { model }: Pick<Attempt, 'model'>): ModelChoice => {
  const choice = models[model] ?? models[0]
  if (choice === undefined) throw new TypeError('An agent needs a model.') // `agentConfig` sees to it
  return choice
}
