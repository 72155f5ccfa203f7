import { type Cost, costOf } from '../cost'
import type { LlmResponse, StreamError } from '../frames'
import { choiceOf } from './choice'
import type { AgentConfig, ModelChoice } from './config'
import { type Draft, notify, withRun } from './draft'
import type { ModelCallRecord, ToolCallRecord } from './result'
import type { Asking, DoneCall } from './state'

/** A request ended: it is written down, and those who watch are told. */
export const recordModelCall = (
  draft: Draft,
  { call, outputChars }: Asking,
  status: ModelCallRecord['status'],
  response: LlmResponse,
  error?: StreamError,
): Draft => {
  const { config, run, at } = draft
  const choice = choiceOf(config, call)
  const ending = {
    key: call.key,
    model: choice.id,
    status,
    durationMs: at - call.startedAt,
    ...(status === 'answered' && { finishReason: response.finishReason }),
    ...(error !== undefined && { error }),
    ...(response.usage !== undefined && { usage: response.usage }),
    ...costIn(config, choice, status, response),
  }
  const { provider } = choice
  const record = { iteration: run.iteration, provider, startedAt: call.startedAt, ...ending }
  const recorded = withRun(draft, {
    modelCalls: [...run.modelCalls, record],
    outputChars: run.outputChars + outputChars,
    text: response.text,
  })
  return notify(recorded, {
    type: 'model-stop',
    ...ending,
    ...(call.firstChunkAt !== null && { firstChunkMs: call.firstChunkAt - call.startedAt }),
  })
}

/** A request that failed before anything was counted most likely cost nothing; one that answered cost something, known or not. */
const costIn = (
  { prices }: AgentConfig,
  { settings }: ModelChoice,
  status: ModelCallRecord['status'],
  response: LlmResponse,
): { readonly cost?: Cost } => {
  if (status !== 'answered' && response.usage === undefined && response.cost === undefined) return {}
  const spent = { ...response, model: response.model ?? settings.model }
  try {
    return { cost: costOf(spent, prices) }
  } catch {
    return { cost: costOf(spent) } // the caller's price book threw: the price is not known
  }
}

/** The turn's calls are answered: they are written down. */
export const recordToolCalls = (draft: Draft, calls: readonly DoneCall[]): Draft =>
  withRun(draft, {
    toolCalls: [...draft.run.toolCalls, ...calls.map((call) => toolRecord(draft.run.iteration, call))],
  })

const toolRecord = (
  iteration: number,
  { part, input, status, error, content, durationMs }: DoneCall,
): ToolCallRecord => ({
  iteration,
  id: part.id,
  name: part.name,
  arguments: part.arguments,
  ...(input !== undefined && { input }),
  status,
  ...(error !== undefined && { error }),
  content,
  ...(durationMs !== undefined && { durationMs }),
})

/** A turn is over, its tools included. */
export const notifyIteration = (draft: Draft, toolCallCount: number, isFinal: boolean): Draft => {
  const { run, at } = draft
  const cost = run.modelCalls.at(-1)?.cost
  return notify(draft, {
    type: 'iteration-stop',
    toolCallCount,
    isFinal,
    durationMs: at - run.iterationStartedAt,
    ...(cost !== undefined && { cost }),
  })
}
