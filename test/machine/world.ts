import * as E from 'fp-ts/Either'
import { decode } from '../../src'
import {
  type AgentConfig,
  type AgentEvent,
  type AgentFrame,
  type AgentState,
  type Effect,
  type Finish,
  initialAgentState,
  type Notice,
  step,
  type Work,
} from '../../src/machine'

/** What a run did so far, seen from outside: a stand-in for the interpreter that does nothing by itself. */
export interface World {
  readonly config: AgentConfig
  readonly events: AgentEvent[]
  readonly states: AgentState[]
  readonly asked: (readonly Effect[])[]
  /** What was asked for and neither answered nor given up. */
  readonly open: Map<string, Work>
  readonly frames: AgentFrame[]
  readonly notices: Notice[]
  finish: Finish | undefined
  clock: number
}

export const newWorld = (config: AgentConfig): World => ({
  config,
  events: [],
  states: [initialAgentState],
  asked: [],
  open: new Map(),
  frames: [],
  notices: [],
  finish: undefined,
  clock: 1_000,
})

export const stateOf = (world: World): AgentState => world.states.at(-1) ?? initialAgentState

/** Tells the machine what happened, and takes in what it asks for. */
export const happen = (world: World, event: AgentEvent): readonly Effect[] => {
  const [state, effects] = step(world.config)(stateOf(world), event)
  world.events.push(event)
  world.states.push(state)
  world.asked.push(effects)
  for (const effect of effects) take(world, effect)
  return effects
}

const take = (world: World, effect: Effect): void => {
  switch (effect.type) {
    case 'emit':
      world.frames.push(...effect.frames)
      break
    case 'notify':
      world.notices.push(...effect.notices)
      break
    case 'abort-model':
      world.open.delete(effect.call)
      break
    case 'abort-tools':
      for (const call of effect.calls) world.open.delete(call)
      break
    case 'finish':
      world.finish = effect
      world.open.clear()
      break
    default:
      world.open.set(effect.key, effect)
  }
}

export const tick = (world: World): number => {
  world.clock += 7
  return world.clock
}

/** One turn of a model, as Chat Completions streams it. */
export interface Turn {
  readonly text: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
  readonly finish: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'none'
}

export const eventsOf = ({ text, calls, finish }: Turn): readonly object[] => [
  { id: 'r1', model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
  ...(text === '' ? [] : [{ choices: [{ index: 0, delta: { content: text } }] }]),
  ...calls.map((call, index) => ({
    choices: [
      {
        index: 0,
        delta: {
          tool_calls: [{ index, id: call.id, function: { name: call.name, arguments: call.arguments } }],
        },
      },
    ],
  })),
  ...(finish === 'none' ? [] : [{ choices: [{ index: 0, delta: {}, finish_reason: finish }] }]),
  ...(finish === 'none'
    ? []
    : [{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }]),
]

/** The answer to a request: its chunks, as many as `upTo`, and its end if all came. */
export const answer = (world: World, key: string, turn: Turn, upTo = Number.POSITIVE_INFINITY): void => {
  const events = eventsOf(turn)
  for (const event of events.slice(0, upTo)) {
    const decoded = decode('openai')(event)
    if (E.isRight(decoded)) happen(world, { type: 'model-chunk', at: tick(world), key, chunk: decoded.right })
  }
  if (upTo >= events.length) happen(world, { type: 'model-ended', at: tick(world), key })
}

export const start = (world: World, content = 'Hello'): void => {
  happen(world, {
    type: 'run-started',
    at: tick(world),
    runId: 'run-1',
    random: 0.5,
    messages: [{ role: 'user', content }],
  })
}

/** The open effects of one kind. */
export const openOf = <T extends Work['type']>(
  world: World,
  type: T,
): readonly Extract<Work, { type: T }>[] =>
  [...world.open.values()].filter((effect): effect is Extract<Work, { type: T }> => effect.type === type)
