/**
 * What doofinder/llm_composer 0.20.2 does and tests of its Chat Completions parser and its stream collector, in our words. The numbers count
 * its tests as the project lists them; those of other providers, of cost and of the agent are not here. Where ours differs, the test has our
 * answer and `docs/llm-composer.md` says why.
 */
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { decode, initial, isToolTurn, type ProviderOptions } from '../../src'
import { calls, chunk, delta, finish, foldAll, text } from '../support/chat'
import { callsOf, codesOf, framesOfType } from '../support/fold'
import { payLaws } from '../support/pay-laws'

const addDelta = { index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
const add = { id: 'c1', name: 'add', arguments: '{"a":1}', input: { a: 1 } }
const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }

const threeFragments = [
  calls({ index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: '' } }),
  calls({ index: 0, function: { arguments: '{"a"' } }),
  calls({ index: 0, function: { arguments: ':1}' } }),
  finish('tool_calls'),
]

describe('the cases of its collector', () => {
  it('12: a call in three fragments is one call with its arguments joined', () => {
    const { response, state } = payLaws('openai', threeFragments)
    expect(callsOf(response)).toEqual([add])
    expect(response.toolCalls[0]?.kind).toBe('function')
    expect(isToolTurn(state)).toBe(true)
  })

  it('13: two calls in one chunk are two calls in order', () => {
    const { response } = payLaws('openai', [
      calls(addDelta, { index: 1, id: 'c2', type: 'function', function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, { id: 'c2', name: 'sub', arguments: '{}', input: {} }])
  })

  it('15: text and usage make a response without calls', () => {
    const { response, state } = payLaws('openai', [text('Hi'), finish('stop'), { choices: [], usage }])
    expect(response.text).toBe('Hi')
    expect(response.message).toEqual({
      role: 'assistant',
      provider: 'openai',
      content: [{ type: 'text', text: 'Hi' }],
    })
    expect(response.usage).toEqual({ inputTokens: 10, outputTokens: 4, totalTokens: 14, raw: usage })
    expect(response.toolCalls).toEqual([])
    expect(isToolTurn(state)).toBe(false)
  })

  it('16: the calls of the fragments are on the response and in its message', () => {
    const { response } = payLaws('openai', threeFragments)
    expect(response.message.content).toEqual(response.toolCalls)
    expect(response.toolCalls).toHaveLength(1)
  })

  it('19: OpenRouter speaks the same dialect', () => {
    const { response } = payLaws('openrouter', threeFragments)
    expect(response.provider).toBe('openrouter')
    expect(callsOf(response)).toEqual([add])
  })

  it('23: an unknown provider is refused, with the list of those that are known', () => {
    expect(() => Reflect.apply(initial, undefined, ['no-such'])).toThrow(TypeError)
    expect(() => Reflect.apply(initial, undefined, ['no-such'])).toThrow(/no-such.*openai, openrouter/)
  })
})

describe('the cases of its parser', () => {
  it('24: a call’s first delta is told with its id and name', () => {
    const { frames } = payLaws('openai', threeFragments.slice(0, 1))
    expect(framesOfType(frames, 'tool-call-delta')).toEqual([
      { type: 'tool-call-delta', part: 0, id: 'c1', name: 'add', arguments: '' },
    ])
  })

  it('25: a fragment of arguments is told as it comes', () => {
    const { frames } = payLaws('openai', threeFragments)
    expect(framesOfType(frames, 'tool-call-delta').map((frame) => frame.arguments)).toEqual([
      '',
      '{"a"',
      ':1}',
    ])
  })

  it('26: an option that we do not know has no effect', () => {
    const options: ProviderOptions & { readonly parser: () => string } = { parser: () => 'other' }
    expect(payLaws('openai', threeFragments, options).response).toEqual(foldAll(threeFragments).response)
  })

  it('27: content and the end mark are one text delta and the end', () => {
    const { frames, result } = payLaws('openai', [text('Hello'), '[DONE]'])
    expect(E.isRight(result)).toBe(true)
    expect(framesOfType(frames, 'text-delta')).toEqual([{ type: 'text-delta', part: 0, text: 'Hello' }])
  })

  it('28: the finish reason comes with the end', () => {
    const { frames } = payLaws('openai', [text('Hello'), finish('stop')])
    expect(framesOfType(frames, 'end')).toEqual([
      { type: 'end', finishReason: { kind: 'stop', raw: 'stop' } },
    ])
  })

  it('29: a usage event is a usage frame', () => {
    const raw = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }
    const { frames } = payLaws('openai', [{ choices: [], usage: raw }])
    expect(framesOfType(frames, 'usage')).toEqual([
      { type: 'usage', usage: { inputTokens: 12, outputTokens: 7, totalTokens: 19, raw } },
    ])
  })

  it('30: details of usage are read', () => {
    const raw = {
      ...usage,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    }
    const { response } = payLaws('openai', [
      text('Hi'),
      finish('stop'),
      { model: 'm', choices: [], usage: raw },
    ])
    expect(response.usage).toMatchObject({ cachedInputTokens: 4, reasoningTokens: 3 })
    expect(response.model).toBe('m')
    expect(response).not.toHaveProperty('cost')
  })

  it('31: reasoning with empty content and with details is said once, and the details stay', () => {
    const detail = { type: 'reasoning.text', text: 'hm', format: 'f1', signature: 's1', index: 0 }
    const { response, frames } = payLaws('openrouter', [
      delta({ content: '', reasoning: 'hm', reasoning_details: [detail] }),
      finish('stop'),
    ])
    expect(framesOfType(frames, 'reasoning-delta')).toEqual([
      { type: 'reasoning-delta', part: 0, kind: 'content', text: 'hm' },
    ])
    expect(response.message.content).toEqual([
      {
        type: 'reasoning',
        content: ['hm'],
        summary: [],
        signature: 's1',
        extra: { type: 'reasoning.text', format: 'f1', index: 0 },
      },
    ])
  })

  it('32: content and reasoning in one delta are two frames', () => {
    const { response, frames } = payLaws('openrouter', [
      delta({ content: 'Hi', reasoning: 'hm' }),
      finish('stop'),
    ])
    expect(response).toMatchObject({ text: 'Hi', reasoning: 'hm' })
    expect(frames.map(({ type }) => type).filter((type) => type.endsWith('-delta'))).toEqual([
      'reasoning-delta',
      'text-delta',
    ])
  })

  it('46: OpenRouter’s usage is read with the price that it puts on it', () => {
    const raw = { ...usage, cost: 0.00042, completion_tokens_details: { reasoning_tokens: 2 } }
    const { response } = payLaws('openrouter', [text('Hi'), finish('stop'), { choices: [], usage: raw }])
    expect(response.usage).toMatchObject({ inputTokens: 10, outputTokens: 4, reasoningTokens: 2 })
    expect(response.cost).toEqual({ source: 'provider', currency: 'USD', totalCost: '0.00042' })
  })

  it('55: text of an event stream is not an event', () => {
    expect(decode('openai')('data: {"choices":[]}')).toMatchObject(E.left({ code: 'not-an-event' }))
    expect(decode('openai')('[DONE]')).toEqual(E.right({ provider: 'openai', event: '[DONE]' }))
  })

  it('56: a stream that never has choices is no answer', () => {
    expect(payLaws('openai', [{ choices: [] }]).result).toMatchObject(E.left({ code: 'empty-stream' }))
    expect(payLaws('openai', [{ id: 'r1', choices: [] }]).result).toMatchObject(
      E.left({ code: 'incomplete-stream' }),
    )
  })

  it('57: a whole message with a list of content is read, its text joined', () => {
    const content = [
      { type: 'text', text: 'Hello ' },
      { type: 'text', text: 'world' },
    ]
    const { response } = payLaws('openai', [
      { ...chunk({ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }), usage },
    ])
    expect(response.text).toBe('Hello world')
    expect(response.usage).not.toHaveProperty('reasoningTokens')
  })

  it.each([
    ['79', 'openai', { prompt_tokens: 150, completion_tokens: 75 }, { inputTokens: 150, outputTokens: 75 }],
    [
      '83',
      'openrouter',
      { prompt_tokens: 200, completion_tokens: 100 },
      { inputTokens: 200, outputTokens: 100 },
    ],
    [
      '82',
      'openai',
      { prompt_tokens: 100, completion_tokens: 1, input_tokens_details: { cached_tokens: 60 } },
      { inputTokens: 100, cachedInputTokens: 60 },
    ],
  ] as const)('%s: the counts of usage (%s)', (_number, provider, raw, counts) => {
    const { response } = payLaws(provider, [text('Hi'), { ...finish('stop'), usage: raw }])
    expect(response.usage).toMatchObject(counts)
  })

  it.each([
    ['80', {}],
    ['81', null],
  ])('%s: no counts are no usage, not zeroes', (_number, raw) => {
    const { response } = payLaws('openai', [text('Hi'), { ...finish('stop'), usage: raw }])
    expect(response).not.toHaveProperty('usage')
  })
})

describe('what its parser loses (§1.3)', () => {
  it.each([
    ['text', { content: 'Hi' }, { text: 'Hi' }],
    ['reasoning', { reasoning: 'hm' }, { reasoning: 'hm' }],
    ['a call', { tool_calls: [addDelta] }, { toolCalls: [{ id: 'c1', arguments: '{"a":1}' }] }],
  ])('%s beside usage is read', (_what, fields, expected) => {
    const { response } = payLaws('openai', [{ ...delta(fields, 'stop'), usage }])
    expect(response).toMatchObject({ ...expected, usage: { inputTokens: 10 }, finishReason: { raw: 'stop' } })
  })

  it('every choice is read, not only the first', () => {
    const { response } = payLaws('openai', [
      {
        choices: [
          { index: 0, delta: { content: 'A' }, finish_reason: 'stop' },
          { index: 1, delta: { content: 'B' }, finish_reason: 'stop' },
        ],
      },
    ])
    expect(response.text).toBe('A')
    expect(response.alternatives).toMatchObject([{ choice: 1, text: 'B' }])
  })

  it('a delta may say everything at once', () => {
    const { response } = payLaws('openai', [
      delta({ content: 'Hi', refusal: 'no', reasoning: 'hm', tool_calls: [addDelta] }, 'tool_calls'),
    ])
    expect(response).toMatchObject({ text: 'Hi', refusal: 'no', reasoning: 'hm' })
    expect(callsOf(response)).toEqual([add])
  })

  it('an empty finish reason is none', () => {
    const { response } = payLaws('openai', [delta({ content: 'a' }, ''), delta({ content: 'b' }, 'stop')])
    expect(response.text).toBe('ab')
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
  })

  it('`reasoning_content` is reasoning', () => {
    const { response } = payLaws('openai', [delta({ reasoning_content: 'hm' }), finish('stop')])
    expect(response.reasoning).toBe('hm')
  })

  it('a refusal is told', () => {
    const { response, frames } = payLaws('openai', [delta({ refusal: 'no' }), finish('stop')])
    expect(response.refusal).toBe('no')
    expect(framesOfType(frames, 'refusal-delta')).toHaveLength(1)
  })

  it('a first delta with only a role says nothing, and costs nothing', () => {
    const { response } = payLaws('openai', [delta({ role: 'assistant' }), text('Hi'), finish('stop')])
    expect(response.message).toEqual({
      role: 'assistant',
      provider: 'openai',
      content: [{ type: 'text', text: 'Hi' }],
    })
    expect(codesOf(response)).toEqual([])
  })

  it('an error in the stream is an error', () => {
    const { result } = payLaws('openai', [text('Hi'), { error: { message: 'gone' } }])
    expect(result).toMatchObject(E.left({ code: 'provider-error', partial: { text: 'Hi' } }))
  })

  it('usage may lack counts', () => {
    const { response } = payLaws('openai', [
      text('Hi'),
      { ...finish('stop'), usage: { completion_tokens: 3 } },
    ])
    expect(response.usage).toEqual({ outputTokens: 3, raw: { completion_tokens: 3 } })
  })
})

describe('what its collector loses (§2.2)', () => {
  it('details of reasoning are kept', () => {
    const { response } = payLaws('openrouter', [
      delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 0 }] }),
      finish('stop'),
    ])
    expect(response.message.content).toMatchObject([{ type: 'reasoning', encrypted: 'x' }])
  })

  it('an empty list of calls is no tool turn', () => {
    const { state } = payLaws('openai', [delta({ tool_calls: [] }), finish('stop')])
    expect(isToolTurn(state)).toBe(false)
  })

  it('a later report of usage does not erase what it does not mention', () => {
    const { response } = payLaws('openai', [
      { ...text('Hi'), usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } } },
      { ...finish('stop'), usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
    ])
    expect(response.usage).toMatchObject({ outputTokens: 5, totalTokens: 15, cachedInputTokens: 4 })
  })

  it('text, reasoning and a whole call beside the finish reason are read', () => {
    const { response } = payLaws('openai', [
      delta({ content: 'Hi', reasoning: 'hm', tool_calls: [addDelta] }, 'tool_calls'),
    ])
    expect(response).toMatchObject({ text: 'Hi', reasoning: 'hm', finishReason: { kind: 'tool-calls' } })
    expect(callsOf(response)).toEqual([add])
  })
})

describe('how its collector merges fragments (§2.3)', () => {
  it('an empty id or name that came first does not win', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: '', function: { name: '', arguments: '' } }),
      calls(addDelta),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
  })

  it('calls stand in order of arrival', () => {
    const { response } = payLaws('openai', [
      calls({ ...addDelta, index: 5 }),
      calls({ index: 2, id: 'c2', function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(response.toolCalls.map(({ id }) => id)).toEqual(['c1', 'c2'])
  })

  it.each([
    ['absent', {}],
    ['null', { index: null }],
  ])('split arguments are one call where the index is %s, and two calls are two', (_what, index) => {
    const { response } = payLaws('openai', [
      calls({ ...index, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ ...index, function: { arguments: ':1}' } }),
      calls({ ...index, id: 'c2', function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, { id: 'c2', name: 'sub', arguments: '{}', input: {} }])
  })

  it('a call without an id gets one', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, function: { name: 'add', arguments: '{"a":1}' } }),
      finish('tool_calls'),
    ])
    expect(response.toolCalls).toMatchObject([{ id: 'call_0', synthesizedId: true, name: 'add' }])
  })

  it('a call without `function` is kept, and said to have no name', () => {
    const { response } = payLaws('openai', [calls({ index: 0, id: 'c1' }), finish('tool_calls')])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: '', arguments: '', input: {} }])
    expect(codesOf(response)).toEqual(['tool-call-name-missing'])
  })

  it('`function: null` on a continuation is nothing', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ index: 0, function: null }),
      calls({ index: 0, function: { arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
  })

  it('of object arguments that come twice the later ones count', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: { a: 0 } } }),
      calls({ index: 0, function: { arguments: { a: 1 } } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
  })

  it.each([
    ['one null', [null]],
    ['two nulls', [null, null]],
    ['an empty text', ['']],
  ])('%s for arguments is no arguments', (_what, given) => {
    const { response } = payLaws('openai', [
      ...given.map((value, n) =>
        calls({ index: 0, ...(n === 0 && { id: 'c1' }), function: { name: 'now', arguments: value } }),
      ),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'now', arguments: '', input: {} }])
  })

  it('arguments that do not parse are an error of the call, not of the response', () => {
    const { response, result } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":' } }),
      finish('tool_calls'),
    ])
    expect(E.isRight(result)).toBe(true)
    expect(callsOf(response)).toMatchObject([{ id: 'c1', error: 'invalid-json' }])
  })
})

describe('what its response lacks (§2.4)', () => {
  it('id, model, finish reason and metadata are on the response', () => {
    const { response } = payLaws('openrouter', [
      { id: 'r1', model: 'm', provider: 'DeepInfra', ...text('Hi') },
      finish('stop'),
    ])
    expect(response).toMatchObject({
      id: 'r1',
      model: 'm',
      finishReason: { kind: 'stop' },
      metadata: { provider: 'DeepInfra' },
    })
  })

  it('what there is none of is absent or empty, never null', () => {
    const { response } = payLaws('openai', [finish('stop')])
    expect(response).toEqual({
      provider: 'openai',
      message: { role: 'assistant', provider: 'openai', content: [] },
      text: '',
      toolCalls: [],
      finishReason: { kind: 'stop', raw: 'stop' },
      issues: [],
    })
  })

  it('a stream that is cut off or empty is no success', () => {
    expect(foldAll([text('Hi')]).result).toMatchObject(E.left({ code: 'incomplete-stream' }))
    expect(foldAll([]).result).toMatchObject(E.left({ code: 'empty-stream' }))
  })
})
