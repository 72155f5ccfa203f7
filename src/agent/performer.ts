import * as E from 'fp-ts/Either'
import { isRecord, LONGEST_TIMER } from '../data'
import { sourceFailure } from '../decoded'
import {
  type AgentEvent,
  type AskApproval,
  type CallModel,
  DEFERRED,
  type RepairInput,
  type StartTimer,
  type Work,
} from '../machine'
import type { Model } from '../transport'
import { type Agent, modelsOf } from './agent'
import { requireDecision } from './require-decision'
import { toolRunner } from './run-tool'
import { definitionOf } from './tool'
import { jsonOf } from './tool-content'
import { untilAborted } from './until-aborted'

/** Does what the machine asks for, and tells what came of it. It decides nothing. */
export interface Performer {
  /**
   * The events that answer an effect, as they come. Nothing is done before the first is asked for. A tool runs once `tool-started` was told and the next event is
   * asked for, so that it can be written down in between. An abort ends the events at once, whatever is still under way.
   */
  readonly perform: (effect: Work, options: PerformOptions) => AsyncIterableIterator<AgentEvent>
}

export interface PerformOptions {
  readonly signal: AbortSignal
  /** The time, in milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * The performer of an agent's effects, by its own models, tools and hooks.
 *
 * @throws TypeError for tools that cannot be told to a model.
 */
export const performerOf = (agent: Agent): Performer => {
  const models: ReadonlyMap<string, Model> = new Map(modelsOf(agent).map(({ id, model }) => [id, model]))
  const tools = new Map((agent.tools ?? []).map((tool) => [tool.name, tool]))
  const runTool = toolRunner(tools)

  const perform = (effect: Work, options: PerformOptions): AsyncGenerator<AgentEvent, void, undefined> => {
    switch (effect.type) {
      case 'call-model':
        return callModel(models.get(effect.model), effect, options)
      case 'run-tool':
        return runTool.run(effect, options)
      case 'ask-approval':
        return runTool.checked(effect, options, () => approval(effect, options))
      case 'repair-input':
        return repair(effect, options)
      case 'start-timer':
        return timer(effect, options)
    }
  }

  async function* approval(
    effect: AskApproval,
    { signal, now }: PerformOptions,
  ): AsyncGenerator<AgentEvent, void> {
    const { key, callId: id, name, input, iteration } = effect
    const said = (await agent.approve?.({ id, name, input, iteration }, { signal })) ?? DEFERRED
    const decision = requireDecision(said, '`approve`')
    yield { type: 'call-decided', at: now(), key, decision }
  }

  async function* repair(
    { key, call, problem }: RepairInput,
    { signal, now }: PerformOptions,
  ): AsyncGenerator<AgentEvent, void> {
    const tool = tools.get(call.name)
    const parameters = tool === undefined ? undefined : definitionOf(tool).parameters
    const broken = { call, problem, ...(parameters !== undefined && { parameters }) }
    const mended = jsonOf(await attempted(async () => agent.repair?.(broken, { signal })))
    yield { type: 'input-repaired', at: now(), key, ...(E.isRight(mended) && { input: mended.right }) }
  }

  return { perform: (effect, options) => untilAborted(perform(effect, options), options.signal) }
}

/** A hook that throws has no answer. */
const attempted = async <T>(run: () => Promise<T | undefined>): Promise<T | undefined> => {
  try {
    return await run()
  } catch {
    return undefined
  }
}

/** A model that throws where it should tell its failure lost its connection, as far as anybody knows. */
async function* callModel(
  model: Model | undefined,
  { key, request }: CallModel,
  { signal, now }: PerformOptions,
): AsyncGenerator<AgentEvent, void> {
  try {
    if (model === undefined) throw new TypeError('there is no such model')
    for await (const decoded of model.stream(request, { signal })) {
      requireDecoded(decoded)
      yield E.isRight(decoded)
        ? { type: 'model-chunk', at: now(), key, chunk: decoded.right }
        : { type: 'model-faulted', at: now(), key, fault: decoded.left }
    }
  } catch (thrown) {
    yield { type: 'model-faulted', at: now(), key, fault: sourceFailure(thrown) }
  }
  yield { type: 'model-ended', at: now(), key }
}

/** A model of the caller's own may give a bare event, which would be lost. */
const requireDecoded = (decoded: unknown): void => {
  const { _tag, left, right } = isRecord(decoded) ? decoded : {}
  if (_tag === 'Right' && isRecord(right) && 'event' in right) return
  if (_tag === 'Left' && isRecord(left) && typeof left['code'] === 'string') return
  throw new TypeError(
    'a model gives `Right` chunks, `{ provider, event }`, and `Left` failures; it gave something else',
  )
}

async function* timer(
  { key, milliseconds }: StartTimer,
  { signal, now }: PerformOptions,
): AsyncGenerator<AgentEvent, void> {
  await new Promise<void>((resolve) => {
    const fired = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER))
    signal.addEventListener('abort', () => clearTimeout(fired), { once: true })
  })
  yield { type: 'timer-fired', at: now(), key }
}
