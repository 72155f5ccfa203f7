import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { AssistantMessage, Conversation } from '../../src'
import {
  type Agent,
  type AgentError,
  type AgentResult,
  repairDoubleEncoding,
  run,
  runToCompletion,
  type Tool,
} from '../../src/agent'
import { toRequest } from '../../src/request'
import { agentOf, asks, doing, soon, text } from '../agent/support'
import { faultsOf } from '../machine/history'
import type { Turn } from '../machine/world'

/** One call with arguments as they come. */
const calling = (name: string, args: string, finish: Turn['finish'] = 'tool_calls', id = 'c1'): Turn => ({
  text: '',
  calls: [{ id, name, arguments: args }],
  finish,
})

const counting = (name: string, more: Partial<Tool> = {}) => {
  const inputs: unknown[] = []
  const one: Tool = {
    name,
    input: { type: 'object' },
    ...more,
    execute: (input) => {
      inputs.push(input)
      return 'done'
    },
  }
  return { one, inputs }
}

const answered = async (agent: Agent): Promise<AgentResult> => {
  const result = await runToCompletion(agent, 'Go.')
  if (E.isLeft(result)) throw new Error(result.left.message)
  expect(faultsOf(result.right.messages)).toEqual([])
  return result.right
}

const failed = async (agent: Agent): Promise<AgentError> => {
  const result = await runToCompletion(agent, 'Go.')
  if (E.isRight(result)) throw new Error('it answered')
  expect(faultsOf(result.left.partial.messages)).toEqual([])
  return result.left
}

const rolesOf = (messages: Conversation): string => messages.map(({ role }) => role).join(' ')

describe('agent loops', () => {
  it('Q21: control tokens in a name make it an unknown tool, both texts are kept, and the loop goes on', async () => {
    const { one, inputs } = counting('add')
    const leaked = calling('add<|channel|>commentary', '{"a":1}<|call|>')
    const { toolCalls, iterations } = await answered(agentOf([leaked], { tools: [one] }).agent)
    expect(toolCalls).toMatchObject([
      { name: 'add<|channel|>commentary', arguments: '{"a":1}<|call|>', error: 'unknown-tool' },
    ])
    expect([iterations, inputs]).toEqual([2, []])
  })

  it('Q68: a paused turn goes back as it is, and counts against the limit', async () => {
    const paused = async function* () {
      for (const event of [
        {
          type: 'message_start',
          message: { id: 'm1', model: 'claude', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Searching' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'pause_turn' }, usage: { output_tokens: 2 } },
        { type: 'message_stop' },
      ]) {
        yield E.right({ provider: 'anthropic' as const, event: event as never }) // as on the wire
      }
    }
    const conversations: Conversation[] = []
    const model = {
      provider: 'anthropic' as const,
      stream: ({ conversation }: { conversation: Conversation }) => {
        conversations.push(conversation)
        return paused()
      },
    }
    const error = await failed({ model, settings: { model: 'claude' }, maxIterations: 2 })
    expect(error).toMatchObject({ code: 'max-iterations', partial: { iterations: 2 } })
    expect(conversations.map(rolesOf)).toEqual(['user', 'user assistant'])
    const [, message] = conversations[1] ?? []
    expect(message).toMatchObject({ content: [{ type: 'text', text: 'Searching' }] })
  })

  it('Q69: calls that were whole before the answer was filtered are not run', async () => {
    const { one, inputs } = counting('add')
    const filtered = calling('add', '{}', 'content_filter')
    const { response, toolCalls } = await answered(agentOf([filtered], { tools: [one] }).agent)
    expect(response.finishReason.kind).toBe('content-filter')
    expect(toolCalls).toMatchObject([{ status: 'skipped' }])
    expect(inputs).toEqual([])
  })

  it.each(['length', 'tool_calls'] as const)(
    'Q102: arguments that were cut off are not run, with the finish reason %s, and the model hears it',
    async (finish) => {
      const { one, inputs } = counting('write')
      const cut = calling('write', '{"path":"/etc/x","content":"line1', finish)
      const repair = () => ({ path: '/etc/x', content: 'line1' })
      const { toolCalls } = await answered(
        agentOf([cut], { tools: [one], ...(finish === 'length' && { repair }) }).agent,
      )
      expect(toolCalls).toMatchObject([
        { error: 'invalid-arguments', arguments: '{"path":"/etc/x","content":"line1' },
      ])
      expect(String(toolCalls[0]?.content)).toMatch(/cut off|not valid JSON/)
      expect(inputs).toEqual([])
    },
  )

  it('Q103: arguments that are no JSON object are answered one by one, and none is run', async () => {
    const { one, inputs } = counting('add')
    const texts = ['not json', '[1]', 'null', '"x"']
    const turn: Turn = {
      text: '',
      calls: texts.map((args, n) => ({ id: `c${n}`, name: 'add', arguments: args })),
      finish: 'tool_calls',
    }
    const { toolCalls, text: words } = await answered(agentOf([turn], { tools: [one] }).agent)
    expect(toolCalls.map(({ arguments: args, error }) => [args, error])).toEqual(
      texts.map((args) => [args, 'invalid-arguments']),
    )
    expect([words, inputs]).toEqual(['Done.', []])
  })

  describe('arguments that were encoded twice', () => {
    const schema = {
      type: 'object',
      properties: { items: { type: 'array' }, note: { type: 'string' } },
      required: [],
    }
    const twice: readonly (readonly [string, unknown])[] = [
      [JSON.stringify('{"a":1}'), { a: 1 }],
      ['{"items":"[1,2]"}', { items: [1, 2] }],
    ]

    it.each(twice)('Q105: %s is refused with a clear message', async (args) => {
      const { one, inputs } = counting('add', { input: schema })
      const { toolCalls } = await answered(agentOf([calling('add', args)], { tools: [one] }).agent)
      expect(toolCalls).toMatchObject([{ error: 'invalid-arguments' }])
      expect(String(toolCalls[0]?.content)).toMatch(/not an object|items/)
      expect(inputs).toEqual([])
    })

    it.each(twice)('Q105: %s is read with the repair for it', async (args, input) => {
      const { one, inputs } = counting('add', { input: schema })
      const repair = repairDoubleEncoding
      await answered(agentOf([calling('add', args)], { tools: [one], repair }).agent)
      expect(inputs).toEqual([input])
    })

    it('Q105: a string where the schema takes one stays a string', async () => {
      const { one, inputs } = counting('add', { input: schema })
      const call = calling('add', '{"note":"[1,2]","items":"[3]"}')
      await answered(agentOf([call], { tools: [one], repair: repairDoubleEncoding }).agent)
      expect(inputs).toEqual([{ note: '[1,2]', items: [3] }])
    })
  })

  it('Q112: a reader that stops reading holds up the source, not memory', async () => {
    const calls = Array.from({ length: 1_000 }, (_, n) => ({ id: `c${n}`, name: 'x', arguments: '{}' }))
    const { agent, seen } = agentOf([{ text: '', calls, finish: 'length' }])
    const reader = run(agent, 'Go.')[Symbol.asyncIterator]()
    await reader.next()
    for (let turn = 0; turn < 5; turn++) await soon()
    expect(seen.pulled).toBeLessThan(5)
    await reader.return?.()
  })

  it('Q113: a run that is aborted at any event leaves a history that can be sent on', async () => {
    const turns = [{ ...asks('slow', 'quick'), text: 'Two things.' }, text('Done.')]
    const tools = [doing('slow', () => soon().then(() => 'slow')), doing('quick', () => 'quick')]
    let events = 0
    await runToCompletion(agentOf(turns, { tools }).agent, 'Go.', { journal: { write: () => events++ } })
    expect(events).toBeGreaterThan(10)
    for (let place = 1; place < events; place++) {
      const controller = new AbortController()
      let written = 0
      const write = (): void => {
        if (++written === place) queueMicrotask(() => controller.abort())
      }
      const { agent } = agentOf(turns, { tools })
      const result = await runToCompletion(agent, 'Go.', { journal: { write }, signal: controller.signal })
      const { messages, toolCalls } = E.isRight(result) ? result.right : result.left.partial
      expect(faultsOf(messages)).toEqual([])
      for (const call of toolCalls) expect(['succeeded', 'cancelled']).toContain(call.status)
      const next: Conversation = [...messages, { role: 'user', content: 'And now?' }]
      expect(toRequest('anthropic')(next, [], { model: 'claude' }).messages.length).toBeGreaterThan(0)
    }
  })

  it('Q114: nothing is asked again once text was shown, unless it is taken back', async () => {
    const cut: Turn = { text: 'Half', calls: [], finish: 'none' }
    const shown = agentOf([cut, text('All.')], { retry: { attempts: 1, minMs: 0 } })
    expect(await failed(shown.agent)).toMatchObject({ code: 'model-failed', partial: { text: 'Half' } })
    expect(shown.seen.requests).toBe(1)
    const taken = agentOf([cut, text('All.')], { retry: { attempts: 1, minMs: 0, afterOutput: true } })
    let words = ''
    const reading = run(taken.agent, 'Go.')
    for await (const frame of reading) {
      if (frame.type === 'reset') words = ''
      if (frame.type === 'text-delta') words += frame.text
    }
    expect(words).toBe('All.')
    const result = await reading.result
    expect(E.isRight(result) && rolesOf(result.right.messages)).toBe('user assistant')
  })

  it('Q115: a limit of one is one request, and an outcome of its own', async () => {
    const { one } = counting('add')
    const { agent, seen } = agentOf([calling('add', '{}'), calling('add', '{}')], {
      tools: [one],
      maxIterations: 1,
    })
    expect(await failed(agent)).toMatchObject({ code: 'max-iterations', partial: { iterations: 1 } })
    expect(seen.requests).toBe(1)
  })

  it('Q116: results stand in the order of the calls, whichever ends first', async () => {
    const tools = [doing('slow', () => soon().then(() => 'slow')), doing('quick', () => 'quick')]
    const { messages } = await answered(agentOf([asks('slow', 'quick')], { tools }).agent)
    expect(messages.flatMap((one) => (one.role === 'tool' ? [one.content] : []))).toEqual(['slow', 'quick'])
  })

  it('Q117: a tool that throws fails alone', async () => {
    const bad = doing('bad', () => Promise.reject({ code: 'E_ODD' }))
    const tools = [doing('good', () => soon().then(() => 'ok')), bad]
    const { toolCalls } = await answered(agentOf([asks('good', 'bad')], { tools }).agent)
    expect(toolCalls.map(({ content }) => content)).toEqual([
      'ok',
      'Error: execution failed ({"code":"E_ODD"})',
    ])
  })

  it.each(['serch', 'constructor', 'toString', '__proto__', 'hasOwnProperty', ''])(
    'Q118: there is no tool "%s", and the model hears which there are',
    async (name) => {
      const { one, inputs } = counting('search')
      const { toolCalls } = await answered(agentOf([calling(name, '{}')], { tools: [one] }).agent)
      expect(toolCalls).toMatchObject([{ error: 'unknown-tool', status: 'failed' }])
      expect(toolCalls[0]?.content).toContain('the tools are "search"')
      expect(inputs).toEqual([])
    },
  )

  it.each(['parallel', 'sequential'] as const)(
    'Q119: a tool that ignores its signal is timed out, and the loop goes on, %s',
    async (toolExecution) => {
      const signals: AbortSignal[] = []
      const deaf = doing('deaf', (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      })
      const tools = [deaf, doing('quick', () => 'quick')]
      const { toolCalls, text: words } = await answered(
        agentOf([asks('deaf', 'quick')], { tools, toolExecution, toolTimeout: 5 }).agent,
      )
      expect(toolCalls.map(({ content }) => content)).toEqual([
        'Error: execution failed (timed out after 5 ms)',
        'quick',
      ])
      expect([words, signals[0]?.aborted]).toEqual(['Done.', true])
    },
  )

  it('Q120: a signal that was aborted before asks nobody, and everything settles', async () => {
    const { agent, seen } = agentOf([text('Hi.')])
    const aborted = run(agent, 'Go.', { signal: AbortSignal.abort() })
    const types: string[] = []
    for await (const { type } of aborted) types.push(type)
    expect(types).toEqual(['start', 'error', 'run-end'])
    expect(E.isLeft(await aborted.result)).toBe(true)
    expect(seen.requests).toBe(0)
  })

  it.each<[string, () => unknown, unknown]>([
    ['undefined', () => undefined, ''],
    ['a bigint', () => 10n, 'Error: execution failed (Do not know how to serialize a BigInt)'],
    ['a Map', () => new Map([[1, 2]]), 'Error: execution failed (a Map has no JSON)'],
    ['an error', () => new Error('odd'), 'Error: execution failed (odd)'],
    ['a very long text', () => 'x'.repeat(3_000_000), 'x'.repeat(3_000_000)],
  ])('Q122: the loop goes on after a result that is %s', async (_, execute, content) => {
    const { toolCalls, text: words } = await answered(
      agentOf([asks('odd')], { tools: [doing('odd', execute)] }).agent,
    )
    expect([toolCalls[0]?.content, words]).toEqual([content, 'Done.'])
  })

  it('Q122: the loop goes on after a result that goes in circles', async () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const { toolCalls } = await answered(
      agentOf([asks('odd')], { tools: [doing('odd', () => circle)] }).agent,
    )
    expect(toolCalls[0]?.content).toMatch(/^Error: execution failed \(Converting circular structure/)
  })

  it('Q123: with a limit of three the fourth turn of the same calls ends the run', async () => {
    const { one, inputs } = counting('add')
    const same = Array.from({ length: 9 }, (_, turn) => calling('add', '{"a":1}', 'tool_calls', `c${turn}`))
    const { agent, seen } = agentOf(same, { tools: [one], maxRepeats: 3 })
    expect(await failed(agent)).toMatchObject({ code: 'loop-detected', turns: 4 })
    expect([seen.requests, inputs.length]).toEqual([4, 3])
  })

  it('Q123: the same call twice in one message is allowed', async () => {
    const { one, inputs } = counting('add')
    await answered(agentOf([asks('add', 'add')], { tools: [one], maxRepeats: 1 }).agent)
    expect(inputs).toHaveLength(2)
  })

  it('Q124: calls of a stream that never ended properly are not run', async () => {
    const { one, inputs } = counting('add')
    const error = await failed(
      agentOf([calling('add', '{"a":1}', 'none')], { tools: [one], retry: { attempts: 0 } }).agent,
    )
    expect(error).toMatchObject({ code: 'model-failed', error: { code: 'incomplete-stream' } })
    expect(inputs).toEqual([])
  })

  it('Q125: the message stands once in the history, whole, and then all its results', async () => {
    const tools = [doing('a', () => 'a'), doing('b', () => soon().then(() => 'b'))]
    const { messages } = await answered(agentOf([asks('a', 'b')], { tools }).agent)
    expect(rolesOf(messages)).toBe('user assistant tool tool assistant')
    const [, message] = messages as readonly [unknown, AssistantMessage]
    expect(message.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-call'])
  })

  it('Q126: ids of one provider are written as the other takes them, for call and result alike, and stay as they are', async () => {
    const id = 'call_abcdefghijklmnopqrstuvwx'
    const { messages } = await answered(
      agentOf([calling('add', '{}', 'tool_calls', id)], { tools: [counting('add').one] }).agent,
    )
    expect(messages).toContainEqual(expect.objectContaining({ role: 'tool', toolCallId: id }))
    const body = JSON.stringify(toRequest('mistral')(messages, [{ name: 'add' }], { model: 'mistral-small' }))
    const [, called] = /"id":"([^"]+)"/.exec(body) ?? []
    const [, result] = /"tool_call_id":"([^"]+)"/.exec(body) ?? []
    expect(called).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(result).toBe(called)
  })
})
