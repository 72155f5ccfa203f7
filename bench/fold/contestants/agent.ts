import * as E from 'fp-ts/Either'
import type { ChatCompletionChunk } from '../../../src'
import { type AgentEvent, type AgentState, agentConfig, initialAgentState, step } from '../../../src/agent'
import type { Contestant } from '../../measure'
import { weigh } from '../streams'

const KEY = 'model/1/0'

/** A run of one turn, from its start to its result. The events are made beforehand, as an interpreter has them anyway. */
export const stepping = (chunks: readonly ChatCompletionChunk[]): Contestant => {
  const next = step(
    agentConfig({
      models: [{ id: 'm', provider: 'openai', settings: { model: 'm' }, options: {} }],
      maxIterations: 1,
      lastTurn: 'skip-tools',
    }),
  )
  const events: readonly AgentEvent[] = [
    { type: 'run-started', at: 0, runId: 'r', random: 0.5, messages: [] },
    ...chunks.map((event, at) => ({
      type: 'model-chunk' as const,
      at,
      key: KEY,
      chunk: { provider: 'openai' as const, event },
    })),
    { type: 'model-ended', at: chunks.length, key: KEY },
  ]
  return {
    name: 'step of the agent’s machine',
    run: () => {
      let state: AgentState = initialAgentState
      for (const event of events) state = next(state, event)[0]
      return weighRun(state)
    },
  }
}

/** What the run came to, whether it has an answer or calls that nobody ran. */
const weighRun = ({ phase }: AgentState): number => {
  if (phase.type !== 'finished') return Number.NaN
  const { text, toolCalls } = E.isRight(phase.result) ? phase.result.right : phase.result.left.partial
  return weigh(
    text,
    toolCalls.map((call) => call.arguments),
  )
}
