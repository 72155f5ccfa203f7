import { describe, expect, it } from 'vitest'
import type { Conversation, Message, ToolCallPart } from '../../../src'
import { shortId } from '../../../src/providers/shared/ids'
import { type RequestSettings, toProviderMessages, toRequest } from '../../../src/request'
import { brief, tools } from '../../support/asking'
import { calls, delta, finish } from '../../support/chat'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { result, said, call as toolCall } from '../../support/turns'

const call = (more: Partial<ToolCallPart> = {}): ToolCallPart => toolCall({ id: 'abcdefgh1', ...more })
const user: Message = { role: 'user', content: 'Hi' }
const messages = (...conversation: Conversation) => toProviderMessages('mistral')(conversation)
const body = (settings: Partial<RequestSettings>) =>
  toRequest('mistral')([], [{ name: 'add' }], { model: 'm', ...settings })

/** The message that a stream folds to. */
const folded = (...events: readonly object[]): Message =>
  foldWith('mistral', [...events, finish('stop')]).response.message

describe('a request of Mistral', () => {
  it('has the settings', () => {
    expect(
      toRequest('mistral')([user], tools, {
        model: 'm',
        ...brief,
        toolChoice: 'required',
        responseFormat: { name: 'sum', schema: { type: 'object' }, strict: true },
        reasoning: { effort: 'high', budget: 9 },
        extra: { random_seed: 1, temperature: undefined },
      }),
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
          function: { name: 'add', description: 'Adds.', parameters: { type: 'object' }, strict: true },
        },
        { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
      ],
      tool_choice: 'any',
      max_tokens: 9,
      stop: ['END'],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'sum', schema: { type: 'object' }, strict: true },
      },
      reasoning_effort: 'high',
      random_seed: 1,
    })
  })

  it('has nothing that was not asked for', () => {
    expect(toRequest('mistral')([], [], { model: 'm', toolChoice: 'required' })).toStrictEqual({
      model: 'm',
      messages: [],
      stream: true,
    })
    expect(body({ responseFormat: 'json' }).response_format).toEqual({ type: 'json_object' })
    expect(body({ reasoning: { budget: 0 } }).reasoning_effort).toBe('none')
    expect(body({ reasoning: { budget: 9 } })).not.toHaveProperty('reasoning_effort')
  })

  it('has no field of a tool that the closed schema does not name', () => {
    const tool = { name: 'add', timeoutMs: 9, run: () => 1 }
    expect(toRequest('mistral')([], [tool], { model: 'm' }).tools).toStrictEqual([
      { type: 'function', function: { name: 'add', parameters: { type: 'object', properties: {} } } },
    ])
  })

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    [{ name: 'add' }, { type: 'function', function: { name: 'add' } }],
  ] as const)('says the tool choice %o', (toolChoice, wanted) => {
    expect(body({ toolChoice }).tool_choice).toEqual(wanted)
  })

  it('sends a tool turn back piece by piece, with signatures and what its thoughts refer to', () => {
    const thinking = [
      { type: 'text', text: 'hm' },
      { type: 'tool_reference', tool: 'web_search', title: 'T' },
    ]
    const message = folded(
      delta({ content: [{ type: 'thinking', thinking, closed: true }] }),
      delta({ content: [{ type: 'thinking', thinking: [], signature: 'S1' }] }),
      delta({ content: [{ type: 'thinking', thinking: [], signature: 'S2' }] }),
      delta({ content: [{ type: 'text', text: 'So' }] }),
      delta({ content: [{ type: 'reference', reference_ids: [1] }] }),
      delta({ content: '.' }),
      calls({ index: 0, id: 'abcdefgh1', function: { name: 'add', arguments: '{"a":1}' } }),
    )
    expect(messages(message, result('abcdefgh1'))).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking, signature: 'S1', closed: true },
          { type: 'thinking', thinking: [], signature: 'S2' },
          { type: 'text', text: 'So' },
          { type: 'reference', reference_ids: [1] },
          { type: 'text', text: '.' },
        ],
        tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'abcdefgh1', name: 'add', content: 'ok' },
    ])
  })

  it('sends files of the model back as they came, and a thought that was not closed', () => {
    const image = { type: 'image_url', image_url: 'https://e.example/a.png' }
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }], closed: false }
    expect(messages(folded(delta({ content: [thought, image] })), user)[0]).toStrictEqual({
      role: 'assistant',
      content: [thought, image],
    })
  })

  it('says plain text plainly, and {} for no arguments', () => {
    expect(messages(said({ type: 'text', text: 'a' }, { type: 'text', text: 'b' }), user)[0]).toStrictEqual({
      role: 'assistant',
      content: 'ab',
    })
    expect(messages(said(call({ arguments: ' ' })), result('abcdefgh1'))[0]).toMatchObject({
      content: '',
      tool_calls: [{ function: { arguments: '{}' } }],
    })
  })

  it.each(['call_abc|1', 'abcdefgh', 'abcdefgh12', 'abcdefgh_'])(
    'Q126: has ids of nine letters and digits, and names that are taken, for call and result alike: %s',
    (given) => {
      const odd = call({ id: given, name: 'add<|channel|>' })
      const [assistant, tool] = messages(said(odd), result(given))
      const id = shortId(given)
      expect(assistant).toMatchObject({ tool_calls: [{ id, function: { name: 'add__channel__' } }] })
      expect(tool).toMatchObject({ tool_call_id: id, name: 'add__channel__' })
    },
  )

  it('has an assistant speak between a tool and the user, and says that a last message goes on', () => {
    expect(messages(said(call()), result('abcdefgh1'), user).slice(1)).toStrictEqual([
      { role: 'tool', tool_call_id: 'abcdefgh1', name: 'add', content: 'ok' },
      { role: 'assistant', content: 'OK.' },
      { role: 'user', content: 'Hi' },
    ])
    expect(messages(user, said({ type: 'text', text: 'Well' }))[1]).toStrictEqual({
      role: 'assistant',
      content: 'Well',
      prefix: true,
    })
  })

  it('has no field that the closed schema does not name, and nothing that other providers made', () => {
    const message: Message = {
      role: 'assistant',
      extra: { reasoning_content: '' },
      content: [
        { type: 'reasoning', content: [], summary: [], encrypted: 'E', extra: { id: 'rs_1' } },
        { type: 'reasoning', content: ['hm'], summary: [], signature: 'S', extra: { thought: true } },
        { type: 'text', text: 'So.', citations: [{ type: 'char_location' }], extra: { id: 'msg_1' } },
        { type: 'source', raw: { type: 'tool_reference', tool: 't', title: 'T' } },
        { type: 'source', raw: 'https://e.example' },
        { type: 'unknown', raw: { type: 'compaction' } },
        { type: 'unknown', raw: { type: 'file', file_id: 'f1' } },
        { type: 'unknown', raw: { type: 'input_audio', input_audio: 'AA==' } },
        { type: 'file', raw: 'AA==', data: 'AA==' },
        { type: 'audio', data: 'AA==', transcript: 'a' },
        { type: 'refusal', text: 'No.' },
        call({ extra: { extra_content: { google: { thought_signature: 'S' } } } }),
      ],
    }
    expect(messages(message, result('abcdefgh1'))[0]).toStrictEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'So.' },
        { type: 'file', file_id: 'f1' },
        { type: 'input_audio', input_audio: 'AA==' },
        { type: 'text', text: 'No.' },
      ],
      tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
    })
    expect(messages(said({ type: 'unknown', raw: 1 }))).toEqual([])
  })

  it('writes files of the user and of tools', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const picture = { type: 'image_url', image_url: 'data:image/png;base64,AA==' }
    const [first, , tool, empty] = messages(
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          image,
          { type: 'file', mediaType: 'audio/wav', data: 'BB==' },
          { type: 'file', mediaType: 'audio/wav', url: 'https://e.example/a.wav' },
          { type: 'file', mediaType: 'application/pdf', url: 'https://e.example/a.pdf', filename: 'a.pdf' },
        ],
      },
      said(call(), call({ id: 'abcdefgh2' })),
      { role: 'tool', toolCallId: 'abcdefgh1', content: [{ type: 'json', value: { a: 1 } }, image] },
      { role: 'tool', toolCallId: 'abcdefgh2', content: [] },
    )
    expect(first).toStrictEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        picture,
        { type: 'input_audio', input_audio: 'BB==' },
        { type: 'input_audio', input_audio: 'https://e.example/a.wav' },
        { type: 'document_url', document_url: 'https://e.example/a.pdf', document_name: 'a.pdf' },
      ],
    })
    expect(tool).toMatchObject({ content: [{ type: 'text', text: '{"a":1}' }, picture] })
    expect(empty).toMatchObject({ content: '' })
  })

  it('goes on with a conversation that others began', () => {
    const [, assistant, tool] = messages(...foreignTurn)
    const id = shortId('toolu_1')
    expect(assistant).toStrictEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }], signature: 'theirs' },
        { type: 'text', text: 'Wait.' },
        { type: 'text', text: 'Not that.' },
      ],
      tool_calls: [{ id, type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
    })
    expect(tool).toStrictEqual({ role: 'tool', tool_call_id: id, name: 'add', content: '2' })
  })
})
