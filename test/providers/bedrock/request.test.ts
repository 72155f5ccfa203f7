import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { Conversation, FileInput, Message, ToolCallPart } from '../../../src'
import { type RequestSettings, toProviderMessages, toRequest } from '../../../src/request'
import { toBedrockSdk } from '../../../src/wire'
import { brief } from '../../support/asking'
import { delta, finish, input, reasoning, start, stop, text, toolUse } from '../../support/bedrock'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { result, said, call as toolCall } from '../../support/turns'

const call = (more: Partial<ToolCallPart> = {}): ToolCallPart => toolCall({ id: 't1', ...more })
const use = { toolUse: { toolUseId: 't1', name: 'add', input: { a: 1 } } }
const messages = (...conversation: Conversation) => toProviderMessages('bedrock')(conversation)
const body = (settings: Partial<RequestSettings>, conversation: Conversation = []) =>
  toRequest('bedrock')(conversation, [{ name: 'add' }], { model: 'm', ...settings })

/** The message that a stream folds to. */
const folded = (...events: readonly object[]): Message => foldWith('bedrock', events).response.message

describe('a request of ConverseStream', () => {
  it('has the settings', () => {
    expect(
      toRequest('bedrock')(
        [{ role: 'user', content: 'Hi' }],
        [
          { name: 'add', description: 'Adds.', parameters: { properties: {} }, strict: true },
          { name: 'now', description: ' ' },
        ],
        {
          model: 'anthropic.claude-sonnet-4-5',
          ...brief,
          toolChoice: 'required',
          responseFormat: { name: 'sum', schema: { type: 'object' } },
          reasoning: { budget: 1_024 },
          extra: {
            serviceTier: { type: 'flex' },
            inferenceConfig: { topP: 0.5, temperature: undefined },
            additionalModelRequestFields: { top_k: 5 },
          },
        },
      ),
    ).toStrictEqual({
      modelId: 'anthropic.claude-sonnet-4-5',
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      system: [{ text: 'Be brief.' }],
      inferenceConfig: { maxTokens: 9, topP: 0.5, stopSequences: ['END'] },
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'add',
              description: 'Adds.',
              inputSchema: { json: { type: 'object', properties: {} } },
              strict: true,
            },
          },
          { toolSpec: { name: 'now', inputSchema: { json: { type: 'object', properties: {} } } } },
        ],
        toolChoice: { any: {} },
      },
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: { jsonSchema: { schema: '{"type":"object"}', name: 'sum' } },
        },
      },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1_024 }, top_k: 5 },
      serviceTier: { type: 'flex' },
    })
  })

  it('has nothing that was not asked for', () => {
    const settings = { model: 'm', system: ' ', responseFormat: 'json' } as const
    expect(toRequest('bedrock')([], [], settings)).toStrictEqual({ modelId: 'm', messages: [] })
  })

  it.each([
    ['us.anthropic.claude-opus-4-8', { effort: 'xhigh' }, { thinking: { type: 'adaptive' } }, 'xhigh'],
    ['us.anthropic.claude-opus-4-8', { effort: 'none' }, { thinking: { type: 'disabled' } }, undefined],
    ['us.amazon.nova-2-lite-v1:0', { effort: 'xhigh' }, nova('high'), undefined],
    ['us.amazon.nova-2-lite-v1:0', { effort: 'minimal' }, nova('low'), undefined],
    ['us.amazon.nova-2-lite-v1:0', { budget: 0 }, { reasoningConfig: { type: 'disabled' } }, undefined],
    ['us.amazon.nova-2-lite-v1:0', { effort: 'high', budget: 0 }, nova('high'), undefined],
    ['us.amazon.nova-2-lite-v1:0', { budget: 99 }, undefined, undefined],
    ['openai.gpt-oss-20b-1:0', { effort: 'low' }, { reasoning_effort: 'low' }, undefined],
    [
      'arn:aws:bedrock:us-east-1:1:application-inference-profile/x',
      { effort: 'low', budget: 2_000 },
      { thinking: { type: 'enabled', budget_tokens: 2_000 } },
      undefined,
    ],
    [
      'arn:aws:bedrock:us-east-1:1:application-inference-profile/x',
      { budget: 0 },
      { thinking: { type: 'disabled' } },
      undefined,
    ],
  ] as const)('asks %s for reasoning of %o', (model, wanted, fields, effort) => {
    const { additionalModelRequestFields, outputConfig } = body({ model, reasoning: wanted })
    expect(additionalModelRequestFields).toEqual(fields)
    expect(outputConfig?.effort).toBe(effort)
  })

  it.each([
    ['auto', { auto: {} }],
    ['required', { any: {} }],
    [{ name: 'add' }, { tool: { name: 'add' } }],
    [undefined, undefined],
  ] as const)('says the tool choice %o', (toolChoice, wanted) => {
    expect(body(toolChoice === undefined ? {} : { toolChoice }).toolConfig?.toolChoice).toEqual(wanted)
  })

  it('has no tools where none may be called, unless the conversation has calls, which are refused without', () => {
    expect(body({ toolChoice: 'none' })).not.toHaveProperty('toolConfig')
    const answered = [said(call()), result('t1')]
    const kept = body({ toolChoice: 'none' }, answered).toolConfig
    expect(kept).toEqual({ tools: [{ toolSpec: expect.objectContaining({ name: 'add' }) }] })
    expect(toRequest('bedrock')(answered, [], { model: 'm' }).toolConfig).toStrictEqual({
      tools: [{ toolSpec: { name: 'add', inputSchema: { json: { type: 'object', properties: {} } } } }],
    })
  })

  it('puts all results, in the order of the calls, in one message before what the user says next', () => {
    expect(
      messages(
        said(call(), call({ id: 't2' })),
        result('t2', 'two'),
        { role: 'tool', toolCallId: 't1', content: 'Error: no', isError: true },
        { role: 'user', content: 'And?' },
      ),
    ).toStrictEqual([
      { role: 'assistant', content: [use, { toolUse: { ...use.toolUse, toolUseId: 't2' } }] },
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: 't1', content: [{ text: 'Error: no' }], status: 'error' } },
          { toolResult: { toolUseId: 't2', content: [{ text: 'two' }] } },
          { text: 'And?' },
        ],
      },
    ])
  })

  it('Q86: sends a tool turn back block by block, with its signature and its redacted bytes', () => {
    const message = folded(
      reasoning(0, { text: 'hm' }),
      reasoning(0, { signature: 'S' }),
      stop(0),
      reasoning(1, { redactedContent: 'AQ==' }),
      reasoning(1, { redactedContent: 'Ag==' }),
      stop(1),
      reasoning(2, { signature: 'S2' }),
      stop(2),
      text(3, '\n\n'),
      stop(3),
      toolUse(4, 't1', 'add'),
      input(4, '{"a":1}'),
      stop(4),
      finish('tool_use'),
    )
    expect(messages(message, result('t1'))[0]).toStrictEqual({
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 'S' } } },
        { reasoningContent: { redactedContent: 'AQI=' } },
        { reasoningContent: { reasoningText: { text: '', signature: 'S2' } } },
        use,
      ],
    })
  })

  it('sends citations back with the text they stand on', () => {
    const citation = {
      title: 'facts',
      sourceContent: [{ text: 'So it is.' }],
      location: { documentChar: { documentIndex: 0, start: 0, end: 9 } },
    }
    const message = folded(
      text(0, 'So.'),
      delta(0, { citation }),
      stop(0),
      delta(1, { citation: { location: { web: { url: 'https://e.example' } } } }),
      stop(1),
      finish('end_turn'),
    )
    expect(messages(message)).toStrictEqual([
      {
        role: 'assistant',
        content: [{ citationsContent: { content: [{ text: 'So.' }], citations: [citation] } }],
      },
    ])
  })

  it('sends calls that the service runs back with their results, and none without', () => {
    const server = { type: 'server_tool_use' }
    const found = { toolUseId: 's1', type: 'nova_grounding_result', status: 'success' }
    const message = folded(
      toolUse(0, 's1', 'nova_grounding', server),
      input(0, '{"query":"x"}'),
      stop(0),
      start(1, { toolResult: found }),
      delta(1, { toolResult: [{ text: '[HIDDEN]' }] }),
      stop(1),
      toolUse(2, 's2', 'nova_grounding', server),
      stop(2),
      finish('end_turn'),
    )
    expect(messages(message)[0]).toStrictEqual({
      role: 'assistant',
      content: [
        { toolUse: { toolUseId: 's1', name: 'nova_grounding', input: { query: 'x' }, ...server } },
        { toolResult: { ...found, content: [{ text: '[HIDDEN]' }] } },
      ],
    })
    expect(toRequest('bedrock')([message], [], { model: 'm' }).toolConfig).toStrictEqual({
      tools: [{ systemTool: { name: 'nova_grounding' } }],
    })
  })

  it('sends pictures of the model back', () => {
    const message = folded(
      start(0, { image: { format: 'png' } }),
      delta(0, { image: { source: { bytes: 'AAAA' } } }),
      stop(0),
      finish('end_turn'),
    )
    expect(messages(message)[0]).toStrictEqual({
      role: 'assistant',
      content: [{ image: { format: 'png', source: { bytes: 'AAAA' } } }],
    })
  })

  it('Q72: says no blank text, and sends no message that has nothing else', () => {
    expect(
      messages(
        { role: 'user', content: ' ' },
        said({ type: 'text', text: '\n\n' }),
        said({ type: 'text', text: ' ' }, call(), call({ id: 't2' })),
        result('t1', ''),
        { role: 'tool', toolCallId: 't2', content: [{ type: 'text', text: ' ' }] },
      ),
    ).toStrictEqual([
      { role: 'assistant', content: [use, { toolUse: { ...use.toolUse, toolUseId: 't2' } }] },
      {
        role: 'user',
        content: ['t1', 't2'].map((toolUseId) => ({ toolResult: { toolUseId, content: [{ json: {} }] } })),
      },
    ])
  })

  it('leaves out what other providers made and nobody can say here', () => {
    const raw = { type: 'image_url', image_url: { url: 'https://e.example/a.png' } }
    expect(
      messages(
        said(
          { type: 'reasoning', content: ['hm'], summary: [] },
          { type: 'reasoning', content: [], summary: ['hm'], signature: 'S' },
          { type: 'reasoning', content: ['hm'], summary: [], signature: 'S', extra: { id: 'rs_1' } },
          { type: 'reasoning', content: [], summary: [], encrypted: 'gAAA-_' },
          { type: 'reasoning', content: [], summary: [], encrypted: '' },
          { type: 'server-tool-call', id: 's1', name: 'web_search', input: {}, raw: {} },
          { type: 'server-tool-result', id: 's1', output: [], raw: { type: 'web_search_tool_result' } },
          { type: 'server-tool-result', id: 's2', output: [], raw: { toolUseId: 's2' } },
          { type: 'text', text: 'So.', citations: [{ type: 'char_location', title: 'facts' }] },
          { type: 'source', raw: 'https://e.example' },
          { type: 'file', data: 'AAAA', raw },
          { type: 'file', mediaType: 'image/png', url: 'https://e.example/a.png', raw },
          { type: 'audio', data: 'AAAA', transcript: 'a' },
          { type: 'unknown', raw: { type: 'compaction' } },
          { type: 'refusal', text: 'No.' },
        ),
      ),
    ).toStrictEqual([{ role: 'assistant', content: [{ text: 'So.' }, { text: 'No.' }] }])
  })

  it('goes on with a conversation that others began; a signature alone may be Claude’s, wherever it ran', () => {
    expect(messages(...foreignTurn).slice(1)).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'hm', signature: 'theirs' } } },
          { text: 'Wait.' },
          { text: 'Not that.' },
          { toolUse: { toolUseId: 'toolu_1', name: 'add', input: { a: 1 } } },
        ],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'toolu_1', content: [{ text: '2' }] } }] },
    ])
  })

  it('changes ids and names that the API refuses, on call and result alike', () => {
    const odd = call({ id: 'functions.add:0', name: 'add<|channel|>' })
    const [assistant, user] = messages(said(odd), result('functions.add:0'))
    const id = /"toolUseId":"([a-zA-Z0-9]{9})"/.exec(JSON.stringify(assistant))?.[1]
    expect(id).toBeDefined()
    expect(assistant).toMatchObject({ content: [{ toolUse: { name: 'add__channel__' } }] })
    expect(user).toMatchObject({ content: [{ toolResult: { toolUseId: id } }] })
  })

  it('carries arguments that are no object in one', () => {
    const wrong = call({ arguments: '[1', input: E.left({ code: 'invalid-json', message: 'no' }) })
    expect(messages(said(wrong), result('t1'))[0]).toMatchObject({
      content: [{ toolUse: { input: { arguments: '[1' } } }],
    })
  })

  it('Q107: is well-formed', () => {
    expect(messages({ role: 'user', content: 'a\ud83d' })).toStrictEqual([
      { role: 'user', content: [{ text: 'a\ufffd' }] },
    ])
  })
})

describe('files of a request of ConverseStream', () => {
  const file = (mediaType: string, more: Partial<FileInput> = { data: 'AA==' }): FileInput => ({
    type: 'file',
    mediaType,
    ...more,
  })
  const source = { bytes: 'AA==' }

  it('are blocks of their kind', () => {
    expect(
      messages({
        role: 'user',
        content: [
          file('image/jpg'),
          file('image/png', { url: 'data:image/png;base64,AA==' }),
          file('video/mp4', { url: 's3://bucket/a.mp4' }),
          file('audio/mpeg'),
          file('audio/x-m4a'),
          file('text/plain; charset=utf-8'),
        ],
      }),
    ).toStrictEqual([
      {
        role: 'user',
        content: [
          { image: { format: 'jpeg', source } },
          { image: { format: 'png', source } },
          { video: { format: 'mp4', source: { s3Location: { uri: 's3://bucket/a.mp4' } } } },
          { audio: { format: 'mp3', source } },
          { audio: { format: 'm4a', source } },
          { document: { format: 'txt', name: 'document', source } },
        ],
      },
    ])
  })

  it('have names of their own, of characters that are taken', () => {
    const pdf = file('application/pdf', { data: 'AA==', filename: 'My  report_v1.final.pdf' })
    const names = JSON.stringify(
      messages({ role: 'user', content: [pdf] }, said(call()), {
        role: 'tool',
        toolCallId: 't1',
        content: [pdf],
      }),
    ).match(/"name":"My[^"]*"/g)
    expect(names).toEqual(['"name":"My report-v1-final"', '"name":"My report-v1-final (2)"'])
    const long = file('application/pdf', {
      data: 'AA==',
      filename: `${'a'.repeat(189)} ${'b'.repeat(20)}.pdf`,
    })
    expect(messages({ role: 'user', content: [long, long] })).toMatchObject([
      {
        content: [{ document: { name: 'a'.repeat(189) } }, { document: { name: `${'a'.repeat(189)} (2)` } }],
      },
    ])
  })

  it('stay behind where the API has no place for them', () => {
    const content = [file('image/tiff'), file('image/png', { url: 'https://e.example/a.png' })]
    expect(messages({ role: 'user', content })).toEqual([])
  })

  it('may be results of tools, as JSON may', () => {
    const [, user] = messages(said(call()), {
      role: 'tool',
      toolCallId: 't1',
      content: [
        { type: 'json', value: { sum: 2 } },
        { type: 'json', value: [2] },
        file('image/webp'),
        file('audio/wav'),
      ],
    })
    expect(user).toStrictEqual({
      role: 'user',
      content: [
        {
          toolResult: {
            toolUseId: 't1',
            content: [{ json: { sum: 2 } }, { text: '[2]' }, { image: { format: 'webp', source } }],
          },
        },
      ],
    })
  })

  it('are bytes for the SDK, wherever they stand, and data of tools is left alone', () => {
    const conversation: Conversation = [
      { role: 'user', content: [file('image/png'), file('video/mp4', { url: 's3://bucket/a.mp4' })] },
      said(
        { type: 'reasoning', content: [], summary: [], encrypted: 'AQI=' },
        { type: 'reasoning', content: [], summary: [], signature: 'S' },
        call({ input: E.right({ image: { source } }) }),
      ),
      { role: 'tool', toolCallId: 't1', content: [file('application/pdf')] },
    ]
    const { modelId, messages: sent } = toBedrockSdk(toRequest('bedrock')(conversation, [], { model: 'm' }))
    expect(modelId).toBe('m')
    const bytes = new Uint8Array([0])
    expect(sent).toEqual([
      {
        role: 'user',
        content: [
          { image: { format: 'png', source: { bytes } } },
          { video: { format: 'mp4', source: { s3Location: { uri: 's3://bucket/a.mp4' } } } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { redactedContent: new Uint8Array([1, 2]) } },
          { reasoningContent: { reasoningText: { text: '', signature: 'S' } } },
          { toolUse: { toolUseId: 't1', name: 'add', input: { image: { source } } } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            toolResult: {
              toolUseId: 't1',
              content: [{ document: { format: 'pdf', name: 'document', source: { bytes } } }],
            },
          },
        ],
      },
    ])
    const wrong: Conversation = [{ role: 'user', content: [file('image/png', { data: '?' })] }]
    expect(() => toBedrockSdk(toRequest('bedrock')(wrong, [], { model: 'm' }))).toThrow(TypeError)
  })
})

function nova(maxReasoningEffort: string) {
  return { reasoningConfig: { type: 'enabled', maxReasoningEffort } }
}
