import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '../../../src'
import { type RequestSettings, toProviderMessages, toRequest } from '../../../src/request'
import { brief, tools } from '../../support/asking'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { call, result, said } from '../../support/turns'

const messages = (...conversation: Conversation) => toProviderMessages('ollama')(conversation)
const body = (settings: Partial<RequestSettings>) =>
  toRequest('ollama')([], [{ name: 'add' }], { model: 'qwen3', ...settings })

/** The message that a stream of messages folds to. */
const folded = (...sent: readonly object[]): Message =>
  foldWith('ollama', [
    ...sent.map((message) => ({ model: 'm', message, done: false })),
    { model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' },
  ]).response.message

describe('a request of Ollama’s chat', () => {
  it('has the settings', () => {
    expect(
      toRequest('ollama')([{ role: 'user', content: 'Hi' }], tools, {
        model: 'qwen3',
        ...brief,
        toolChoice: 'required',
        responseFormat: { name: 'sum', schema: { type: 'object' } },
        reasoning: { effort: 'high' },
        extra: { keep_alive: '5m', think: undefined, options: { num_ctx: 8, stop: undefined } },
      }),
    ).toStrictEqual({
      model: 'qwen3',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      stream: true,
      tools: [
        {
          type: 'function',
          function: { name: 'add', description: 'Adds.', parameters: { type: 'object' } },
        },
        { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
      ],
      format: { type: 'object' },
      options: { temperature: 0, num_predict: 9, num_ctx: 8 },
      keep_alive: '5m',
    })
  })

  it('has nothing that was not asked for', () => {
    expect(toRequest('ollama')([], [], { model: 'm' })).toStrictEqual({
      model: 'm',
      messages: [],
      stream: true,
    })
    expect(body({ responseFormat: 'json' }).format).toBe('json')
    expect(body({ stop: ['END'] }).options).toStrictEqual({ stop: ['END'] })
  })

  it.each([
    ['qwen3', { effort: 'none' }, false],
    ['qwen3', { budget: 0 }, false],
    ['qwen3', { budget: 99 }, true],
    ['qwen3', { effort: 'low' }, true],
    ['qwen3', { effort: 'low', budget: 0 }, true],
    ['gpt-oss:20b', { budget: 99 }, true],
    ['gpt-oss:20b', { effort: 'medium' }, 'medium'],
    ['gpt-oss:20b', { effort: 'minimal' }, 'low'],
    ['gpt-oss:20b', { effort: 'xhigh' }, 'high'],
  ] as const)('asks %s for reasoning of %o', (model, reasoning, think) => {
    expect(body({ model, reasoning }).think).toBe(think)
  })

  it('has no tools where none may be called: there is no choice to ask for', () => {
    expect(body({ toolChoice: 'none' })).not.toHaveProperty('tools')
    expect(body({ toolChoice: { name: 'add' } })).not.toHaveProperty('tool_choice')
  })

  it('sends a tool turn back: the thinking, arguments as a value, the name of the tool with its result', () => {
    const message = folded(
      { role: 'assistant', content: '', thinking: 'h' },
      { role: 'assistant', content: '', thinking: 'm' },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [
          { function: { index: 0, name: 'add', arguments: { a: 1 } } },
          { id: 'call_9', function: { index: 1, name: 'now', arguments: {} } },
        ],
      },
    )
    expect(messages(message, result('call_9', 'noon'), result('call_0', '2'))).toStrictEqual([
      {
        role: 'assistant',
        content: 'Wait.',
        thinking: 'hm',
        tool_calls: [
          { function: { name: 'add', arguments: { a: 1 } } },
          { id: 'call_9', function: { name: 'now', arguments: {} } },
        ],
      },
      { role: 'tool', content: '2', tool_name: 'add' },
      { role: 'tool', content: 'noon', tool_name: 'now', tool_call_id: 'call_9' },
    ])
  })

  it('sends back what came beside a call, in its body and in the message', () => {
    const message = folded({
      role: 'assistant',
      content: '',
      hint: 1,
      tool_calls: [{ id: 'c1', more: 2, function: { name: 'add', arguments: { a: 1 }, inner: 3 } }],
    })
    expect(messages(message, result('c1'))[0]).toStrictEqual({
      role: 'assistant',
      content: '',
      hint: 1,
      tool_calls: [{ id: 'c1', more: 2, function: { name: 'add', arguments: { a: 1 }, inner: 3 } }],
    })
  })

  it('leaves out a message with nothing to send, and what other providers made', () => {
    expect(
      messages(
        said({ type: 'unknown', raw: 1 }),
        said({ type: 'text', text: '' }),
        said({ type: 'refusal', text: 'No.' }, { type: 'source', raw: 1 }),
        said({ type: 'reasoning', content: [], summary: [], encrypted: 'E' }, { type: 'text', text: 'Hi' }),
      ),
    ).toStrictEqual([
      { role: 'assistant', content: 'No.' },
      { role: 'assistant', content: 'Hi' },
    ])
  })

  it('carries arguments that are no object in one', () => {
    const wrong = call({ arguments: '[1', input: E.left({ code: 'invalid-json', message: 'no' }) })
    expect(messages(said(wrong), result('c1'))[0]).toMatchObject({
      tool_calls: [{ function: { arguments: { arguments: '[1' } } }],
    })
  })

  it('has pictures in base64, of the user, of tools and of the model, and no other files', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const drawn = folded({ role: 'assistant', content: '', images: ['BB=='] })
    expect(
      messages(
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See' },
            image,
            { type: 'text', text: 'this' },
            { ...image, data: 'CC==', mediaType: 'application/pdf' },
            { type: 'file', mediaType: 'image/png', url: 'https://e.example/a.png' },
            { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,DD==' },
          ],
        },
        drawn,
        said(call()),
        {
          role: 'tool',
          toolCallId: 'c1',
          content: [{ type: 'json', value: [1] }, { type: 'text', text: 'and' }, image],
        },
      ),
    ).toStrictEqual([
      { role: 'user', content: 'See\nthis', images: ['AA==', 'DD=='] },
      { role: 'assistant', content: '', images: ['BB=='] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', function: { name: 'add', arguments: { a: 1 } } }],
      },
      { role: 'tool', content: '[1]\nand', tool_name: 'add', tool_call_id: 'c1', images: ['AA=='] },
    ])
  })

  it('goes on with a conversation that others began; it reads no field that it does not know', () => {
    expect(messages(...foreignTurn).slice(1)).toStrictEqual([
      {
        role: 'assistant',
        reasoning_content: '',
        content: 'Wait.Not that.',
        thinking: 'hm',
        images: ['AA=='],
        tool_calls: [
          { id: 'toolu_1', caller: { type: 'direct' }, function: { name: 'add', arguments: { a: 1 } } },
        ],
      },
      { role: 'tool', content: '2', tool_name: 'add', tool_call_id: 'toolu_1' },
    ])
  })
})
