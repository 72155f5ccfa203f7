import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '../../../src'
import { type RequestSettings, toProviderMessages, toRequest } from '../../../src/request'
import { brief } from '../../support/asking'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { call, result, said } from '../../support/turns'

const messages = (...conversation: Conversation) => toProviderMessages('cohere')(conversation)
const body = (settings: Partial<RequestSettings>) =>
  toRequest('cohere')([], [{ name: 'add', strict: true }, { name: 'now' }], { model: 'm', ...settings })

const event = (type: string, message: object, index = 0) => ({ type, index, delta: { message } })

/** The message that a stream folds to. */
const folded = (...events: readonly object[]): Message =>
  foldWith('cohere', [...events, { type: 'message-end', delta: { finish_reason: 'COMPLETE' } }]).response
    .message

describe('a request of Cohere', () => {
  it('has the settings', () => {
    expect(
      toRequest('cohere')(
        [{ role: 'user', content: 'Hi' }],
        [{ name: 'add', description: 'Adds.', parameters: { type: 'object' }, strict: true }],
        {
          model: 'm',
          ...brief,
          toolChoice: 'required',
          responseFormat: { name: 'sum', schema: { type: 'object' } },
          reasoning: { budget: 99 },
          extra: { seed: 1, temperature: undefined },
        },
      ),
    ).toStrictEqual({
      model: 'm',
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
      ],
      strict_tools: true,
      tool_choice: 'REQUIRED',
      max_tokens: 9,
      stop_sequences: ['END'],
      response_format: { type: 'json_object', json_schema: { type: 'object' } },
      thinking: { type: 'enabled', token_budget: 99 },
      seed: 1,
    })
  })

  it('has nothing that was not asked for', () => {
    const settings = { model: 'm', toolChoice: 'required' } as const
    expect(toRequest('cohere')([], [], settings)).toStrictEqual({ model: 'm', messages: [], stream: true })
    expect(body({ responseFormat: 'json' }).response_format).toEqual({ type: 'json_object' })
  })

  it.each([
    [{ effort: 'none' }, 'disabled'],
    [{ budget: 0 }, 'disabled'],
    [{ effort: 'high' }, 'enabled'],
  ] as const)('asks for reasoning of %o', (reasoning, type) => {
    expect(body({ reasoning }).thinking).toStrictEqual({ type })
  })

  it('holds to schemas only where all tools are held, and offers a tool alone that is to be called', () => {
    expect(body({})).not.toHaveProperty('strict_tools')
    const { tools, tool_choice: choice, strict_tools: strict } = body({ toolChoice: { name: 'add' } })
    expect(tools?.map((tool) => tool.function.name)).toEqual(['add'])
    expect([choice, strict]).toEqual(['REQUIRED', true])
    expect(body({ toolChoice: 'none' }).tool_choice).toBe('NONE')
    expect(body({ toolChoice: 'auto' })).not.toHaveProperty('tool_choice')
  })

  it('sends a tool turn back with its plan, its thinking and its calls', () => {
    const message = folded(
      event('tool-plan-delta', { tool_plan: 'I ' }),
      event('tool-plan-delta', { tool_plan: 'will.' }),
      event('content-start', { content: { type: 'thinking', thinking: '' } }),
      event('content-delta', { content: { thinking: 'hm' } }),
      event('content-end', {}),
      event('tool-call-start', {
        tool_calls: { id: 'c1', type: 'function', function: { name: 'now', arguments: '' } },
      }),
      event('tool-call-end', {}),
    )
    expect(messages(message, result('c1', 'noon'))).toStrictEqual([
      {
        role: 'assistant',
        tool_plan: 'I will.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } }],
        content: [{ type: 'thinking', thinking: 'hm' }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'noon' },
    ])
  })

  it('sends citations back, those of thinking and of the plan too', () => {
    const sources = [{ type: 'tool', id: 'c1:0', tool_output: { a: 1 } }]
    const ofText = { start: 0, end: 2, text: 'So', sources, content_index: 0, type: 'TEXT_CONTENT' }
    const ofPlan = { ...ofText, type: 'PLAN' }
    const message = folded(
      event('content-start', { content: { type: 'text', text: '' } }),
      event('content-delta', { content: { text: 'So.' } }),
      event('citation-start', { citations: ofText }),
      event('citation-start', { citations: ofPlan }, 1),
      event('content-end', {}),
    )
    expect(messages(message)).toStrictEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'So.' }], citations: [ofText, ofPlan] },
    ])
  })

  it('Q104: sends the argument text that was received', () => {
    const [big] = messages(said(call({ arguments: '{"id":12345678901234567890}' })), result('c1'))
    expect(JSON.stringify(big)).toContain('{\\"id\\":12345678901234567890}')
  })

  it('leaves out a message with nothing to send, and what other providers made', () => {
    expect(
      messages(said({ type: 'unknown', raw: 1 }), said({ type: 'text', text: '' }), {
        role: 'assistant',
        extra: { reasoning_content: '' },
        content: [
          { type: 'reasoning', content: [], summary: ['s'], encrypted: 'E' },
          { type: 'text', text: 'So.', citations: [{ type: 'char_location' }], extra: { id: 'msg_1' } },
          { type: 'source', raw: { url: 'https://e.example' } },
          { type: 'refusal', text: 'No.' },
        ],
      }),
    ).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'So.' },
          { type: 'text', text: 'No.' },
        ],
      },
    ])
  })

  it('writes results as text and as documents, and pictures of the user and of tools', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
    expect(
      messages(
        {
          role: 'user',
          content: [{ type: 'text', text: 'See' }, image, { ...image, mediaType: 'application/pdf' }],
        },
        said(call(), call({ id: 'c2' })),
        {
          role: 'tool',
          toolCallId: 'c1',
          content: [
            { type: 'json', value: { a: 1 } },
            { type: 'json', value: [1] },
            { type: 'text', text: 'and' },
          ],
        },
        { role: 'tool', toolCallId: 'c2', content: [image] },
      ),
    ).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'See' }, picture] },
      { role: 'assistant' },
      {
        role: 'tool',
        tool_call_id: 'c1',
        content: [
          { type: 'document', document: { data: { a: 1 } } },
          { type: 'text', text: '[1]' },
          { type: 'text', text: 'and' },
        ],
      },
      { role: 'tool', tool_call_id: 'c2', content: '' },
      { role: 'user', content: [picture] },
    ])
  })

  it('goes on with a conversation that others began', () => {
    expect(messages(...foreignTurn).slice(1)).toStrictEqual([
      {
        role: 'assistant',
        tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Wait.' },
          { type: 'text', text: 'Not that.' },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: '2' },
    ])
  })
})
