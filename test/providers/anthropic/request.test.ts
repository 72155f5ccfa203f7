import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { ContentPart, Conversation, Message, ToolCallPart } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import {
  blockDelta,
  blockStart,
  blockStop,
  ending,
  signatureDelta,
  textBlock,
  textDelta,
  thinkingDelta,
  toolBlock,
} from '../../support/messages'
import { result, said, call as toolCall } from '../../support/turns'

const call = (more: Partial<ToolCallPart> = {}): ToolCallPart => toolCall({ id: 'toolu_1', ...more })
const use = { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } }
const messages = (...conversation: Conversation) => toProviderMessages('anthropic')(conversation)

/** The message that a stream of blocks folds to. */
const folded = (...events: readonly object[]): Message => foldWith('anthropic', events).response.message

/** A block that has nothing but its start. */
const whole = (index: number, block: object): readonly object[] => [
  blockStart(index, block),
  blockStop(index),
]

describe('a request of the Messages API', () => {
  it('has the settings', () => {
    expect(
      toRequest('anthropic')(
        [{ role: 'user', content: 'Hi' }],
        [{ name: 'add', description: 'Adds.', parameters: { properties: {} } }, { name: 'now' }],
        {
          model: 'm',
          system: 'Be brief.',
          toolChoice: 'required',
          temperature: 0,
          maxOutputTokens: 2_048,
          stop: ['END'],
          responseFormat: { name: 'sum', schema: { type: 'object' } },
          reasoning: { budget: 1_024 },
          extra: { top_k: 1 },
        },
      ),
    ).toStrictEqual({
      model: 'm',
      max_tokens: 2_048,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stream: true,
      system: 'Be brief.',
      tools: [
        { name: 'add', description: 'Adds.', input_schema: { type: 'object', properties: {} } },
        { name: 'now', input_schema: { type: 'object' } },
      ],
      tool_choice: { type: 'any' },
      temperature: 0,
      stop_sequences: ['END'],
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
      top_k: 1,
    })
  })

  it('has the limit that the API insists on, and nothing else that was not asked for', () => {
    expect(toRequest('anthropic')([], [], { model: 'm', system: ' ' })).toStrictEqual({
      model: 'm',
      max_tokens: 4_096,
      messages: [],
      stream: true,
    })
  })

  it('leaves room for an answer behind the thinking, which counts towards the limit', () => {
    const { max_tokens, thinking } = toRequest('anthropic')([], [], {
      model: 'm',
      reasoning: { budget: 10_000 },
    })
    expect({ max_tokens, thinking }).toEqual({
      max_tokens: 14_096,
      thinking: { type: 'enabled', budget_tokens: 10_000 },
    })
  })

  it.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    [{ name: 'add' }, { type: 'tool', name: 'add' }],
  ] as const)('says the tool choice %o', (toolChoice, wanted) => {
    const { tool_choice } = toRequest('anthropic')([], [{ name: 'add' }], { model: 'm', toolChoice })
    expect(tool_choice).toStrictEqual(wanted)
  })

  it.each([
    [{ effort: 'high' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    [{ effort: 'minimal' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    [{ effort: 'none' }, { thinking: { type: 'disabled' } }],
    [{ budget: 0 }, { thinking: { type: 'disabled' } }],
    [{ effort: 'high', budget: 2_000 }, { thinking: { type: 'enabled', budget_tokens: 2_000 } }],
  ] as const)('asks for reasoning of %o', (reasoning, asked) => {
    const { thinking, output_config } = toRequest('anthropic')([], [], { model: 'm', reasoning })
    expect({ thinking, ...(output_config && { output_config }) }).toStrictEqual(asked)
  })

  it('puts all results, in the order of the calls, in one message before what the user says next', () => {
    expect(
      messages(
        said(call(), call({ id: 'toolu_2' })),
        result('toolu_2', 'two'),
        { role: 'tool', toolCallId: 'toolu_1', content: 'Error: no', isError: true },
        { role: 'user', content: 'And?' },
      ),
    ).toStrictEqual([
      { role: 'assistant', content: [use, { ...use, id: 'toolu_2' }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Error: no', is_error: true },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'two' },
          { type: 'text', text: 'And?' },
        ],
      },
    ])
  })

  it('sends thinking, redacted thinking and finished calls back block by block', () => {
    const message = folded(
      blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
      signatureDelta(0, 'S0'),
      blockStop(0),
      blockStart(1, { type: 'thinking', thinking: '', signature: '' }),
      thinkingDelta(1, 'b'),
      signatureDelta(1, 'S1'),
      blockStop(1),
      ...whole(2, { type: 'redacted_thinking', data: 'OPAQUE' }),
      ...toolBlock(3, ['{"a":1}'], { id: 'toolu_1' }),
      ...ending('tool_use'),
    )
    expect(messages(message, result('toolu_1'))[0]).toStrictEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 'S0' },
        { type: 'thinking', thinking: 'b', signature: 'S1' },
        { type: 'redacted_thinking', data: 'OPAQUE' },
        use,
      ],
    })
  })

  it('sends calls that the server runs with their results, and an open one only where the turn was paused', () => {
    const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } }
    const found = {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [{ type: 'web_search_result', url: 'u' }],
    }
    const open = { ...search, id: 's2' }
    const message = folded(
      ...toolBlock(0, ['{"query":"x"}'], { ...search, input: {} }),
      ...whole(1, found),
      ...whole(2, open),
      ...ending('pause_turn'),
    )
    expect(messages(message)).toStrictEqual([{ role: 'assistant', content: [search, found, open] }])
    expect(messages(message, { role: 'user', content: 'Go on.' })[0]).toStrictEqual({
      role: 'assistant',
      content: [search, found],
    })
  })

  it('keeps a call that the server runs once the client’s tools have run, and its result in a later message', () => {
    const code = { type: 'server_tool_use', id: 's1', name: 'code_execution', input: { code: 'add(1)' } }
    const caller = { type: 'code_execution_20260120', tool_id: 's1' }
    const called = folded(
      ...whole(0, code),
      ...toolBlock(1, ['{"a":1}'], { id: 'toolu_1', caller }),
      ...ending('tool_use'),
    )
    const turn = [called, result('toolu_1')]
    const sent = [
      { role: 'assistant', content: [code, { ...use, caller }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
    ]
    expect(messages(...turn), 'while the turn goes on').toStrictEqual(sent)
    const ran = { type: 'code_execution_tool_result', tool_use_id: 's1', content: { return_code: 0 } }
    const answer = folded(...whole(0, ran), ...textBlock(1, 'Two.'), ...ending())
    expect(messages(...turn, answer, { role: 'user', content: 'And?' })).toStrictEqual([
      ...sent,
      { role: 'assistant', content: [ran, { type: 'text', text: 'Two.' }] },
      { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    ])
    expect(messages(answer), 'and no result without its call').toStrictEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Two.' }] },
    ])
  })

  it('leaves out the thinking and the calls of a model that declined, up to the last fallback', () => {
    const fallback = {
      type: 'fallback',
      from: { model: 'a' },
      to: { model: 'b' },
      trigger: { type: 'refusal' },
    }
    const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
    const found = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }
    const message = folded(
      ...whole(0, { type: 'thinking', thinking: 'a', signature: 'S0' }),
      ...whole(1, search),
      ...whole(2, found),
      ...whole(3, { ...search, id: 's2' }),
      ...textBlock(4, 'So'),
      ...toolBlock(5, ['{"a":0}'], { id: 'toolu_0' }),
      ...whole(6, fallback),
      ...whole(7, { type: 'thinking', thinking: 'b', signature: 'S1' }),
      ...whole(8, fallback),
      ...whole(9, { type: 'thinking', thinking: 'c', signature: 'S2' }),
      ...toolBlock(10, ['{"a":1}'], { id: 'toolu_1' }),
      ...ending('tool_use'),
    )
    expect(messages(message, result('toolu_0'), result('toolu_1'))).toStrictEqual([
      {
        role: 'assistant',
        content: [
          search,
          found,
          { type: 'text', text: 'So' },
          fallback,
          fallback,
          { type: 'thinking', thinking: 'c', signature: 'S2' },
          use,
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
    ])
  })

  it('sends citations back with their text', () => {
    const citation = { type: 'char_location', cited_text: 'so' }
    const message = folded(
      blockStart(0, { type: 'text', text: '' }),
      textDelta(0, 'So.'),
      blockDelta(0, { type: 'citations_delta', citation }),
      blockStop(0),
    )
    expect(messages(message)[0]).toStrictEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'So.', citations: [citation] }],
    })
  })

  it('leaves out blank texts, messages that have nothing else, and reasoning that nobody signed', () => {
    const thought: ContentPart = { type: 'reasoning', content: ['hm'], summary: [] }
    expect(
      messages(
        { role: 'user', content: ' ' },
        said({ type: 'text', text: '\n\n' }),
        said(thought, { type: 'text', text: ' ' }, call()),
        result('toolu_1'),
      ),
    ).toStrictEqual([
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
    ])
  })

  it('changes ids that the API refuses, on call and result alike', () => {
    const [assistant, user] = messages(said(call({ id: 'functions.add:0' })), result('functions.add:0'))
    const id = /"id":"([a-zA-Z0-9]{9})"/.exec(JSON.stringify(assistant))?.[1]
    expect(id).toBeDefined()
    expect(user).toMatchObject({ content: [{ tool_use_id: id }] })
  })

  it('carries arguments that are no object in one', () => {
    const wrong = call({ arguments: '[1', input: E.left({ code: 'invalid-json', message: 'no' }) })
    expect(messages(said(wrong), result('toolu_1'))[0]).toMatchObject({
      content: [{ input: { arguments: '[1' } }],
    })
  })

  it('writes files of the user and of tools', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
    const pdf = {
      type: 'file',
      mediaType: 'application/pdf',
      url: 'https://e.example/a.pdf',
      filename: 'a.pdf',
    } as const
    expect(
      messages({ role: 'user', content: [image, pdf, { type: 'text', text: 'See' }] }, said(call()), {
        role: 'tool',
        toolCallId: 'toolu_1',
        content: [{ type: 'text', text: 'this' }, image],
      }),
    ).toMatchObject([
      {
        content: [
          picture,
          { type: 'document', source: { type: 'url', url: 'https://e.example/a.pdf' }, title: 'a.pdf' },
          { type: 'text', text: 'See' },
        ],
      },
      {},
      { content: [{ type: 'tool_result', content: [{ type: 'text', text: 'this' }, picture] }] },
    ])
  })

  it.each([
    ['image/jpg', { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'w6k=' } }],
    [
      'application/pdf',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'w6k=' } },
    ],
    [
      'text/csv; charset=utf-8',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'é' } },
    ],
    ['application/json', { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'é' } }],
  ])('writes the bytes of a file as the API takes them: %s', (mediaType, block) => {
    const bytes = { type: 'file', mediaType, data: 'w6k=' } as const
    const url = { type: 'file', mediaType, url: 'data:any;base64,w6k=' } as const
    expect(messages({ role: 'user', content: [bytes, url] })).toStrictEqual([
      { role: 'user', content: [block, block] },
    ])
  })

  it.each(['/w==', '?'])('leaves it to the API to refuse a text that is none: %s', (data) => {
    expect(
      messages({ role: 'user', content: [{ type: 'file', mediaType: 'text/plain', data }] }),
    ).toMatchObject([{ content: [{ source: { type: 'base64', media_type: 'text/plain', data } }] }])
  })

  it('keeps blocks of a kind that is not known, and files of a container', () => {
    const compaction = { type: 'compaction', content: 'sum', encrypted_content: 'E' }
    const upload = { type: 'container_upload', file_id: 'f' }
    const message = folded(...whole(0, compaction), ...whole(1, upload), ...ending())
    expect(messages(message)).toStrictEqual([{ role: 'assistant', content: [compaction, upload] }])
  })

  it('leaves out what is no block of the API', () => {
    expect(
      messages(
        said(
          { type: 'reasoning', content: ['hm'], summary: ['hm'], signature: 'S' },
          { type: 'unknown', raw: 1 },
          { type: 'unknown', raw: { type: 'thinking_delta', thinking: 'x' } },
          { type: 'file', mediaType: 'image/png', data: 'AA==', raw: { type: 'image_url' } },
          {
            type: 'server-tool-call',
            id: 's1',
            name: 'web_search',
            input: {},
            raw: { type: 'web_search_call' },
          },
          { type: 'server-tool-call', id: 's2', name: 'web_search', input: {}, raw: null },
          { type: 'audio', data: 'AA==', transcript: 'hm' },
          { type: 'source', raw: 'https://e.example' },
          { type: 'text', text: 'So.', citations: [{ url: 'https://e.example' }] },
        ),
      ),
    ).toStrictEqual([{ role: 'assistant', content: [{ type: 'text', text: 'So.' }] }])
  })

  it('goes on with a conversation that others began; a signature alone may be Claude’s, wherever it ran', () => {
    expect(messages(...foreignTurn).slice(1)).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'theirs' },
          { type: 'text', text: 'Wait.', citations: [{ type: 'char_location', cited_text: 'so' }] },
          { type: 'compaction', content: 'sum' },
          { type: 'text', text: 'Not that.' },
          { ...use, caller: { type: 'direct' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '2' }] },
    ])
    const extra = { extra_content: { google: { thought_signature: 'S' } }, id: 'fc_1' }
    expect(messages(said(call({ extra })), result('toolu_1'))[0]).toStrictEqual({
      role: 'assistant',
      content: [use],
    })
  })
})
