// Agents over real HTTP: a mock of the providers' APIs answers, whole and broken, and the runs end as they should.
import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/Either'
import { OpenAI } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../src'
import {
  type Agent,
  type AgentResult,
  type AgentRun,
  readJournal,
  resume,
  run,
  runToCompletion,
  tool,
} from '../../src/agent'
import { toRequest } from '../../src/request'
import { type FetchModelOptions, fetchModel, fromSdkStream, type Model } from '../../src/transport'
import { baseOf, type Mock, mocked, startMock } from './mock'
import { expectAnswered, outline, watch } from './watching'

let mock: Mock

beforeAll(async () => {
  mock = await startMock()
})

afterAll(() => {
  mock.stop()
})

const weather = tool({
  name: 'get_weather',
  description: 'The weather.',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: (input) => (JSON.stringify(input).includes('Paris') ? 'rain' : 'sun'),
})

const settings = { model: 'gpt-4o', maxOutputTokens: 100 }

/** Asks the mock; each request in turn meets its fault, those after the last one none. */
const mockModel = <P extends Provider>(
  provider: P,
  testId: string,
  faults: readonly (Fault | 'none')[] = [],
  bodies: string[] = [],
): Model<P> => {
  const fetchWith: NonNullable<FetchModelOptions['fetch']> = (url, init = {}) => {
    const headers = new Headers(init.headers)
    const fault = faults[bodies.length] ?? 'none'
    if (fault !== 'none') headers.set(`x-aimock-chaos-${fault}`, '1')
    bodies.push(String(init.body))
    return fetch(url, { ...init, headers })
  }
  return fetchModel({
    provider,
    baseUrl: baseOf(mock, provider),
    apiKey: 'mock',
    headers: { 'x-test-id': testId },
    fetch: fetchWith,
  })
}

/** An HTTP 500, a body that is no JSON, an HTTP 429 with `retry-after: 1`, a connection that breaks. */
type Fault = 'drop' | 'malformed' | 'ratelimit' | 'disconnect'

const quick = { minMs: 1, maxMs: 20 }

const always = (fault: Fault): readonly Fault[] => Array(20).fill(fault)

/** Aborts a run in the middle of its answer, of which it then has what was told. */
const expectAbortKept = async (agent: Agent): Promise<void> => {
  const controller = new AbortController()
  const { frames, result, partial } = await watch(
    run(agent, 'slowly', { signal: controller.signal }),
    (frame) => frame.type === 'text-delta' && frame.text.includes('upon') && controller.abort(),
  )
  expect(result).toMatchObject({ left: { code: 'halted', reason: 'aborted' } })
  expect(partial.text).toMatch(/^Once upon/)
  expect(partial.text.length).toBeLessThan(40)
  expect(outline(frames)).toEqual([`1: ${partial.text}`, 'error', 'run-end halted'])
}

describe.each(mocked)('an agent of %s', (provider) => {
  it.each(['live', 'withheld'] as const)(
    'calls its tools and answers, its text %s',
    async (intermediateText) => {
      const id = randomUUID()
      const agent: Agent = { model: mockModel(provider, id), settings, tools: [weather], intermediateText }
      const { frames, result } = await watch(run(agent, 'weather with words'))
      const isLive = intermediateText === 'live'
      expect(outline(frames)).toEqual([
        ...(isLive ? ['1: Let me look.'] : []),
        'end',
        'tool-start {"city":"Paris"}',
        'tool-start {"city":"Zürich"}',
        'tool-end succeeded "rain"',
        'tool-end succeeded "sun"',
        '2: Rain in Paris, sun in Zürich.',
        'end',
        'run-end answered',
      ])
      const deltas = frames.filter(({ type, iteration }) => type === 'text-delta' && iteration === 2)
      expect(deltas.length > 1).toBe(isLive)
      expect(result).toMatchObject({
        right: {
          text: 'Rain in Paris, sun in Zürich.',
          iterations: 2,
          response: { provider, finishReason: { kind: 'stop' } },
          modelCalls: [{ status: 'answered' }, { status: 'answered' }],
          toolCalls: [
            { name: 'get_weather', input: { city: 'Paris' }, status: 'succeeded', content: 'rain' },
            { name: 'get_weather', input: { city: 'Zürich' }, status: 'succeeded', content: 'sun' },
          ],
        },
      })
    },
  )

  it('sends the calls back with their results', async () => {
    const id = randomUUID()
    const bodies: string[] = []
    const agent = { model: mockModel(provider, id, [], bodies), settings, tools: [weather] }
    await runToCompletion(agent, 'weather with words')
    const [first, second, ...others] = (await mock.journal(id)).map(({ body }) => body?.messages ?? [])
    expect(others).toEqual([])
    expect(first).toMatchObject([{ role: 'user', content: 'weather with words' }])
    const results = (second ?? []).filter(({ role }) => role === 'tool')
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringContaining('rain'),
      expect.stringContaining('sun'),
    ])
    const isNamed = provider !== 'ollama' // whose calls have no ids
    expect(results.map(({ tool_call_id: callId }) => callId)).toEqual(
      isNamed ? ['call_1', 'call_2'] : [undefined, undefined],
    )
    if (provider === 'google-interactions') {
      // The mock does not read the calls of this dialect.
      expect(bodies[1]?.match(/"type":"function_call"/g)).toHaveLength(2)
      return
    }
    const calls = (second ?? []).flatMap((message) => message.tool_calls ?? [])
    expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
      ['get_weather', { city: 'Paris' }],
      ['get_weather', { city: 'Zürich' }],
    ])
    if (isNamed) expect(calls.map((call) => call.id)).toEqual(['call_1', 'call_2'])
  })

  it.each(['drop', 'malformed', 'disconnect'] as const)(
    'asks again after a %s, in either turn',
    async (fault) => {
      const id = randomUUID()
      const model = mockModel(provider, id, [fault, 'none', fault])
      const agent: Agent = { model, settings, tools: [weather], retry: quick }
      const { result } = await watch(run(agent, 'weather with words'))
      expect(result).toMatchObject({
        right: {
          text: 'Rain in Paris, sun in Zürich.',
          modelCalls: [
            { iteration: 1, status: 'failed' },
            { iteration: 1, status: 'answered' },
            { iteration: 2, status: 'failed' },
            { iteration: 2, status: 'answered' },
          ],
        },
      })
    },
  )

  it.each(['drop', 'malformed', 'ratelimit', 'disconnect'] as const)(
    'that is always hit by a %s gives up, with its history in order',
    async (fault) => {
      const id = randomUUID()
      const model = mockModel(provider, id, ['none', ...always(fault)])
      const agent: Agent = { model, settings, tools: [weather], retry: quick }
      const { result, partial } = await watch(run(agent, 'weather with words'))
      expect(result).toMatchObject({ left: { code: 'model-failed' } })
      expect(partial.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
      // A wait of a second is longer than the policy allows: such a model is not asked again.
      expect(partial.modelCalls).toHaveLength(fault === 'ratelimit' ? 2 : 4)
    },
  )

  it('leaves a model that asks for patience to the next one', async () => {
    const id = randomUUID()
    const limited = mockModel(provider, id, always('ratelimit'))
    const fallbacks = [{ id: 'second', model: mockModel(provider, id), settings }]
    const agent: Agent = { model: limited, settings, fallbacks, tools: [weather], retry: quick }
    const { result } = await watch(run(agent, 'weather with words'))
    expect(result).toMatchObject({
      right: {
        text: 'Rain in Paris, sun in Zürich.',
        modelCalls: [
          { model: 'gpt-4o', error: { error: { status: 429, retryAfter: 1 } } },
          { model: 'second' },
          {},
        ],
      },
    })
  })

  it('keeps what was told of an answer that breaks off', async () => {
    const { frames, result, partial } = await watch(
      run({ model: mockModel(provider, randomUUID()), settings, retry: quick }, 'cut in words'),
    )
    expect(result).toMatchObject({ left: { code: 'model-failed', error: { reason: 'cut' } } })
    expect(partial.text).toMatch(/^Once /)
    expect(partial.messages.at(-1)).toMatchObject({ role: 'assistant' })
    expect(outline(frames).slice(1)).toEqual(['error', 'run-end model-failed'])
  })

  it('keeps what was told of an answer in which it is aborted', async () => {
    const agent = { model: mockModel(provider, randomUUID()), settings }
    await expectAbortKept(agent)
  })

  it('takes back what was told of an answer that breaks off, where it may ask again', async () => {
    const agent = {
      model: mockModel(provider, randomUUID()),
      settings,
      retry: { ...quick, afterOutput: true },
    }
    const { frames, result } = await watch(run(agent, 'cut once'))
    expect(result).toMatchObject({ right: { text: 'And it lived happily ever after.' } })
    expect(outline(frames)).toEqual([
      expect.stringMatching(/^1: Once /),
      'reset',
      '1: And it lived happily ever after.',
      'end',
      'run-end answered',
    ])
  })
})

describe('an agent whose process died', () => {
  it('comes to the same answer from wherever its journal ends, and runs no finished tool again', async () => {
    const lines: string[] = []
    const begun: string[] = []
    const agent = (): Agent => ({
      model: mockModel('openai', randomUUID()),
      settings,
      tools: [{ ...weather, execute: (_, { callId }) => `${begun.push(callId)}` }],
    })
    const journal = { write: (line: string) => void lines.push(line) }
    const first = await watch(run(agent(), 'weather with words', { journal }))
    expect(first.result).toMatchObject({ right: { text: 'Rain in Paris, sun in Zürich.' } })
    for (let length = 2; length <= lines.length; length++) {
      const kept = readJournal(lines.slice(0, length).join(''))
      if (E.isLeft(kept)) throw new Error(kept.left.message)
      const finished = kept.right.events.filter(({ type }) => type === 'tool-succeeded').length
      begun.length = 0
      const { right } = await finish(resume(agent(), kept.right))
      expect(right.text).toBe('Rain in Paris, sun in Zürich.')
      expect(right.messages.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
        'tool',
        'assistant',
      ])
      expect(begun).toHaveLength(2 - finished)
    }
  })
})

/** An answer, of a run that has to have one. */
const finish = async (resumed: AgentRun): Promise<E.Right<AgentResult>> => {
  const result = await resumed.result
  if (E.isLeft(result)) throw new Error(result.left.message)
  expectAnswered(result.right.messages)
  return result
}

/** Those whose calls come in fragments: in the others a call is whole, or not there. */
const fragmented = mocked.filter(
  (provider) => !['google', 'google-interactions', 'ollama'].includes(provider),
)

it.each(fragmented)(
  'an agent of %s runs no tool of an answer that breaks off in a call',
  async (provider) => {
    const model = mockModel(provider, randomUUID())
    const agent: Agent = { model, settings, tools: [weather], retry: { attempts: 0 } }
    const { frames, result, partial } = await watch(run(agent, 'cut in a call'))
    expect(result).toMatchObject({ left: { code: 'model-failed', error: { reason: 'cut' } } })
    expect(frames.some(({ type }) => type === 'tool-call-delta')).toBe(true)
    expect(frames.some(({ type }) => type === 'tool-start')).toBe(false)
    expect(JSON.stringify(partial.messages)).not.toContain('tool-call')
  },
)

describe('an agent on an official SDK', () => {
  /** A model that the SDK asks. */
  const sdkModel = (testId: string): Model<'openai'> => {
    const client = new OpenAI({
      apiKey: 'mock',
      baseURL: baseOf(mock, 'openai'),
      defaultHeaders: { 'x-test-id': testId },
    })
    return {
      provider: 'openai',
      stream: ({ conversation, tools = [], settings }, { signal } = {}) => {
        const body = toRequest('openai')(conversation, tools, settings)
        return fromSdkStream('openai', client.chat.completions.create(body, { signal }))
      },
    }
  }

  it('calls its tools and answers', async () => {
    const id = randomUUID()
    const agent: Agent = { model: sdkModel(id), settings, tools: [weather] }
    const { frames, result } = await watch(run(agent, 'weather with words'))
    expect(outline(frames).slice(-3)).toEqual(['2: Rain in Paris, sun in Zürich.', 'end', 'run-end answered'])
    expect(result).toMatchObject({ right: { toolCalls: [{ content: 'rain' }, { content: 'sun' }] } })
    expect(await mock.journal(id)).toHaveLength(2)
  })

  it('keeps what was told of an answer that breaks off, or in which it is aborted', async () => {
    const broken = await watch(run({ model: sdkModel(randomUUID()), settings, retry: quick }, 'cut in words'))
    expect(broken.result).toMatchObject({ left: { code: 'model-failed', error: { reason: 'cut' } } })
    expect(broken.partial.text).toMatch(/^Once /)
    await expectAbortKept({ model: sdkModel(randomUUID()), settings })
  })
})
