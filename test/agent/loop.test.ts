import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Provider } from '../../src'
import {
  type Agent,
  type AgentError,
  type AgentFrame,
  type AgentResult,
  type Notice,
  type RunOptions,
  run,
  runToCompletion,
  tool,
} from '../../src/agent'
import { faultsOf } from '../machine/history'
import { bytesOf, calls, providers, recordedModel, type Saying, text } from './recorded'

const tools = [
  tool({
    name: 'add',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => a + b,
  }),
  tool({
    name: 'boom',
    execute: () => {
      throw new Error('kaboom')
    },
  }),
]

const agentOf = (provider: Provider, sayings: readonly Saying[], more: Partial<Agent> = {}) => {
  const { model, sent } = recordedModel(provider, sayings)
  const settings = { model: 'model-1', maxOutputTokens: 1_000 }
  const retry = { attempts: 0, minMs: 1 }
  return { agent: { model, settings, tools, retry, ...more } satisfies Agent, sent }
}

/** The same run, read frame by frame or awaited as a whole. */
const modes = {
  streaming: async (agent: Agent, options: RunOptions = {}) => {
    const frames: AgentFrame[] = []
    const reading = run(agent, 'What is 2 + 3?', options)
    for await (const frame of reading) frames.push(frame)
    return { frames, result: await reading.result }
  },
  whole: async (agent: Agent, options: RunOptions = {}) => ({
    frames: [] as AgentFrame[],
    result: await runToCompletion(agent, 'What is 2 + 3?', options),
  }),
}

const cases = providers.flatMap((provider) =>
  (['streaming', 'whole'] as const).map((mode) => [provider, mode] as const),
)

const answered = (result: E.Either<AgentError, AgentResult>): AgentResult => {
  if (E.isLeft(result)) throw new Error(result.left.message)
  expect(faultsOf(result.right.messages)).toEqual([])
  return result.right
}

const failed = (result: E.Either<AgentError, AgentResult>): AgentError => {
  if (E.isRight(result)) throw new Error('it answered')
  expect(faultsOf(result.left.partial.messages)).toEqual([])
  return result.left
}

const five = [{ type: 'json', value: 5 }]

const roles = ({ messages }: AgentResult): string => messages.map(({ role }) => role).join(' ')

describe.each(cases)('%s, %s', (provider, mode) => {
  const play = modes[mode]

  it('runs a tool, tells its result, and gives the answer (cases 1, 6)', async () => {
    const { agent, sent } = agentOf(provider, [
      [text('Let me add. '), calls(['add', { a: 2, b: 3 }])],
      [text('It is 5.')],
    ])
    const { result, frames } = await play(agent)
    const end = answered(result)
    expect(end).toMatchObject({
      text: 'It is 5.',
      iterations: 2,
      usage: { inputTokens: 22, outputTokens: 14 },
    })
    expect(end.cost).toMatchObject({ count: 2, inputTokens: 22, outputTokens: 14 })
    expect(end.toolCalls).toMatchObject([
      { name: 'add', input: { a: 2, b: 3 }, status: 'succeeded', content: five },
    ])
    expect(roles(end)).toBe('user assistant tool assistant')
    // The tools are told to the model, and the call goes back with its result.
    expect(JSON.stringify(sent[0]?.body)).toContain('Adds two numbers.')
    const again = JSON.stringify(sent[1]?.body)
    expect(again).toContain('add')
    expect(again).toMatch(/\b5\b/)
    if (mode === 'streaming') {
      const texts = frames.flatMap((frame) =>
        frame.type === 'text-delta' ? [[frame.iteration, frame.text]] : [],
      )
      expect(
        texts
          .filter(([turn]) => turn === 1)
          .map(([, words]) => words)
          .join(''),
      ).toBe('Let me add. ')
      expect(
        texts
          .filter(([turn]) => turn === 2)
          .map(([, words]) => words)
          .join(''),
      ).toBe('It is 5.')
      expect(frames.filter(({ type }) => /^(tool-start|tool-end|run-end)$/.test(type))).toMatchObject([
        { type: 'tool-start', name: 'add', input: { a: 2, b: 3 }, iteration: 1 },
        { type: 'tool-end', name: 'add', status: 'succeeded', content: five },
        { type: 'run-end', outcome: 'answered', iteration: 2 },
      ])
    }
  })

  it('answers without tools in one turn (cases 2, 7)', async () => {
    const { agent, sent } = agentOf(provider, [[text('Hello.')]])
    const end = answered((await play(agent)).result)
    expect(end).toMatchObject({ text: 'Hello.', iterations: 1, toolCalls: [] })
    expect(sent).toHaveLength(1)
  })

  it.each([1, 2])(
    'stops after %i turns of nothing but calls, with all that came (cases 3, 9)',
    async (maxIterations) => {
      const call = [calls(['add', { a: 1, b: 1 }])]
      const { agent, sent } = agentOf(provider, [call, call, call], { maxIterations })
      const { result, frames } = await play(agent)
      const error = failed(result)
      expect(error).toMatchObject({ code: 'max-iterations', toolsRan: true })
      expect(error.partial.cost).toMatchObject({ count: maxIterations, inputTokens: 11 * maxIterations })
      if (mode === 'streaming') {
        expect(frames.at(-1)).toMatchObject({ type: 'run-end', outcome: 'max-iterations' })
      }
      expect(error.partial).toMatchObject({
        iterations: maxIterations,
        usage: { inputTokens: 11 * maxIterations },
      })
      expect(error.partial.toolCalls).toHaveLength(maxIterations)
      expect(sent).toHaveLength(maxIterations)
    },
  )

  it('tells the model what a tool threw, and goes on (case 4)', async () => {
    const { agent, sent } = agentOf(provider, [[calls(['boom', {}])], [text('Sorry.')]])
    const end = answered((await play(agent)).result)
    expect(end.iterations).toBe(2)
    expect(end.toolCalls).toMatchObject([{ status: 'failed', content: 'Error: execution failed (kaboom)' }])
    expect(JSON.stringify(sent[1]?.body)).toContain('Error: execution failed (kaboom)')
  })

  it.each(['parallel', 'sequential'] as const)(
    'gives results in the order of the calls, %s (cases 5, 8)',
    async (toolExecution) => {
      const two = [calls(['add', { a: 2, b: 3 }], ['add', { a: 10, b: 10 }])]
      const { agent } = agentOf(provider, [two, [text('Both.')]], { toolExecution })
      const { result, frames } = await play(agent)
      const end = answered(result)
      expect(end.toolCalls.map(({ content }) => content)).toEqual([five, [{ type: 'json', value: 20 }]])
      if (mode === 'streaming') {
        const ended = frames.flatMap((frame) =>
          frame.type === 'tool-end' ? [[frame.id, frame.content]] : [],
        )
        expect(ended.map(([, content]) => content)).toEqual(end.toolCalls.map(({ content }) => content))
        expect(ended.map(([id]) => id)).toEqual(end.toolCalls.map(({ id }) => id))
        expect(new Set(ended.map(([id]) => id)).size).toBe(2)
      }
    },
  )

  it('answers a call of an unknown tool, and goes on', async () => {
    const { agent } = agentOf(provider, [[calls(['serch', {}])], [text('Sorry.')]])
    const end = answered((await play(agent)).result)
    expect(end.toolCalls).toMatchObject([{ error: 'unknown-tool', status: 'failed' }])
  })

  it('tells those who watch, in the same shape in both modes (cases 10, 11)', async () => {
    const thinking: Saying = [{ type: 'reasoning', text: 'Two and three.' }, calls(['add', { a: 2, b: 3 }])]
    const { agent } = agentOf(provider, [thinking, [text('5')]], { metadata: { user: 7 } })
    const notices: Notice[] = []
    const handlers = [{ onNotice: (notice: Notice) => notices.push(notice) }]
    const { frames } = await play(agent, { runId: 'run-1', handlers })
    const thought = notices.flatMap((notice) => (notice.type === 'reasoning-delta' ? [notice] : []))
    expect(thought.map((notice) => notice.text).join('')).toBe('Two and three.')
    expect(thought.every(({ iteration }) => iteration === 1)).toBe(true)
    if (mode === 'streaming') {
      const shown = frames.flatMap((frame) => (frame.type === 'reasoning-delta' ? [frame.text] : []))
      expect(shown.join('')).toBe('Two and three.')
    }
    expect(notices.every((notice) => notice.runId === 'run-1' && notice.metadata['user'] === 7)).toBe(true)
    expect(notices.filter(({ type }) => type.startsWith('tool') || type.startsWith('run'))).toMatchObject([
      { type: 'run-start', maxIterations: 10, toolCount: 2 },
      { type: 'tool-start', name: 'add', input: { a: 2, b: 3 } },
      { type: 'tool-stop', name: 'add', status: 'succeeded' },
      { type: 'run-stop', outcome: 'answered', iterations: 2, usage: { totalTokens: 36 } },
    ])
  })

  it('goes to the next model when the first refuses, and asks the first again in the next turn (cases 115, 116)', async () => {
    const backup = recordedModel(provider, [[calls(['add', { a: 2, b: 3 }])]])
    const { agent, sent } = agentOf(provider, [401, [text('It is 5.')]])
    const fallbacks = [{ model: backup.model, settings: { model: 'backup', maxOutputTokens: 1_000 } }]
    const end = answered((await play({ ...agent, fallbacks })).result)
    expect(end.modelCalls.map(({ model, status }) => [model, status])).toEqual([
      ['model-1', 'failed'],
      ['backup', 'answered'],
      ['model-1', 'answered'],
    ])
    expect([sent.length, backup.sent.length]).toEqual([2, 1])
  })

  it('keeps each error with its status when all models fail (case 117)', async () => {
    const backup = recordedModel(provider, [503])
    const { agent } = agentOf(provider, [401])
    const fallbacks = [{ model: backup.model, settings: { model: 'backup', maxOutputTokens: 1_000 } }]
    const error = failed((await play({ ...agent, fallbacks })).result)
    expect(error).toMatchObject({
      code: 'model-failed',
      errors: [
        {
          model: 'model-1',
          error: { code: 'provider-error', error: { status: 401, message: 'refused with 401' } },
        },
        { model: 'backup', error: { code: 'provider-error', error: { status: 503 } } },
      ],
    })
  })

  it('retries as often as it is told, and before output only (cases 118 to 122)', async () => {
    const never = agentOf(provider, [503, [text('Late.')]], { retry: { attempts: 0 } })
    expect(failed((await play(never.agent)).result).code).toBe('model-failed')
    const once = agentOf(provider, [503, [text('Late.')]], { retry: { attempts: 1, minMs: 1 } })
    expect(answered((await play(once.agent)).result).text).toBe('Late.')
    const says = [text('Half an answer, and a good deal more of it that never comes.')]
    const breaksAfter = Math.floor(bytesOf(provider, says).length * 0.6)
    const cut = agentOf(provider, [{ says, breaksAfter }, [text('Again.')]], {
      retry: { attempts: 1, minMs: 1 },
    })
    const error = failed((await play(cut.agent)).result)
    expect(error).toMatchObject({ code: 'model-failed', error: { code: 'incomplete-stream', reason: 'cut' } })
    expect(error.partial.text.length).toBeGreaterThan(0)
    expect(says[0]?.type === 'text' && says[0].text.startsWith(error.partial.text)).toBe(true)
    expect(cut.sent).toHaveLength(1)
  })

  it('runs no call of a stream that broke off, and keeps what came', async () => {
    const says = [text('Let me add. '), calls(['add', { a: 2, b: 3 }])]
    const whole = bytesOf(provider, says).length
    for (const share of [0.3, 0.6, 0.8]) {
      const { agent } = agentOf(provider, [{ says, breaksAfter: Math.floor(whole * share) }])
      const error = failed((await play(agent)).result)
      expect(error.code).toBe('model-failed')
      expect(error.partial.toolCalls.filter(({ status }) => status === 'succeeded')).toEqual([])
    }
  })

  it('sends back what the first turn said, in the provider’s own words (cases 123 to 128)', async () => {
    const { agent, sent } = agentOf(provider, [
      [text('Let me see. '), calls(['add', { a: 2, b: 3 }], ['add', { a: 70, b: 71 }])],
      [text('5 and 141.')],
    ])
    answered((await play(agent)).result)
    const again = JSON.stringify(sent[1]?.body)
    expect(again).toContain('Let me see.')
    expect(again.match(/\badd\b/g)?.length).toBeGreaterThanOrEqual(3) // the tool, and each call
    for (const [input, output] of [
      [/\{\\?"a\\?":2,\\?"b\\?":3\}/, /\b5\b/],
      [/\{\\?"a\\?":70,\\?"b\\?":71\}/, /\b141\b/],
    ] as const) {
      expect(again).toMatch(input)
      expect(again).toMatch(output)
    }
    expect(again).not.toContain('Using tool results')
  })
})

describe.each(providers)('%s', (provider) => {
  it('tells withheld text once it is known to be the answer', async () => {
    const { agent } = agentOf(
      provider,
      [[text('Let me add. '), calls(['add', { a: 2, b: 3 }])], [text('It is 5.')]],
      { intermediateText: 'withheld' },
    )
    const { frames, result } = await modes.streaming(agent)
    const told = frames.flatMap((frame) => (frame.type === 'text-delta' ? [frame.text] : []))
    expect(told).toEqual(['It is 5.'])
    expect(JSON.stringify(answered(result).messages)).toContain('Let me add.')
  })

  it('stops at any frame with a history that can be sent on, and asks nobody after it', async () => {
    const sayings = [[text('Let me add. '), calls(['add', { a: 2, b: 3 }], ['boom', {}])], [text('It is 5.')]]
    const all = (await modes.streaming(agentOf(provider, sayings).agent)).frames.length
    for (let stop = 1; stop < all; stop++) {
      const { agent, sent } = agentOf(provider, sayings)
      const stopped = run(agent, 'What is 2 + 3?')
      const seen: AgentFrame[] = []
      for await (const frame of stopped) if (seen.push(frame) === stop) break
      const result = await stopped.result
      const { length } = sent
      await new Promise((resolve) => setTimeout(resolve)) // time enough for a request that nobody wants
      expect(sent).toHaveLength(length)
      if (E.isLeft(result)) expect(failed(result)).toMatchObject({ code: 'halted', reason: 'returned' })
      else answered(result) // all had come before the last frames were read
    }
  })
})
