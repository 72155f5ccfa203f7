import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { type AssistantMessage, decode } from '../../src'
import {
  type AgentConfig,
  type AgentError,
  type AgentResult,
  agentConfig,
  type Decision,
  type LastTurn,
  type PartialAgentConfig,
} from '../../src/machine'
import { faultsOf } from './history'
import {
  answer,
  eventsOf,
  happen,
  newWorld,
  openOf,
  start,
  stateOf,
  type Turn,
  tick,
  type World,
} from './world'

const model = (id: string) => ({ id, provider: 'openai' as const, settings: { model: id }, options: {} })

const begun = (options: Partial<PartialAgentConfig> = {}): World => {
  const world = newWorld(agentConfig({ models: [model('first')], tools: [{ name: 'add' }], ...options }))
  start(world)
  return world
}

const text = (words: string): Turn => ({ text: words, calls: [], finish: 'stop' })

const asks = (...calls: readonly (readonly [name: string, text?: string, id?: string])[]): Turn => ({
  text: '',
  calls: calls.map(([name, args = '{}', id], n) => ({ id: id ?? `c${n}`, name, arguments: args })),
  finish: 'tool_calls',
})

/** The model answers what it was asked last. */
const replies = (world: World, turn: Turn, upTo?: number): void => {
  const [call] = openOf(world, 'call-model')
  if (call === undefined) throw new Error('no model is asked')
  world.open.delete(call.key)
  answer(world, call.key, turn, upTo)
}

/** A tool that was asked for does its work. */
const works = (world: World, name: string, content = 'done'): void => {
  const tool = openOf(world, 'run-tool').find((one) => one.name === name)
  if (tool === undefined) throw new Error(`${name} is not asked for`)
  world.open.delete(tool.key)
  happen(world, { type: 'tool-started', at: tick(world), key: tool.key })
  happen(world, { type: 'tool-succeeded', at: tick(world), key: tool.key, content })
}

const refuse = (world: World, status: number, more: { readonly retryAfter?: number } = {}): void => {
  const [call] = openOf(world, 'call-model')
  if (call === undefined) throw new Error('no model is asked')
  world.open.delete(call.key)
  const error = {
    message: `HTTP ${status}`,
    status,
    retryable: status === 429 || status >= 500,
    raw: null,
    ...more,
  }
  const fault = { code: 'http-error' as const, message: error.message, status, body: '', error }
  happen(world, { type: 'model-faulted', at: tick(world), key: call.key, fault })
}

const fire = (world: World): number => {
  const [timer] = openOf(world, 'start-timer')
  if (timer === undefined) throw new Error('no timer runs')
  world.open.delete(timer.key)
  happen(world, { type: 'timer-fired', at: tick(world), key: timer.key })
  return timer.milliseconds
}

const resultOf = (world: World): AgentResult => {
  if (world.finish === undefined || E.isLeft(world.finish.result)) throw new Error('no result')
  return world.finish.result.right
}

const errorOf = (world: World): AgentError => {
  if (world.finish === undefined || E.isRight(world.finish.result)) throw new Error('no error')
  return world.finish.result.left
}

const askedModels = (world: World): readonly string[] =>
  world.asked.flat().flatMap((effect) => (effect.type === 'call-model' ? [effect.model] : []))

describe('turns', () => {
  it('ends with an answer without calls', () => {
    const world = begun()
    replies(world, text('Hi.'))
    expect(resultOf(world)).toMatchObject({ text: 'Hi.', iterations: 1, toolCalls: [] })
    expect(world.frames.at(-1)).toEqual({ type: 'run-end', outcome: 'answered', iteration: 1 })
  })

  it('feeds results back in the order of the calls, whichever ends first', () => {
    const world = begun({ tools: [{ name: 'slow' }, { name: 'fast' }] })
    replies(world, asks(['slow'], ['fast']))
    works(world, 'fast', 'second')
    expect(openOf(world, 'call-model')).toEqual([])
    works(world, 'slow', 'first')
    const [call] = openOf(world, 'call-model')
    expect(call?.request.conversation.slice(-2)).toEqual([
      { role: 'tool', toolCallId: 'c0', content: 'first' },
      { role: 'tool', toolCallId: 'c1', content: 'second' },
    ])
  })

  it('runs one tool after the other where it shall', () => {
    const world = begun({ tools: [{ name: 'a' }, { name: 'b' }], toolExecution: 'sequential' })
    replies(world, asks(['a'], ['b']))
    expect(openOf(world, 'run-tool').map(({ name }) => name)).toEqual(['a'])
    works(world, 'a')
    expect(openOf(world, 'run-tool').map(({ name }) => name)).toEqual(['b'])
  })

  it('runs no more tools at once than it may', () => {
    const world = begun({ maxConcurrency: 2 })
    replies(world, asks(['add'], ['add'], ['add']))
    expect(openOf(world, 'run-tool')).toHaveLength(2)
    works(world, 'add')
    expect(openOf(world, 'run-tool')).toHaveLength(2)
  })

  it.each([0, 1, 2])('asks the model %i times, and then no more', (maxIterations) => {
    const world = begun({ maxIterations })
    for (let turn = 0; turn < maxIterations; turn++) {
      replies(world, asks(['add']))
      works(world, 'add')
    }
    expect(askedModels(world)).toHaveLength(maxIterations)
    expect(errorOf(world)).toMatchObject({ code: 'max-iterations', toolsRan: maxIterations > 0 })
    expect(errorOf(world).partial.toolCalls).toHaveLength(maxIterations)
  })

  it('leaves the tools of the last turn where it shall, and says so', () => {
    const world = begun({ maxIterations: 1, lastTurn: 'skip-tools' })
    replies(world, asks(['add']))
    expect(errorOf(world)).toMatchObject({ code: 'max-iterations', toolsRan: false })
    expect(errorOf(world).partial.toolCalls).toMatchObject([{ status: 'skipped', error: 'skipped' }])
    expect(faultsOf(errorOf(world).partial.messages)).toEqual([])
  })

  it('asks for the last turn without tools where it shall', () => {
    const world = begun({ maxIterations: 2, lastTurn: 'without-tools' })
    const choices = () => openOf(world, 'call-model').map(({ request }) => request.settings.toolChoice)
    expect(choices()).toEqual([undefined])
    replies(world, asks(['add']))
    works(world, 'add')
    expect(choices()).toEqual(['none'])
    replies(world, text('So be it.'))
    expect(resultOf(world).text).toBe('So be it.')
  })

  it('ends a run whose calls repeat too often, and runs none of the last', () => {
    const world = begun({ maxRepeats: 3 })
    for (let turn = 0; turn < 3; turn++) {
      replies(world, asks(['add', '{"a":1}']))
      works(world, 'add')
    }
    replies(world, asks(['add', '{"a":1}']))
    expect(errorOf(world)).toMatchObject({ code: 'loop-detected', turns: 4 })
    expect(errorOf(world).partial.toolCalls.map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
      'skipped',
    ])
  })

  it('runs no calls of an answer that was filtered', () => {
    const world = begun()
    replies(world, { ...asks(['add']), finish: 'content_filter' })
    expect(openOf(world, 'run-tool')).toEqual([])
    expect(resultOf(world).response.finishReason.kind).toBe('content-filter')
    expect(faultsOf(resultOf(world).messages)).toEqual([])
  })
})

describe('calls that must not run', () => {
  it.each([
    [asks(['serch']), 'unknown-tool', 'Error: unknown tool (there is no "serch"; the tools are "add")'],
    [
      asks(['add', '{"a":']),
      'invalid-arguments',
      'Error: invalid arguments (The arguments are not valid JSON)',
    ],
    [
      asks(['add', '[1]']),
      'invalid-arguments',
      'Error: invalid arguments (The arguments are JSON, but not an object)',
    ],
    [
      { ...asks(['add', '{"a":']), finish: 'length' as const },
      'invalid-arguments',
      'Error: invalid arguments (The output was cut off within the arguments)',
    ],
  ])('answers %j with %s', (turn, error, content) => {
    const world = begun()
    replies(world, turn)
    expect(openOf(world, 'run-tool')).toEqual([])
    replies(world, text('Sorry.'))
    expect(resultOf(world).toolCalls).toMatchObject([{ status: 'failed', error, content }])
  })

  it('runs a call that is told twice once, and calls that share an id alone each', () => {
    const world = begun()
    replies(world, asks(['add', '{"a":1}', 'same'], ['add', '{"a":1}', 'same'], ['add', '{"a":2}', 'same']))
    expect(openOf(world, 'run-tool').map(({ input }) => input)).toEqual([{ a: 1 }, { a: 2 }])
    works(world, 'add')
    works(world, 'add')
    replies(world, text('Good.'))
    expect(resultOf(world).toolCalls.map(({ error }) => error)).toEqual([
      undefined,
      'repeated-call',
      undefined,
    ])
    expect(faultsOf(resultOf(world).messages)).toEqual([])
  })

  it('gives an id of an earlier turn another name, in the message and on the result', () => {
    const world = begun()
    for (let turn = 0; turn < 2; turn++) {
      replies(world, asks(['add', '{}', 'call_0']))
      works(world, 'add')
    }
    replies(world, text('Good.'))
    const { messages } = resultOf(world)
    expect(faultsOf(messages)).toEqual([])
    const calls = messages.filter((one): one is AssistantMessage => one.role === 'assistant')
    const ids = calls.flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])),
    )
    expect(ids).toEqual(['call_0', 'call_0_2'])
  })
})

describe('failures', () => {
  it('asks the same model again after waits that double, then the next at once', () => {
    const world = begun({ models: [model('first'), model('second')], retry: { attempts: 2, minMs: 100 } })
    refuse(world, 503)
    const first = fire(world)
    refuse(world, 503)
    const second = fire(world)
    expect([first, second].map((wait, n) => wait >= 50 * 2 ** n && wait <= 100 * 2 ** n)).toEqual([
      true,
      true,
    ])
    refuse(world, 503)
    expect(askedModels(world)).toEqual(['first', 'first', 'first', 'second'])
    replies(world, text('Here.'))
    expect(resultOf(world).modelCalls.map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
      'answered',
    ])
  })

  it('goes to the next model without a retry where the request is refused, and asks the first again next turn', () => {
    const world = begun({ models: [model('first'), model('second')] })
    refuse(world, 400)
    expect(openOf(world, 'start-timer')).toEqual([])
    replies(world, asks(['add']))
    works(world, 'add')
    expect(askedModels(world)).toEqual(['first', 'second', 'first'])
  })

  it('asks a model that was down after the others for a while', () => {
    const world = begun({ models: [model('first'), model('second')], retry: { attempts: 0, minMs: 10_000 } })
    refuse(world, 500)
    replies(world, asks(['add']))
    works(world, 'add')
    expect(askedModels(world)).toEqual(['first', 'second', 'second'])
    world.clock += 10_000
    replies(world, asks(['add']))
    works(world, 'add')
    expect(askedModels(world).at(-1)).toBe('first')
  })

  it('waits as long as the provider says, and gives it up where that is too long', () => {
    const patient = begun()
    refuse(patient, 429, { retryAfter: 3 })
    expect(fire(patient)).toBe(3_000)
    const hasty = begun({ retry: { maxMs: 1_000 } })
    refuse(hasty, 429, { retryAfter: 3 })
    expect(errorOf(hasty)).toMatchObject({ code: 'model-failed', error: { error: { status: 429 } } })
  })

  it('keeps every error with its status when all models fail', () => {
    const world = begun({ models: [model('first'), model('second')], retry: { attempts: 0 } })
    refuse(world, 500)
    refuse(world, 401)
    expect(errorOf(world)).toMatchObject({
      code: 'model-failed',
      error: { error: { status: 401 } },
      errors: [
        { model: 'first', error: { error: { status: 500 } } },
        { model: 'second', error: { error: { status: 401 } } },
      ],
    })
    expect(world.frames.map(({ type }) => type)).toEqual(['start', 'start', 'error', 'run-end'])
  })

  it('says why the connection was lost', () => {
    const world = begun({ retry: { attempts: 0 } })
    const [call] = openOf(world, 'call-model')
    const message = 'The source failed before its end: connect ECONNREFUSED.'
    const fault = { code: 'connection-lost' as const, message, cause: 'connect ECONNREFUSED' }
    happen(world, { type: 'model-faulted', at: tick(world), key: call?.key ?? '', fault })
    expect(errorOf(world).message).toBe(
      `The model gave no answer. The stream ended without saying anything. ${message}`,
    )
  })

  it('does not ask again once something was told', () => {
    const world = begun({ models: [model('first'), model('second')] })
    replies(world, { text: 'Half an', calls: [], finish: 'none' })
    expect(askedModels(world)).toEqual(['first'])
    expect(errorOf(world)).toMatchObject({ code: 'model-failed', partial: { text: 'Half an' } })
  })

  it('does where it may, and takes back what was told', () => {
    const world = begun({ retry: { attempts: 1, minMs: 0, afterOutput: true } })
    replies(world, { text: 'Half an', calls: [], finish: 'none' })
    replies(world, text('All of it.'))
    expect(world.frames).toContainEqual({ type: 'reset', part: 0, onward: true, iteration: 1 })
    expect(resultOf(world).text).toBe('All of it.')
  })

  it('asks again freely where text was withheld', () => {
    const world = begun({ intermediateText: 'withheld', retry: { attempts: 1, minMs: 0 } })
    replies(world, { text: 'Half an', calls: [], finish: 'none' })
    replies(world, text('All of it.'))
    const told = world.frames.flatMap((frame) => (frame.type === 'text-delta' ? [frame.text] : []))
    expect(told).toEqual(['All of it.'])
  })
})

describe('withheld text', () => {
  it('is told once it is known to be the answer, before the end', () => {
    const world = begun({ intermediateText: 'withheld' })
    replies(world, { ...asks(['add']), text: 'Let me see.' })
    works(world, 'add')
    replies(world, text('It is 5.'))
    const types = world.frames.filter(({ type }) => type.startsWith('text') || type === 'end')
    expect(types).toMatchObject([
      { type: 'end', iteration: 1 },
      { type: 'text-delta', text: 'It is 5.', iteration: 2 },
      { type: 'text-complete', text: 'It is 5.' },
      { type: 'end', iteration: 2 },
    ])
    expect(resultOf(world).messages[1]).toMatchObject({
      content: [{ type: 'text', text: 'Let me see.' }, {}],
    })
  })
})

describe('budgets', () => {
  it('halts a model that puts out more than it may, and keeps what came', () => {
    const world = begun({ outputBudget: 5 })
    replies(world, text('Too long.'), 2)
    expect(errorOf(world)).toMatchObject({
      code: 'halted',
      reason: 'output-budget',
      partial: { text: 'Too long.' },
    })
    expect(world.asked.flat()).toContainEqual(
      expect.objectContaining({ type: 'abort-model', isWhole: false }),
    )
  })
})

describe('costs', () => {
  const prices = ({ model: name }: { readonly model: string }) =>
    name === 'first' ? { currency: 'USD', input: 1_000_000, output: 0 } : undefined

  it('are those of the model that answered, or of the one that was asked where the answer has no name', () => {
    const named = begun({ prices })
    replies(named, text('Hi.'))
    expect(resultOf(named).cost).toMatchObject({ count: 1, unknown: 1, model: 'm' })
    const nameless = begun({ prices })
    const [call] = openOf(nameless, 'call-model')
    for (const event of eventsOf(text('Hi.')).slice(1)) {
      const decoded = decode('openai')(event)
      const at = tick(nameless)
      if (E.isRight(decoded)) {
        happen(nameless, { type: 'model-chunk', at, key: call?.key ?? '', chunk: decoded.right })
      }
    }
    happen(nameless, { type: 'model-ended', at: tick(nameless), key: call?.key ?? '' })
    expect(resultOf(nameless).cost).toMatchObject({ totalCost: '3', unknown: 0, model: 'first' })
  })

  it('are unknown where the price book throws, and of a failed request only if it reported any', () => {
    const world = begun({
      retry: { attempts: 1, minMs: 0 },
      prices: () => {
        throw new Error('no book')
      },
    })
    refuse(world, 503)
    replies(world, text('Hi.'))
    expect(resultOf(world).cost).toMatchObject({ count: 1, unknown: 1 })
  })
})

describe('approval and repair', () => {
  const careful: Partial<AgentConfig> = { tools: [{ name: 'add', needsApproval: true }] }

  const decide = (world: World, decision: Parameters<typeof happen>[1] & { type: 'call-decided' }): void => {
    world.open.delete(decision.key)
    happen(world, decision)
  }

  it('suspends a run whose calls nobody can decide on, and goes on from its state', () => {
    const world = begun(careful)
    replies(world, asks(['add', '{"a":1}']))
    const [asked] = openOf(world, 'ask-approval')
    decide(world, {
      type: 'call-decided',
      at: tick(world),
      key: asked?.key ?? '',
      decision: { type: 'defer' },
    })
    const error = errorOf(world)
    expect(error).toMatchObject({ code: 'suspended', pending: [{ id: 'c0', name: 'add', input: { a: 1 } }] })
    const later = newWorld(world.config)
    later.states.push(JSON.parse(JSON.stringify(error.code === 'suspended' && error.state)))
    happen(later, { type: 'run-resumed', at: 9_000, decisions: { c0: { type: 'edit', input: { a: 2 } } } })
    expect(openOf(later, 'run-tool').map(({ input }) => input)).toEqual([{ a: 2 }])
    works(later, 'add')
    replies(later, text('Done.'))
    expect(resultOf(later).text).toBe('Done.')
  })

  it('takes what is no decision for none: nothing runs by it', () => {
    const odd = { type: 'allow' } as unknown as Decision
    const world = begun(careful)
    replies(world, asks(['add']))
    const [asked] = openOf(world, 'ask-approval')
    decide(world, { type: 'call-decided', at: tick(world), key: asked?.key ?? '', decision: odd })
    expect(errorOf(world).code).toBe('suspended')
    const later = newWorld(world.config)
    later.states.push(stateOf(world))
    happen(later, { type: 'run-resumed', at: tick(world), decisions: { c0: odd } })
    expect(errorOf(later).code).toBe('suspended')
    expect([...openOf(world, 'run-tool'), ...openOf(later, 'run-tool')]).toEqual([])
  })

  it('tells the model why a call was rejected', () => {
    const world = begun(careful)
    replies(world, asks(['add']))
    const [asked] = openOf(world, 'ask-approval')
    const decision = { type: 'reject' as const, reason: 'not today' }
    decide(world, { type: 'call-decided', at: tick(world), key: asked?.key ?? '', decision })
    replies(world, text('Pity.'))
    expect(resultOf(world).toolCalls).toMatchObject([
      { error: 'rejected', content: 'Error: rejected (not today)' },
    ])
  })

  it('has broken arguments repaired once, and asks for approval of what came of it', () => {
    const world = begun({ ...careful, repair: true })
    replies(world, asks(['add', 'a=1']))
    const [broken] = openOf(world, 'repair-input')
    expect(broken).toMatchObject({ call: { arguments: 'a=1' }, problem: 'The arguments are not valid JSON.' })
    world.open.clear()
    happen(world, { type: 'input-repaired', at: tick(world), key: broken?.key ?? '', input: { a: 1 } })
    const [asked] = openOf(world, 'ask-approval')
    expect(asked?.input).toEqual({ a: 1 })
    world.open.clear()
    const failure = { code: 'invalid-arguments' as const, message: 'b is missing' }
    happen(world, { type: 'tool-failed', at: tick(world), key: asked?.key ?? '', ...failure })
    expect(openOf(world, 'repair-input')).toEqual([])
    replies(world, text('Sorry.'))
    expect(resultOf(world).toolCalls).toMatchObject([{ content: 'Error: invalid arguments (b is missing)' }])
  })
})

describe('a run that broke off', () => {
  const resumed = (world: World): World => {
    world.open.clear()
    happen(world, { type: 'run-resumed', at: tick(world) })
    return world
  }

  it('asks the model again, and takes back what was told of its answer', () => {
    const world = begun()
    replies(world, text('Half an answer.'), 2)
    resumed(world)
    expect(world.frames.at(-1)).toEqual({ type: 'reset', part: 0, onward: true, iteration: 1 })
    replies(world, text('All of it.'))
    expect(resultOf(world)).toMatchObject({ text: 'All of it.', iterations: 1 })
  })

  it('runs unfinished tools again, and finished ones not', () => {
    const world = begun({ tools: [{ name: 'one' }, { name: 'two' }] })
    replies(world, asks(['one'], ['two']))
    works(world, 'one')
    resumed(world)
    expect(openOf(world, 'run-tool').map(({ name }) => name)).toEqual(['two'])
  })

  it('reports a tool that must not run twice', () => {
    const world = begun({ tools: [{ name: 'pay', whenInterrupted: 'report' }] })
    replies(world, asks(['pay']))
    const [tool] = openOf(world, 'run-tool')
    happen(world, { type: 'tool-started', at: tick(world), key: tool?.key ?? '' })
    resumed(world)
    expect(openOf(world, 'run-tool')).toEqual([])
    replies(world, text('I cannot tell.'))
    expect(resultOf(world).toolCalls).toMatchObject([{ status: 'failed', error: 'interrupted' }])
  })

  it('waits for what is left of a wait', () => {
    const world = begun({ retry: { minMs: 10_000 } })
    refuse(world, 503)
    const [timer] = openOf(world, 'start-timer')
    world.clock += 1_000
    resumed(world)
    expect((timer?.milliseconds ?? 0) - (openOf(world, 'start-timer')[0]?.milliseconds ?? 0)).toBe(1_007)
  })

  it('asks a model that there is, where it goes on with fewer', () => {
    const world = begun({ models: [model('first'), model('second')] })
    refuse(world, 400)
    expect(askedModels(world)).toEqual(['first', 'second'])
    const later = newWorld(agentConfig({ models: [model('other')] }))
    later.states.push(stateOf(world))
    happen(later, { type: 'run-resumed', at: tick(world) })
    expect(askedModels(later)).toEqual(['other'])
    replies(later, text('Hi.'))
    expect(resultOf(later).text).toBe('Hi.')
  })

  it('is not begun again once it is over', () => {
    const world = begun()
    replies(world, text('Hi.'))
    const before = stateOf(world)
    expect(happen(world, { type: 'run-resumed', at: tick(world) })).toEqual([])
    expect(stateOf(world)).toBe(before)
  })
})

describe('options that are undefined', () => {
  it('are as if nobody had named them', () => {
    const models = [model('first')]
    expect(
      agentConfig({
        models,
        tools: undefined,
        maxIterations: undefined,
        retry: undefined,
        prices: undefined,
      }),
    ).toStrictEqual(agentConfig({ models }))
  })
})

describe('options that make no sense', () => {
  it.each<[Partial<PartialAgentConfig>, string]>([
    [{ models: [] }, 'An agent needs a model.'],
    [{ models: [model('a'), model('a')] }, 'Two models are called "a".'],
    [{ tools: [{ name: 'a' }, { name: 'a' }] }, 'Two tools are called "a".'],
    [
      { lastTurn: 'run' as unknown as LastTurn },
      '`lastTurn` is one of run-tools, skip-tools, without-tools; it is run.',
    ],
    [{ maxIterations: -1 }, '`maxIterations` is a whole number, 0 or more; it is -1.'],
    [{ maxConcurrency: 0 }, '`maxConcurrency` is a whole number, 1 or more; it is 0.'],
    [{ toolTimeout: Number.NaN }, '`toolTimeout` is a number, 0 or more; it is NaN.'],
    [{ retry: { minMs: -5 } }, '`retry.minMs` is a number, 0 or more; it is -5.'],
  ])('%j', (options, message) => {
    expect(() => agentConfig({ models: [model('first')], ...options })).toThrow(new TypeError(message))
  })
})
