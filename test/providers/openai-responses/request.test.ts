import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { brief, tools } from '../../support/asking'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { added, call, completed, delta, done, message } from '../../support/responses'
import { call as callPart, result, said } from '../../support/turns'

const reasoning = (id: string, more: object = {}): object => ({ type: 'reasoning', id, summary: [], ...more })
const sealed = (id: string): object => reasoning(id, { encrypted_content: `E ${id}` })

/** The message that a response with these items folds to. */
const folded = (...items: readonly object[]): Message =>
  foldWith('openai-responses', [...items.map((item, index) => done(item, index)), completed()]).response
    .message

const items = (...conversation: Conversation) => toProviderMessages('openai-responses')(conversation)
const output = (call_id: string, output: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id,
  output,
})

describe('a request of the Responses API', () => {
  it('has the settings', () => {
    expect(
      toRequest('openai-responses')([{ role: 'user', content: 'Hi' }], tools, {
        model: 'o4-mini',
        ...brief,
        toolChoice: { name: 'add' },
        responseFormat: { name: 'sum', schema: { type: 'object' }, strict: true },
        reasoning: { effort: 'low', budget: 9 },
        extra: { reasoning: { summary: 'auto' }, truncation: 'auto', temperature: undefined },
      }),
    ).toStrictEqual({
      model: 'o4-mini',
      input: [{ type: 'message', role: 'user', content: 'Hi' }],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      instructions: 'Be brief.',
      tools: [
        { type: 'function', name: 'add', description: 'Adds.', parameters: { type: 'object' }, strict: true },
        {
          type: 'function',
          name: 'now',
          parameters: { type: 'object', properties: {}, additionalProperties: false },
          strict: false,
        },
      ],
      tool_choice: { type: 'function', name: 'add' },
      max_output_tokens: 9,
      text: { format: { type: 'json_schema', name: 'sum', schema: { type: 'object' }, strict: true } },
      reasoning: { effort: 'low', summary: 'auto' },
      truncation: 'auto',
    })
  })

  it('has nothing else that was not asked for', () => {
    expect(toRequest('openai-responses')([], [], { model: 'm', reasoning: { budget: 9 } })).toStrictEqual({
      model: 'm',
      input: [],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
    })
    expect(
      toRequest('openai-responses')([], [{ name: 'add' }], {
        model: 'm',
        responseFormat: 'json',
        toolChoice: 'required',
      }),
    ).toMatchObject({ text: { format: { type: 'json_object' } }, tool_choice: 'required' })
  })

  it.each([
    'gpt-4o',
    'gpt-4.1-mini',
    'openai/gpt-4o',
    'ft:gpt-4o:acme',
    'gpt-5-chat-latest',
    'chatgpt-4o-latest',
  ])('does not ask %s for reasoning, which refuses to be asked', (model) =>
    expect(toRequest('openai-responses')([], [], { model })).not.toHaveProperty('include'),
  )

  it.each([
    { previous_response_id: 'resp_1' },
    { conversation: 'conv_1' },
    { conversation: { id: 'conv_1' } },
  ])('sends only what is new where the server has the rest: %j', (extra) => {
    const conversation = [
      { role: 'user', content: 'Hi' } as const,
      folded(call('fc_1', 'c1', 'add', '{}')),
      result('c1'),
    ]
    const body = toRequest('openai-responses')(conversation, [], { model: 'm', extra })
    expect(body.input).toStrictEqual([output('c1')])
    expect(body).toMatchObject(extra)
    expect(body).not.toHaveProperty('store')
  })

  it.each([{ previous_response_id: null }, { conversation: null }, { store: false }])(
    'sends all of it where the server has none of it: %j',
    (extra) => {
      const body = toRequest('openai-responses')(
        [{ role: 'user', content: 'Hi' }, said({ type: 'text', text: 'So' })],
        [],
        {
          model: 'm',
          extra,
        },
      )
      expect(body.input).toHaveLength(2)
      expect(body.store).toBe(false)
    },
  )
})

describe('the input of the Responses API', () => {
  it('has each item of a tool turn, reasoning right before what it led to', () => {
    const message = foldWith('openai-responses', [
      added(reasoning('rs_1'), 0),
      done(reasoning('rs_1', { encrypted_content: 'E', summary: [{ type: 'summary_text', text: 'hm' }] }), 0),
      added(call('fc_1', 'c1', 'add'), 1),
      delta('function_call_arguments', 'fc_1', '{"id":12345678901234567890}', { output_index: 1 }),
      done(
        call('fc_1', 'c1', 'add', '{"id":12345678901234567890}', { status: 'completed', namespace: 'n' }),
        1,
      ),
      done(
        {
          type: 'custom_tool_call',
          id: 'ctc_1',
          call_id: 'c2',
          name: 'sh',
          input: 'ls',
          status: 'completed',
        },
        2,
      ),
      completed(),
    ]).response.message
    expect(items(message, result('c2', 'b'), result('c1', 'a'))).toStrictEqual([
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'hm' }],
        encrypted_content: 'E',
      },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'c1',
        name: 'add',
        arguments: '{"id":12345678901234567890}',
        namespace: 'n',
      },
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c2', name: 'sh', input: 'ls' },
      output('c1', 'a'),
      { type: 'custom_tool_call_output', call_id: 'c2', output: 'b' },
    ])
  })

  it('has the pieces of a message as one, with its id, phase and annotations', () => {
    const cited = { type: 'url_citation', url: 'https://e.example', title: 'E', start_index: 0, end_index: 2 }
    const content = [
      { type: 'output_text', text: 'So.', annotations: [cited] },
      { type: 'output_text', text: 'Then.', annotations: [] },
      { type: 'refusal', refusal: 'No.' },
    ]
    const one = { ...message('msg_1'), status: 'completed', phase: 'final_answer', content }
    const two = { ...message('msg_2', ['Cut']), status: 'incomplete' }
    expect(items(folded(one, two))).toStrictEqual([one, two])
  })

  it('says a message without an id that can go back as plain text', () => {
    const copilot = { ...message('aGk='.repeat(20), ['So.', ' Then.']), phase: 'commentary' }
    expect(
      items(folded(copilot), said({ type: 'text', text: '' }), said({ type: 'refusal', text: 'No.' })),
    ).toStrictEqual([
      { type: 'message', role: 'assistant', content: 'So. Then.', phase: 'commentary' },
      { type: 'message', role: 'assistant', content: 'No.' },
    ])
  })

  it('has reasoning without an id that its server changes at every turn, and calls too', () => {
    const rotated = 'aGk='.repeat(100)
    expect(items(folded(sealed(rotated), call(rotated, 'c1', 'add', '')), result('c1'))).toStrictEqual([
      { type: 'reasoning', summary: [], encrypted_content: `E ${rotated}` },
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{}' },
      output('c1'),
    ])
  })

  it('has encrypted reasoning without an id that OpenAI does not give', () => {
    expect(items(folded(sealed('2cd8fb'), message('msg_1', ['Hi'])))[0]).toStrictEqual({
      type: 'reasoning',
      summary: [],
      encrypted_content: 'E 2cd8fb',
    })
  })

  it('has the annotations of this API only', () => {
    const source = { url: 'https://e.example', title: 'E', start_index: 0, end_index: 2 }
    const own = { type: 'url_citation', ...source }
    const citations = [own, { type: 'url_citation', url_citation: source }, { type: 'char_location' }, 'x']
    expect(items(said({ type: 'text', text: 'So', citations, extra: { id: 'msg_1' } }))).toMatchObject([
      { content: [{ type: 'output_text', text: 'So', annotations: [own] }] },
    ])
  })

  it('has visible reasoning of servers that do not encrypt it, without its status', () => {
    const content = [{ type: 'reasoning_text', text: 'hm' }]
    const shown = reasoning('2cd8fb', { content, status: 'completed' })
    expect(items(folded(shown, message('msg_1', ['Hi'])))[0]).toStrictEqual(reasoning('2cd8fb', { content }))
  })

  it('leaves out reasoning that only a server which kept it could find, and the ids that ask for it', () => {
    const bare = [reasoning('rs_1'), message('msg_1', ['Hi']), call('fc_1', 'c1', 'add', '{}')]
    const conversation = [folded(...bare, sealed('rs_2'), message('msg_2', ['So'])), result('c1')]
    expect(items(...conversation)).toMatchObject([
      { role: 'assistant', content: 'Hi' },
      { type: 'function_call', call_id: 'c1' },
      { id: 'rs_2' },
      { id: 'msg_2' },
      { call_id: 'c1' },
    ])
    expect(items(...conversation)[1]).not.toHaveProperty('id')
    const inputOf = (store: boolean) =>
      toRequest('openai-responses')(conversation, [], { model: 'm', extra: { store } }).input
    expect(inputOf(false)).toStrictEqual(items(...conversation))
    expect(inputOf(true)).toMatchObject([
      { id: 'rs_1' },
      { id: 'msg_1' },
      { id: 'fc_1' },
      { id: 'rs_2' },
      { id: 'msg_2' },
      {},
    ])
  })

  it('leaves out reasoning with what it led to', () => {
    const conversation = [
      folded(
        sealed('rs_1'),
        call('fc_1', 'c1', 'add', '{}'),
        sealed('rs_2'),
        message('msg_1', ['Hi']),
        sealed('rs_3'),
      ),
    ]
    expect(items(...conversation)).toMatchObject([{ id: 'rs_2' }, { id: 'msg_1' }])
    const patch = { type: 'apply_patch_call', id: 'apc_1', call_id: 'c1', status: 'completed' }
    expect(items(folded(sealed('rs_1'), patch))).toStrictEqual([])
  })

  it('has no id twice', () => {
    const answer = folded(sealed('rs_1'), message('msg_1', ['Hi']), { type: 'web_search_call', id: 'ws_1' })
    expect(
      items(answer, answer).map((item) => ('id' in item ? item.id : 'content' in item && item.content)),
    ).toStrictEqual(['rs_1', 'msg_1', 'ws_1', 'Hi'])
  })

  it('has the items of tools that the server runs as they came, and what they gave only within them', () => {
    const search = {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'x' },
    }
    const code = {
      type: 'code_interpreter_call',
      id: 'ci_1',
      status: 'completed',
      container_id: 'cntr_1',
      code: '1',
      outputs: [{ type: 'logs', logs: '1' }],
    }
    const image = {
      type: 'image_generation_call',
      id: 'ig_1',
      status: 'generating',
      result: 'AA==',
      output_format: 'png',
    }
    const listed = { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] }
    const called = {
      type: 'mcp_call',
      id: 'mcp_1',
      server_label: 's',
      name: 'n',
      arguments: '{}',
      output: 'ok',
    }
    const packed = { type: 'compaction', id: 'cmp_1', encrypted_content: 'E' }
    const all = [search, code, image, listed, called, packed]
    expect(items(folded(...all))).toStrictEqual(all)
  })

  it.each(['web_search_call', 'compaction', 'shell_call_output'])('has no %s that was cut off', (type) => {
    const events = [added({ type, id: 'i_1', status: 'in_progress' }, 0)]
    expect(items(foldWith('openai-responses', events).response.message)).toStrictEqual([])
  })

  it.each([
    ['shell_call', { environment: { type: 'container_reference', container_id: 'c' } }, 'shell_call_output'],
    ['shell_call', { environment: { type: 'local' } }, 'shell_call_output'],
    ['apply_patch_call', {}, 'apply_patch_call_output'],
    ['computer_call', {}, 'computer_call_output'],
    ['tool_search_call', { execution: 'client' }, 'tool_search_output'],
    ['program', { code: '1' }, 'program_output'],
  ])('has a %s with its output only', (type, more, answer) => {
    const begun = { type, id: 'i_1', call_id: 'c1', ...more }
    const ended = { type: answer, id: 'i_2', call_id: 'c1', output: [] }
    const own = { ...ended, status: null }
    expect(items(folded(begun), said({ type: 'unknown', raw: own }))).toStrictEqual([begun, own])
    expect(items(folded(begun, ended))).toStrictEqual([begun, ended])
    expect(items(folded(begun))).toStrictEqual([])
    expect(items(folded(ended))).toStrictEqual([])
  })

  it('pairs what names its call otherwise', () => {
    const request = {
      type: 'mcp_approval_request',
      id: 'mcpr_1',
      server_label: 's',
      name: 'n',
      arguments: '{}',
    }
    const approval = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }
    const shell = { type: 'local_shell_call', id: 'lsh_1', call_id: 'c1', action: {} }
    const shown = { type: 'local_shell_call_output', id: 'c1', output: 'ok' }
    const search = {
      type: 'tool_search_call',
      id: 'tsc_1',
      call_id: null,
      execution: 'server',
      arguments: {},
    }
    const found = { type: 'tool_search_output', id: 'tso_1', call_id: null, execution: 'server', tools: [] }
    const answers = said({ type: 'unknown', raw: approval }, { type: 'unknown', raw: shown })
    expect(items(folded(request, shell, search, found), answers)).toStrictEqual([
      request,
      shell,
      search,
      found,
      approval,
      shown,
    ])
    expect(items(folded(request, shell))).toStrictEqual([])
    const called = { type: 'mcp_call', id: 'mcp_1', approval_request_id: 'mcpr_1', output: 'ok' }
    expect(items(answers, folded(called))).toStrictEqual([called])
  })

  it('has a program that waits for calls, whose results say so', () => {
    const program = { type: 'program', id: 'cm_1', call_id: 'p1', code: 'add()', fingerprint: 'f' }
    const caller = { type: 'program', caller_id: 'p1' }
    expect(items(folded(program, call('fc_1', 'c1', 'add', '{}', { caller })), result('c1'))).toStrictEqual([
      program,
      call('fc_1', 'c1', 'add', '{}', { caller }),
      { ...output('c1'), caller },
    ])
  })

  it('has what other providers said, and nothing that only they can read', () => {
    expect(items(...foreignTurn)).toStrictEqual([
      { type: 'message', role: 'user', content: 'Add.' },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 's' }],
        encrypted_content: 'E',
      },
      { type: 'message', role: 'assistant', content: 'Wait.' },
      { type: 'message', role: 'assistant', content: 'Not that.' },
      { type: 'function_call', call_id: 'toolu_1', name: 'add', arguments: '{"a":1}' },
      output('toolu_1', '2'),
    ])
    const extra = { id: 'rs_1', type: 'reasoning.encrypted', format: 'openai-responses-v1' }
    const routed = { type: 'reasoning', content: [], summary: [], encrypted: 'E', extra } as const
    const google = { type: 'file_search_call', id: 'g1', signature: 's' }
    const searched = {
      type: 'server-tool-call',
      id: 'g1',
      name: 'file_search',
      input: {},
      raw: google,
    } as const
    expect(items(said(routed, searched, { type: 'text', text: 'Hi' }))).toStrictEqual([
      { type: 'message', role: 'assistant', content: 'Hi' },
    ])
  })

  it('changes ids of calls that are refused, on call and output alike', () => {
    const [asked, told] = items(said(callPart({ id: 'functions.add:0' })), result('functions.add:0'))
    expect(asked).toMatchObject({ call_id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) })
    expect(told).toMatchObject({ call_id: asked !== undefined && 'call_id' in asked && asked.call_id })
  })

  it('writes files of the user and of tools', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const picture = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' }
    const pdf = { type: 'file', mediaType: 'application/pdf', data: 'AA==' } as const
    const linked = { type: 'file', mediaType: 'application/pdf', url: 'https://e.example/a.pdf' } as const
    const whole = { ...pdf, url: 'data:application/pdf;base64,BB==', filename: 'b.pdf' }
    expect(
      items(
        { role: 'user', content: [image, pdf, linked, whole, { type: 'text', text: 'See\ud83d' }] },
        said(callPart()),
        {
          role: 'tool',
          toolCallId: 'c1',
          content: [{ type: 'json', value: { a: 1 } }, image],
        },
      ),
    ).toStrictEqual([
      {
        type: 'message',
        role: 'user',
        content: [
          picture,
          { type: 'input_file', filename: 'file.pdf', file_data: 'data:application/pdf;base64,AA==' },
          { type: 'input_file', file_url: 'https://e.example/a.pdf' },
          { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,BB==' },
          { type: 'input_text', text: 'See\ufffd' },
        ],
      },
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
      output('c1', [{ type: 'input_text', text: '{"a":1}' }, picture]),
    ])
  })
})
