/**
 * What llm_composer does not test anywhere, or loses: text beside calls, early ends, limits of time, errors in mid-stream, odd calls, a second look at a run, what
 * was spent before an error. For every provider, and in both modes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { type Provider, providers } from '../../src'
import { type AgentFrame, run, runToCompletion, type Tool } from '../../src/agent'
import { toRequest } from '../../src/request'
import { calls as chatCalls, finish as chatFinish } from '../support/chat'
import {
  adds,
  addThenAnswer,
  agentOf,
  answerOf,
  bothModes,
  broken,
  calculator,
  calls,
  errorOf,
  eventsOf,
  expectValidHistory,
  framesOf,
  leavesOf,
  noticesOf,
  partialOf,
  prices,
  refusal,
  resultsIn,
  says,
  textOf,
  turn,
} from './scripted'

const talkative = [turn(says('Let me add.'), calls(adds(2, 3), adds(12, 8))), turn(says('5 and 20.'))]

describe.each(providers)('an agent with %s', (provider) => {
  it('tells text beside calls as it comes, with its turn', async () => {
    const { frames, result } = await bothModes(() => agentOf(provider, talkative))
    expect(textOf(frames, 1)).toBe('Let me add.')
    expect(textOf(frames, 2)).toBe('5 and 20.')
    expect(answerOf(result).text).toBe('5 and 20.')
  })

  it('withholds text until it is known to be the answer, and keeps it in the history', async () => {
    const { frames, result } = await bothModes(() =>
      agentOf(provider, talkative, { intermediateText: 'withheld' }),
    )
    expect(textOf(frames, 1)).toBe('')
    expect(textOf(frames, 2)).toBe('5 and 20.')
    expect(framesOf(frames, 'text-complete').map(({ text }) => text)).toEqual(['5 and 20.'])
    expect(answerOf(result).messages[1]).toMatchObject({
      content: [{ type: 'text', text: 'Let me add.' }, {}, {}],
    })
  })

  it('leaves a history that can be sent, wherever its reader stops', async () => {
    const all = (await bothModes(() => agentOf(provider, talkative))).frames
    let givenUp = 0
    for (let wanted = 1; wanted < all.length; wanted++) {
      const { agent, sent } = agentOf(provider, talkative)
      const reading = run(agent, 'Add.')
      const frames: AgentFrame[] = []
      for await (const frame of reading) {
        frames.push(frame)
        if (frames.length === wanted) break
      }
      const result = await reading.result
      const { messages, modelCalls, toolCalls } = partialOf(result)
      expectValidHistory(messages)
      expect(() =>
        toRequest(provider)([...messages, { role: 'user', content: 'Go on.' }], [], agent.settings),
      ).not.toThrow()
      for (const { status } of toolCalls) expect(['succeeded', 'cancelled']).toContain(status)
      if (E.isLeft(result)) expect(result.left).toMatchObject({ code: 'halted', reason: 'returned' })
      const isUnderWay = modelCalls.at(-1)?.status === 'halted' && sent.length === modelCalls.length
      if (isUnderWay) expect(sent.at(-1)?.signal?.aborted, 'the request is given up').toBe(true)
      givenUp += isUnderWay ? 1 : 0
    }
    expect(givenUp).toBeGreaterThan(2)
  })

  it.each(['parallel', 'sequential'] as const)('limits the time of a tool, %s', async (toolExecution) => {
    const signals: AbortSignal[] = []
    const stuck: Tool = {
      name: 'stuck',
      timeout: 5,
      execute: (_input, { signal }) => {
        signals.push(signal)
        return new Promise(() => {}) // deaf to its signal
      },
    }
    const answers = [turn(calls(['stuck', {}], ['calculator', { a: 2, b: 3 }])), turn(says('One of two.'))]
    const base = agentOf(provider, []).agent.tools ?? []
    const { result, notices } = await bothModes(() =>
      agentOf(provider, answers, { toolExecution, tools: [...base, stuck] }),
    )
    expect(answerOf(result).toolCalls).toMatchObject([
      {
        name: 'stuck',
        status: 'failed',
        error: 'timed-out',
        content: 'Error: execution failed (timed out after 5 ms)',
      },
      { name: 'calculator', status: 'succeeded' },
    ])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(
      noticesOf(notices, 'tool-stop')
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['failed', 'succeeded'])
  })

  it.each(['lost', 'ended'] as const)(
    'keeps what came of an answer whose connection is %s, and runs none of its calls',
    async (how) => {
      const whole = turn(says('Let me add.'), calls(adds(2, 3)))
      const { result, frames, sent } = await bothModes(() =>
        agentOf(provider, [addThenAnswer[0] ?? whole, broken(provider, whole, 0.6, how)], { prices }),
      )
      expect(errorOf(result)).toMatchObject({
        code: 'model-failed',
        error: { code: 'incomplete-stream', reason: how === 'lost' ? 'cut' : 'clean' },
        partial: { iterations: 2 },
      })
      const { toolCalls, text, usage, modelCalls } = errorOf(result).partial
      expect(toolCalls.filter(({ iteration }) => iteration === 2).map(({ status }) => status)).not.toContain(
        'succeeded',
      )
      expect(text).not.toBe('')
      expect('Let me add.').toContain(text)
      expect(textOf(frames, 2)).toBe(text)
      const reported = modelCalls.map((call) => call.usage?.inputTokens ?? 0) // some report what they count at once
      expect(reported[0]).toBe(10)
      expect(usage.inputTokens).toBe(reported.reduce((sum, tokens) => sum + tokens, 0))
      expect(sent).toHaveLength(2)
    },
  )

  it('keeps the status of a refused request, and what was spent before it', async () => {
    const { result, notices } = await bothModes(() =>
      agentOf(provider, [...addThenAnswer.slice(0, 1), refusal(402)], { prices }),
    )
    expect(errorOf(result)).toMatchObject({
      code: 'model-failed',
      error: { code: 'provider-error', error: { status: 402 } },
      partial: {
        iterations: 2,
        usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
        cost: { count: 1, totalCost: '0.00002' },
        toolCalls: [{ status: 'succeeded' }],
      },
    })
    expect(resultsIn(errorOf(result).partial.messages)).toEqual([5])
    expect(noticesOf(notices, 'run-stop')).toMatchObject([
      { outcome: 'model-failed', iterations: 2, cost: { totalCost: '0.00002' } },
    ])
  })

  it('an empty answer to a request is no success', async () => {
    const { result } = await bothModes(() =>
      agentOf(provider, [() => new Response('')], { retry: { attempts: 0 } }),
    )
    expect(errorOf(result)).toMatchObject({ code: 'model-failed', error: { code: 'empty-stream' } })
  })

  it('ends at once when it is aborted while nobody reads: in its answer, and in a tool', async () => {
    const never = (): Promise<never> => new Promise(() => {})
    const inAnswer = agentOf(provider, [never])
    const inTool = agentOf(provider, addThenAnswer, { tools: [{ ...calculator, execute: never }] })
    for (const { agent } of [inAnswer, inTool]) {
      const result = await runToCompletion(agent, 'Add.', { signal: AbortSignal.timeout(30) })
      expect(errorOf(result)).toMatchObject({ code: 'halted', reason: 'aborted' })
      expectValidHistory(partialOf(result).messages)
    }
    expect(inTool.sent).toHaveLength(1)
  })

  it('asks once, however often one looks at the run', async () => {
    const { agent, sent } = agentOf(provider, addThenAnswer)
    const reading = run(agent, 'Add.')
    const frames: AgentFrame[] = []
    for await (const frame of reading) frames.push(frame)
    for await (const frame of reading) frames.push(frame)
    expect(await reading.result).toBe(await reading.result)
    expect(sent).toHaveLength(2)
    expect(framesOf(frames, 'run-end')).toHaveLength(1)
  })
})

/** The text that stands for `{"a":2,"b":3}`, wherever arguments are sent as text. */
const WHOLE = JSON.stringify(JSON.stringify({ a: 2, b: 3 })).slice(1, -1)

/** Cuts no text of up to twenty characters. */
const UNCUT = [232_792_559]

/** A turn whose call has this text for arguments; undefined where arguments are no text on the wire. */
const withArguments = (
  provider: Provider,
  text: string,
  finish: 'stop' | 'length' = 'stop',
): readonly unknown[] | undefined => {
  const script = turn(calls(adds(2, 3)))
  const choices = script.choices.map((choice) => ({ ...choice, finish }))
  const events = JSON.stringify(eventsOf(provider, { ...script, choices }, UNCUT))
  return events.includes(WHOLE)
    ? JSON.parse(events.replaceAll(WHOLE, JSON.stringify(text).slice(1, -1)))
    : undefined
}

describe('arguments that are not what they should be', () => {
  const textual = providers.filter((provider) => withArguments(provider, '') !== undefined)

  it('are text for all but Google’s generateContent and Ollama', () => {
    expect(providers.filter((provider) => !textual.includes(provider)).toSorted()).toEqual([
      'google',
      'ollama',
    ])
  })

  it.each(
    textual.flatMap((provider) =>
      ['{"a":', 'not json', '[1]', '"x"', 'null'].map((text) => [provider, text] as const),
    ),
  )('%s: %s is told to the model, and can be sent to every provider', async (provider, text) => {
    const events = withArguments(provider, text) ?? []
    const { result, sent } = await bothModes(() => agentOf(provider, [events, turn(says('Sorry.'))]))
    expect(answerOf(result).toolCalls).toMatchObject([
      {
        arguments: text,
        status: 'failed',
        error: 'invalid-arguments',
        content: expect.stringMatching(/^Error: invalid arguments \(.+\)$/),
      },
    ])
    expect(leavesOf(sent[1]?.body)).toContainEqual(expect.stringMatching(/^Error: invalid arguments/))
    for (const other of providers) {
      expect(() => toRequest(other)(answerOf(result).messages, [], { model: 'm' })).not.toThrow()
    }
  })

  it.each(textual)(
    '%s: a call that was cut off at the limit goes back with the answer that says so',
    async (provider) => {
      const cut = '{"a":2,"b'
      const events = withArguments(provider, cut, 'length') ?? []
      const { result, sent } = await bothModes(() => agentOf(provider, [events, turn(says('Sorry.'))]))
      expect(answerOf(result).toolCalls).toMatchObject([{ arguments: cut, error: 'invalid-arguments' }])
      expect(leavesOf(sent[1]?.body)).toContainEqual(expect.stringMatching(/^Error: invalid arguments/))
      expect(leavesOf(sent[1]?.body)).toContain(cut)
    },
  )

  const now: Tool = { name: 'calculator', execute: () => 'noon' }

  it.each(textual.flatMap((provider) => ['', '  '].map((text) => [provider, text] as const)))(
    '%s: no arguments ("%s") are none',
    async (provider, text) => {
      const events = withArguments(provider, text) ?? []
      const { result } = await bothModes(() =>
        agentOf(provider, [events, turn(says('Noon.'))], { tools: [now] }),
      )
      expect(answerOf(result).toolCalls).toMatchObject([{ input: {}, status: 'succeeded', content: 'noon' }])
    },
  )

  it('the schema of a tool has the last word', async () => {
    const wrong = turn(calls(['calculator', { a: 'two' }]))
    const { result } = await bothModes(() => agentOf('google', [wrong, turn(says('Sorry.'))]))
    expect(answerOf(result).toolCalls).toMatchObject([{ error: 'invalid-arguments', input: { a: 'two' } }])
  })
})

describe('calls without an index, or without an id', () => {
  const answer = turn(says('Done.'))

  it('are put together by their order', async () => {
    const events = [
      chatCalls({ id: 'c1', function: { name: 'calculator', arguments: '{"a":2,' } }),
      chatCalls({ function: { arguments: '"b":3}' } }),
      chatCalls({ id: 'c2', function: { name: 'calculator', arguments: '{"a":12,"b":8}' } }),
      chatFinish('tool_calls'),
    ]
    const { result } = await bothModes(() => agentOf('openai', [events, answer]))
    expect(resultsIn(answerOf(result).messages)).toEqual([5, 20])
  })

  it.each(['openai', 'openrouter', 'mistral'] as const)(
    '%s: have an id that the result shares, other than in turns before',
    async (provider) => {
      const events = [
        chatCalls({ index: 0, function: { name: 'calculator', arguments: '{"a":2,"b":3}' } }),
        chatFinish('tool_calls'),
      ]
      const { result, sent } = await bothModes(() => agentOf(provider, [events, events, answer]))
      const ids = answerOf(result).toolCalls.map(({ id }) => id)
      expect(new Set(ids).size).toBe(2)
      const messages: readonly {
        readonly role: string
        readonly tool_call_id?: string
        readonly tool_calls?: readonly { readonly id: string }[]
      }[] = Reflect.get(Object(sent[2]?.body), 'messages')
      const called = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
      expect(messages.flatMap(({ tool_call_id = [] }) => tool_call_id)).toEqual(called)
      expect(called).toHaveLength(2)
    },
  )
})

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))

/** The recordings of an answer that the provider ends with an error. */
const failing = providers.flatMap((provider) =>
  readdirSync(join(fixtures, provider))
    .filter((file) => file.endsWith('.expected.json'))
    .flatMap((file) => {
      const expected = JSON.parse(readFileSync(join(fixtures, provider, file), 'utf8'))
      const name = file.replace('.expected.json', '')
      const body = readdirSync(join(fixtures, provider)).find(
        (other) => other.startsWith(`${name}.`) && other !== file,
      )
      return expected.outcome === 'provider-error' && body !== undefined
        ? [[provider, body, expected] as const]
        : []
    }),
)

describe('an error in mid-stream', () => {
  it('is recorded for most providers', () => {
    expect(new Set(failing.map(([provider]) => provider)).size).toBeGreaterThanOrEqual(9)
  })

  it.each(failing)('%s/%s ends the run with all that came', async (provider, body, expected) => {
    const bytes = readFileSync(join(fixtures, provider, body))
    const recording = body.endsWith('.b64') ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes
    const answers = [...addThenAnswer.slice(0, 1), () => new Response(new Uint8Array(recording))]
    const { result, frames } = await bothModes(() => agentOf(provider, answers, { retry: { attempts: 0 } }))
    expect(errorOf(result)).toMatchObject({
      code: 'model-failed',
      error: { code: 'provider-error', error: expected.error },
      partial: { iterations: 2, text: expected.response.text },
    })
    expect(resultsIn(errorOf(result).partial.messages).slice(0, 1)).toEqual([5])
    expect(framesOf(frames, 'error')).toHaveLength(1)
    expect(frames.at(-1)).toEqual({ type: 'run-end', outcome: 'model-failed', iteration: 2 })
  })
})
