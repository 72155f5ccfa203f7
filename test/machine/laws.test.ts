import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import {
  type AgentConfig,
  type AgentEvent,
  agentConfig,
  type Decision,
  initialAgentState,
  isWork,
  journalHead,
  journalLine,
  readJournal,
  replay,
  step,
} from '../../src/machine'
import { runs } from '../support/runs'
import { faultsOf } from './history'
import { answer, happen, newWorld, openOf, start, stateOf, type Turn, tick, type World } from './world'

const model = (id: string) => ({ id, provider: 'openai' as const, settings: { model: id }, options: {} })

const configs: fc.Arbitrary<AgentConfig> = fc
  .record({
    models: fc.constantFrom([model('first')], [model('first'), model('second')]),
    maxIterations: fc.oneof(
      { weight: 1, arbitrary: fc.nat(2) },
      { weight: 4, arbitrary: fc.integer({ min: 3, max: 6 }) },
    ),
    lastTurn: fc.constantFrom('run-tools' as const, 'skip-tools' as const, 'without-tools' as const),
    toolExecution: fc.constantFrom('sequential' as const, 'parallel' as const),
    maxConcurrency: fc.integer({ min: 1, max: 3 }),
    intermediateText: fc.constantFrom('live' as const, 'withheld' as const),
    repair: fc.boolean(),
    attempts: fc.constantFrom(0, 1, 2, 2),
    afterOutput: fc.constantFrom(true, true, false),
    outputBudget: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined, freq: 1 }),
    maxRepeats: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
  })
  .map(({ attempts, afterOutput, outputBudget, maxRepeats, ...options }) =>
    agentConfig({
      ...options,
      ...(outputBudget !== undefined && { outputBudget }),
      ...(maxRepeats !== undefined && { maxRepeats }),
      retry: { attempts, afterOutput, minMs: 10, maxMs: 100 },
      tools: [
        { name: 'add' },
        { name: 'careful', needsApproval: true },
        { name: 'once', whenInterrupted: 'report', timeout: 5 },
      ],
    }),
  )

const often = <T>(weight: number, usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare })

const calls = fc.array(
  fc.record({
    id: fc.constantFrom('c1', 'c2', 'c3', ''),
    name: often(6, fc.constantFrom('add', 'careful', 'once'), fc.constantFrom('nobody', 'constructor')),
    arguments: often(4, fc.constantFrom('{}', '{"a":1}', ''), fc.constantFrom('{"a":', '[1]', 'no JSON')),
  }),
  { maxLength: 4 },
)

/** A turn that comes often, so that a model seems to go round in circles. */
const habit: Turn = {
  text: '',
  calls: [{ id: 'c1', name: 'add', arguments: '{"a":1}' }],
  finish: 'tool_calls',
}

const turns: fc.Arbitrary<Turn> = often(
  3,
  fc.record({
    text: fc.constantFrom('', 'Some text.', 'More'),
    calls,
    finish: often(
      5,
      fc.constant('tool_calls' as const),
      fc.constantFrom('stop' as const, 'length' as const, 'content_filter' as const, 'none' as const),
    ),
  }),
  fc.constant(habit),
)

const decisions: fc.Arbitrary<Decision> = fc.constantFrom<Decision>(
  { type: 'approve' },
  { type: 'reject', reason: 'no' },
  { type: 'edit', input: { a: 2 } },
  { type: 'defer' },
)

// Commands: each is something that may happen now. The model of fast-check is not needed beside the world, which both share.

class Command implements fc.Command<object, World> {
  readonly #name: string
  readonly #act: (world: World) => void
  constructor(name: string, act: (world: World) => void) {
    this.#name = name
    this.#act = act
  }
  check = (): boolean => true
  run(_model: object, world: World): void {
    const wasFinished = stateOf(world).phase.type === 'finished'
    const before = world.asked.length
    this.#act(world)
    if (wasFinished) expect(world.asked.slice(before).flat()).toEqual([])
    hold(world, before)
  }
  toString = (): string => this.#name
}

/** What is true of every step. */
const hold = (world: World, from: number): void => {
  for (const effects of world.asked.slice(from)) {
    for (const effect of effects) {
      if (effect.type === 'call-model') expect(faultsOf(effect.request.conversation)).toEqual([])
      if (effect.type !== 'finish') continue
      const partial = E.isLeft(effect.result) ? effect.result.left.partial : effect.result.right
      const isSuspended = E.isLeft(effect.result) && effect.result.left.code === 'suspended'
      expect(effects.at(-1)).toBe(effect)
      if (!isSuspended) expect(faultsOf(partial.messages)).toEqual([])
      expect(partial.iterations).toBeLessThanOrEqual(world.config.maxIterations)
      expect(JSON.parse(JSON.stringify(effect.result))).toEqual(effect.result)
    }
  }
}

const command = (name: string, act: (world: World, pick: number) => void) =>
  fc.nat(7).map((pick) => new Command(`${name} ${pick}`, (world) => act(world, pick)))

const picked = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]

/** What is next where all goes well: it takes a run through its turns, so that the others meet it anywhere. */
const next = fc.tuple(turns, fc.nat(7), decisions).map(
  ([turn, pick, decision]) =>
    new Command(`next ${pick}`, (world) => {
      const work = picked([...world.open.values()], pick)
      if (work === undefined) return
      world.open.delete(work.key)
      const { key } = work
      switch (work.type) {
        case 'call-model':
          return answer(world, key, turn)
        case 'run-tool':
          happen(world, { type: 'tool-started', at: tick(world), key })
          happen(world, { type: 'tool-succeeded', at: tick(world), key, content: 'done' })
          return
        case 'ask-approval':
          happen(world, { type: 'call-decided', at: tick(world), key, decision })
          return
        case 'repair-input':
          happen(world, { type: 'input-repaired', at: tick(world), key, input: {} })
          return
        case 'start-timer':
          happen(world, { type: 'timer-fired', at: tick(world), key })
      }
    }),
)

const commands = [
  ...Array.from({ length: 12 }, () => next),
  command('start again', (world) => start(world)),
  fc.tuple(turns, fc.nat(7)).map(
    ([turn, upTo]) =>
      new Command(`answer ${JSON.stringify(turn)} ${upTo}`, (world) => {
        const [call] = openOf(world, 'call-model')
        if (call !== undefined) answer(world, call.key, turn, upTo < 2 ? upTo : undefined)
      }),
  ),
  command('refuse', (world, pick) => {
    const [call] = openOf(world, 'call-model')
    if (call === undefined) return
    const retryable = pick % 2 === 0
    const error = { message: 'Busy.', status: retryable ? 503 : 400, retryable, raw: null }
    const fault = { code: 'http-error' as const, message: 'Refused.', status: error.status, body: '', error }
    happen(world, { type: 'model-faulted', at: tick(world), key: call.key, fault })
  }),
  command('lose', (world) => {
    const [call] = openOf(world, 'call-model')
    const fault = { code: 'connection-lost' as const, message: 'Lost.', cause: 'reset' }
    if (call !== undefined) happen(world, { type: 'model-faulted', at: tick(world), key: call.key, fault })
  }),
  command('tool starts', (world, pick) => {
    const tool = picked(openOf(world, 'run-tool'), pick)
    if (tool !== undefined) happen(world, { type: 'tool-started', at: tick(world), key: tool.key })
  }),
  command('tool progresses', (world, pick) => {
    const tool = picked(openOf(world, 'run-tool'), pick)
    if (tool !== undefined)
      happen(world, { type: 'tool-progressed', at: tick(world), key: tool.key, progress: pick })
  }),
  command('tool succeeds', (world, pick) => {
    const tool = picked(openOf(world, 'run-tool'), pick)
    if (tool === undefined) return
    world.open.delete(tool.key)
    happen(world, { type: 'tool-succeeded', at: tick(world), key: tool.key, content: 'done' })
  }),
  command('tool fails', (world, pick) => {
    const tool = picked([...openOf(world, 'run-tool'), ...openOf(world, 'ask-approval')], pick)
    if (tool === undefined) return
    world.open.delete(tool.key)
    const code = pick % 2 === 0 ? ('invalid-arguments' as const) : ('execution-failed' as const)
    happen(world, { type: 'tool-failed', at: tick(world), key: tool.key, code, message: 'Boom.' })
  }),
  command('tool takes too long', (world, pick) => {
    const tool = picked(openOf(world, 'run-tool'), pick)
    if (tool === undefined) return
    world.open.delete(tool.key)
    happen(world, { type: 'tool-timed-out', at: tick(world), key: tool.key, timeoutMs: 5 })
  }),
  fc.tuple(decisions, fc.nat(7)).map(
    ([decision, pick]) =>
      new Command(`decide ${decision.type}`, (world) => {
        const asked = picked(openOf(world, 'ask-approval'), pick)
        if (asked === undefined) return
        world.open.delete(asked.key)
        happen(world, { type: 'call-decided', at: tick(world), key: asked.key, decision })
      }),
  ),
  command('repair', (world, pick) => {
    const broken = picked(openOf(world, 'repair-input'), pick)
    if (broken === undefined) return
    world.open.delete(broken.key)
    const input = pick % 2 === 0 ? { input: { mended: true } } : {}
    happen(world, { type: 'input-repaired', at: tick(world), key: broken.key, ...input })
  }),
  command('timer fires', (world) => {
    const [timer] = openOf(world, 'start-timer')
    if (timer === undefined) return
    world.open.delete(timer.key)
    happen(world, { type: 'timer-fired', at: tick(world), key: timer.key })
  }),
  command('halt', (world, pick) => {
    if (pick > 0) return // rarely, or no run would come far
    happen(world, { type: 'run-halted', at: tick(world), reason: 'aborted' })
  }),
  command('halt while a tool runs', (world, pick) => {
    const [tool] = openOf(world, 'run-tool')
    if (pick > 3 || tool === undefined) return
    happen(world, { type: 'tool-started', at: tick(world), key: tool.key })
    happen(world, { type: 'run-halted', at: tick(world), reason: 'returned' })
  }),
  fc.tuple(decisions, fc.nat(7)).map(
    ([decision, pick]) =>
      new Command(`resume ${decision.type}`, (world) => {
        if (pick > 3) return // no more often than runs break off
        const { phase } = stateOf(world)
        const ids = phase.type === 'suspended' ? phase.calls.map(({ part }) => part.id) : []
        world.open.clear() // what was under way died
        if (phase.type !== 'finished') world.finish = undefined
        const said = Object.fromEntries(ids.slice(0, pick).map((id) => [id, decision]))
        happen(world, { type: 'run-resumed', at: tick(world), decisions: said })
      }),
  ),
  command('something late', (world, pick) => {
    const event = picked(world.events, pick * 5)
    if (event !== undefined && 'key' in event) happen(world, { ...event, at: tick(world) })
  }),
]

const scripts = fc.commands(commands, { maxCommands: 60, size: 'max' })

const play = (config: AgentConfig, script: Iterable<fc.Command<object, World>>): World => {
  const world = newWorld(config)
  start(world)
  fc.modelRun(() => ({ model: {}, real: world }), script)
  return world
}

/** Ends the run whatever it is at, so that all that began has to end. */
const ended = (world: World): World => {
  if (stateOf(world).phase.type !== 'finished') {
    happen(world, { type: 'run-halted', at: tick(world), reason: 'aborted' })
  }
  return world
}

/** How often the run broke off, so that nobody could tell its stop. */
const crashesOf = ({ events, states }: World): number =>
  events.filter(
    ({ type }, index) =>
      type === 'run-resumed' && ['asking', 'waiting', 'acting'].includes(states[index]?.phase.type ?? ''),
  ).length

const countOf = (world: World, type: string): number =>
  world.notices.filter((notice) => notice.type === type).length

describe('the random runs', () => {
  it('come everywhere: each phase, effect and outcome is met often enough to mean something', () => {
    const met = new Map<string, number>()
    const meet = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1)
    for (const [config, script] of fc.sample(fc.tuple(configs, scripts), { numRuns: 500, seed: 7 })) {
      const world = play(config, script)
      const seen = new Set<string>()
      for (const { phase } of world.states) seen.add(phase.type)
      for (const effect of world.asked.flat()) {
        seen.add(effect.type)
        if (effect.type !== 'finish') continue
        seen.add(E.isRight(effect.result) ? 'answered' : effect.result.left.code)
      }
      for (const { type } of [...world.notices, ...world.frames]) seen.add(type)
      if (stateOf(world).run.iteration > 2) seen.add('three turns')
      seen.forEach(meet)
    }
    const least = (what: string): number => met.get(what) ?? 0
    for (const what of ['run-tool', 'tool-stop', 'tool-end', 'ask-approval', 'three turns', 'answered']) {
      expect([what, least(what)]).toEqual([what, Math.max(100, least(what))])
    }
    for (const what of [
      'waiting',
      'suspended',
      'repair-input',
      'start-timer',
      'abort-model',
      'abort-tools',
      'reset',
      'tool-progress',
      'halted',
      'max-iterations',
      'model-failed',
      'loop-detected',
      'model-retry',
    ]) {
      expect([what, least(what)]).toEqual([what, Math.max(10, least(what))])
    }
  })
})

describe('the machine, whatever happens', () => {
  it.prop([configs, scripts], { numRuns: runs() })(
    'asks with a whole history, ends with one, and asks for nothing after its end (law 12)',
    (config, script) => {
      const world = ended(play(config, script))
      expect(world.finish).toBeDefined()
      hold(world, 0)
    },
  )

  it.prop([configs, scripts], { numRuns: runs() })(
    'asks for each thing by a key of its own, until a resumed run asks again',
    (config, script) => {
      const world = ended(play(config, script))
      const keys = new Set<string>()
      for (const [index, event] of world.events.entries()) {
        if (event.type === 'run-resumed') keys.clear()
        for (const { key } of (world.asked[index] ?? []).filter(isWork)) {
          expect(keys.has(key)).toBe(false)
          keys.add(key)
        }
      }
    },
  )

  it.prop([configs, scripts], { numRuns: runs() })('has a stop for each start', (config, script) => {
    const world = ended(play(config, script))
    for (const what of ['model', 'tool']) {
      expect([what, countOf(world, `${what}-stop`)]).toEqual([what, countOf(world, `${what}-start`)])
    }
    expect(countOf(world, 'run-stop')).toBe(countOf(world, 'run-start') - crashesOf(world))
    const stopped = new Set<string>()
    for (const frame of world.frames) {
      if (frame.type !== 'tool-end') continue
      const call = `${frame.iteration} ${frame.id}`
      expect(stopped.has(call)).toBe(false)
      stopped.add(call)
    }
  })

  it.prop([configs, scripts], { numRuns: runs() })(
    'is rebuilt from its journal: the same states, the same effects (law 11)',
    (config, script) => {
      const world = ended(play(config, script))
      const text = journalHead(config) + world.events.map(journalLine).join('')
      const journal = readJournal(text)
      if (E.isLeft(journal)) throw new Error(journal.left.message)
      const replayed = [...replay(journal.right)]
      expect(replayed.map(({ state }) => state)).toEqual(world.states.slice(1))
      expect(replayed.map(({ effects }) => effects)).toEqual(world.asked)
    },
  )

  it.prop([configs, scripts], { numRuns: runs() })(
    'goes on the same from any state that went through JSON, and touches none that it is given (laws 3, 4)',
    (config, script) => {
      const world = play(config, script)
      const next = step(config)
      let state = initialAgentState
      for (const [index, event] of world.events.entries()) {
        const [after, effects] = next(freeze(JSON.parse(JSON.stringify(state))), freeze(event))
        expect(effects).toEqual(world.asked[index])
        state = after
      }
      expect(state).toEqual(stateOf(world))
    },
  )

  it.prop([configs, scripts], { numRuns: runs() })(
    'gives up each model at most once a turn, and retries it no more often than it may',
    (config, script) => {
      const world = play(config, script)
      const resumed = world.events.filter(({ type }) => type === 'run-resumed').length
      const ofTurn = new Map<number, string[]>()
      for (const effect of world.asked.flat()) {
        if (effect.type !== 'call-model') continue
        const iteration = Number(effect.key.split('/')[1])
        ofTurn.set(iteration, [...(ofTurn.get(iteration) ?? []), effect.model])
      }
      for (const models of ofTurn.values()) {
        const stretches = models.filter((id, index) => id !== models[index - 1])
        expect(new Set(stretches).size).toBe(stretches.length)
        expect(models.length).toBeLessThanOrEqual(
          config.models.length * (1 + config.retry.attempts) + resumed,
        )
      }
      expect(ofTurn.size).toBeLessThanOrEqual(config.maxIterations)
    },
  )

  it.prop([configs, fc.array(events(), { maxLength: 30 })], { numRuns: runs() })(
    'takes any event at any time, and never throws (law 2)',
    (config, happenings) => {
      const next = step(config)
      let state = initialAgentState
      for (const event of happenings) {
        const wasFinished = state.phase.type === 'finished'
        const [after, effects] = next(state, event)
        if (wasFinished) expect(effects).toEqual([])
        state = after
      }
    },
  )
})

/** Events that answer what may or may not have been asked. */
function events(): fc.Arbitrary<AgentEvent> {
  const at = fc.nat()
  const key = fc.constantFrom(
    'model/1/0',
    'model/1/1',
    'tool/1/0/0',
    'approval/1/0/0',
    'repair/1/0/0',
    'timer/1/1',
  )
  return fc.oneof(
    fc.record({
      type: fc.constant('run-started' as const),
      at,
      runId: fc.string(),
      random: fc.constant(0.3),
      messages: fc.constant([]),
    }),
    fc.record({ type: fc.constant('run-resumed' as const), at }),
    fc.record({ type: fc.constant('run-halted' as const), at, reason: fc.constant('aborted' as const) }),
    fc.record({
      type: fc.constantFrom('model-ended' as const, 'tool-started' as const, 'timer-fired' as const),
      at,
      key,
    }),
    fc.record({ type: fc.constant('call-decided' as const), at, key, decision: decisions }),
    fc.record({ type: fc.constant('input-repaired' as const), at, key }),
    fc.record({ type: fc.constant('tool-succeeded' as const), at, key, content: fc.string() }),
    fc.record({
      type: fc.constant('model-chunk' as const),
      at,
      key,
      chunk: fc.jsonValue().map((event) => ({ provider: 'openai' as const, event: event as never })), // what a server may send
    }),
  )
}

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freeze(inner)
  }
  return value
}
