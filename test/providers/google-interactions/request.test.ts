import { describe, expect, it } from 'vitest'
import type { Conversation } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { brief, tools } from '../../support/asking'
import { foldWith } from '../../support/fold'
import { foreignTurn } from '../../support/foreign'
import { completed, step, text } from '../../support/interactions'
import { call, result, said } from '../../support/turns'

const steps = (...conversation: Conversation) => toProviderMessages('google-interactions')(conversation)

/** What a response of these events is sent back as, with results for its calls. */
const sentBack = (...events: readonly object[]) => {
  const { message, toolCalls } = foldWith('google-interactions', [...events, completed()]).response
  return steps(message, ...toolCalls.map(({ id }) => result(id)))
}

describe('a request of the Interactions API', () => {
  it('has the settings', () => {
    expect(
      toRequest('google-interactions')([{ role: 'user', content: 'Hi' }], tools, {
        model: 'm',
        ...brief,
        toolChoice: { name: 'add' },
        responseFormat: { name: 'sum', schema: { type: 'object' }, strict: true },
        reasoning: { effort: 'low', budget: 100 },
        extra: { store: false, generation_config: { seed: 1, temperature: undefined } },
      }),
    ).toStrictEqual({
      model: 'm',
      input: [{ type: 'user_input', content: [text('Hi')] }],
      stream: true,
      system_instruction: 'Be brief.',
      tools: [
        { type: 'function', name: 'add', description: 'Adds.', parameters: { type: 'object' } },
        { type: 'function', name: 'now' },
      ],
      generation_config: {
        max_output_tokens: 9,
        stop_sequences: ['END'],
        thinking_level: 'low',
        thinking_summaries: 'auto',
        tool_choice: { allowed_tools: { mode: 'any', tools: ['add'] } },
        seed: 1,
      },
      response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } },
      store: false,
    })
  })

  it('has nothing that was not asked for', () => {
    expect(toRequest('google-interactions')([], [], { model: 'm' })).toStrictEqual({
      model: 'm',
      input: [],
      stream: true,
    })
    expect(
      toRequest('google-interactions')([], [], { model: 'm', responseFormat: 'json' }).response_format,
    ).toStrictEqual({ type: 'text', mime_type: 'application/json' })
  })

  it.each([
    ['gemini-3-flash-preview', { effort: 'xhigh' }, { thinking_level: 'high', thinking_summaries: 'auto' }],
    ['gemini-3-flash-preview', { effort: 'none' }, { thinking_level: 'minimal' }],
    ['gemini-3-flash-preview', { budget: 0 }, { thinking_level: 'minimal' }],
    ['gemini-3-flash-preview', { budget: 9 }, { thinking_summaries: 'auto' }],
    ['gemini-3.1-pro-preview', { effort: 'none' }, { thinking_level: 'low' }],
  ] as const)('asks %s for reasoning of %o', (model, reasoning, asked) => {
    const body = toRequest('google-interactions')([], [], { model, reasoning })
    expect(body.generation_config).toStrictEqual(asked)
  })

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'any'],
  ] as const)('lets tools be chosen: %s', (toolChoice, tool_choice) => {
    const body = toRequest('google-interactions')([], [{ name: 'add' }], { model: 'm', toolChoice })
    expect(body.generation_config).toStrictEqual({ tool_choice })
  })

  it('sends a tool turn back step by step, with its results in the order of the calls', () => {
    const { message } = foldWith('google-interactions', [
      ...step(
        0,
        { type: 'thought' },
        { type: 'thought_summary', content: text('hm') },
        { type: 'thought_signature', signature: 'S' },
      ),
      ...step(1, { type: 'model_output' }, text('Let me '), text('look.')),
      ...step(
        2,
        { type: 'function_call', id: 'f1', name: 'add', arguments: {}, signature: 'S1' },
        { type: 'arguments_delta', arguments: '{"a":1}' },
      ),
      ...step(3, { type: 'function_call', id: 'f2', name: 'now', arguments: {}, signature: '' }),
      completed('requires_action'),
    ]).response
    expect(
      steps(
        { role: 'user', content: 'Add.' },
        message,
        result('f2', 'two'),
        { role: 'tool', toolCallId: 'f1', content: 'no', isError: true },
        { role: 'user', content: 'And?' },
      ),
    ).toStrictEqual([
      { type: 'user_input', content: [text('Add.')] },
      { type: 'thought', signature: 'S', summary: [text('hm')] },
      { type: 'model_output', content: [text('Let me look.')] },
      { type: 'function_call', id: 'f1', name: 'add', arguments: { a: 1 }, signature: 'S1' },
      { type: 'function_call', id: 'f2', name: 'now', arguments: {} },
      { type: 'function_result', call_id: 'f1', name: 'add', result: 'no', is_error: true },
      { type: 'function_result', call_id: 'f2', name: 'now', result: 'two' },
      { type: 'user_input', content: [text('And?')] },
    ])
  })

  it('sends only what follows the last answer, where the server has the rest', () => {
    const conversation: Conversation = [
      { role: 'user', content: 'Add.' },
      said(call()),
      result('c1'),
      { role: 'user', content: 'And?' },
    ]
    const inputFor = (extra: Readonly<Record<string, unknown>>) =>
      toRequest('google-interactions')(conversation, [], { model: 'm', extra })
    expect(inputFor({ previous_interaction_id: 'v1_1' })).toStrictEqual({
      model: 'm',
      input: [
        { type: 'function_result', call_id: 'c1', name: 'add', result: 'ok' },
        { type: 'user_input', content: [text('And?')] },
      ],
      stream: true,
      previous_interaction_id: 'v1_1',
    })
    expect(inputFor({ previous_interaction_id: undefined }).input).toHaveLength(4)
  })

  it('sends thoughts that only have a signature, and none that has not', () => {
    expect(
      sentBack(
        ...step(0, { type: 'thought' }, { type: 'thought_signature', signature: 'S0' }),
        ...step(1, { type: 'thought' }, { type: 'thought_summary', content: text('hm') }),
        ...step(2, { type: 'model_output' }, text('Hi')),
      ),
    ).toStrictEqual([
      { type: 'thought', signature: 'S0' },
      { type: 'model_output', content: [text('Hi')] },
    ])
  })

  it('sends what the provider’s own tools did as it came, and no half of a pair', () => {
    const search = { type: 'google_search_call', id: 's1', arguments: { queries: ['x'] }, signature: 'S' }
    const found = { type: 'google_search_result', call_id: 's1', result: [{ search_suggestions: 'y' }] }
    expect(
      sentBack(
        ...step(0, search),
        ...step(1, { ...found, signature: '' }),
        ...step(2, { ...search, id: 's2' }),
        ...step(3, { ...found, call_id: 's3' }),
      ),
    ).toStrictEqual([search, found])
  })

  it('sends texts with their annotations, and files, as one step where they stood in a row', () => {
    const annotations = [
      { type: 'url_citation', url: 'u', start_index: 0, end_index: 2 },
      { type: 'file_citation', document_uri: 'd' },
      { type: 'place_citation', place_id: 'places/p' },
    ]
    const image = { type: 'image', mime_type: 'image/png', data: 'AA==' }
    expect(
      sentBack(
        ...step(0, { type: 'model_output' }, text('Hi'), { type: 'text_annotation_delta', annotations }),
        ...step(1, { type: 'model_output' }, image, text('there')),
      ),
    ).toStrictEqual([
      { type: 'model_output', content: [{ ...text('Hi'), annotations }, image, text('there')] },
    ])
  })

  it('leaves out citations and calls of other providers, though they have the same type', () => {
    const raw = { type: 'file_search_call', id: 's1', queries: ['x'], status: 'completed', results: [1] }
    expect(
      steps(
        said(
          { type: 'server-tool-call', id: 's1', name: 'file_search', input: { queries: ['x'] }, raw },
          { type: 'server-tool-result', id: 's1', output: [1], raw: null },
          {
            type: 'text',
            text: 'Hi',
            citations: [{ type: 'url_citation', url_citation: { url: 'u' } }, { type: 'file_path' }],
          },
        ),
      ),
    ).toStrictEqual([{ type: 'model_output', content: [text('Hi')] }])
  })

  it('leaves out empty texts and what has no place', () => {
    expect(
      steps(
        { role: 'user', content: '' },
        said(
          { type: 'text', text: '' },
          { type: 'unknown', raw: { type: 'novelty' } },
          { type: 'server-tool-call', id: 'a', name: 'a', input: {}, raw: 1 },
          { type: 'server-tool-result', id: 'a', output: 1, raw: 1 },
        ),
      ),
    ).toStrictEqual([])
  })

  it('writes files of the user and of tools', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'AA==' } as const
    const pdf = { type: 'file', mediaType: 'application/pdf', url: 'https://e.example/a.pdf' } as const
    const inUrl = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' } as const
    const film = { type: 'file', mediaType: 'video/mp4', url: 'https://e.example/a.mp4' } as const
    const picture = { type: 'image', mime_type: 'image/png', data: 'AA==' }
    expect(
      steps(
        { role: 'user', content: [{ type: 'text', text: 'See' }, image, pdf, inUrl, film] },
        said(call()),
        {
          role: 'tool',
          toolCallId: 'c1',
          content: [{ type: 'json', value: { a: 1 } }, image],
        },
      ),
    ).toStrictEqual([
      {
        type: 'user_input',
        content: [
          text('See'),
          picture,
          { type: 'document', mime_type: 'application/pdf', uri: 'https://e.example/a.pdf' },
          picture,
          { type: 'video', mime_type: 'video/mp4', uri: 'https://e.example/a.mp4' },
        ],
      },
      { type: 'function_call', id: 'c1', name: 'add', arguments: { a: 1 } },
      { type: 'function_result', call_id: 'c1', name: 'add', result: [text('{"a":1}'), picture] },
    ])
  })

  it('tells a conversation that began elsewhere without what only the other provider can read', () => {
    expect(steps(...foreignTurn)).toStrictEqual([
      { type: 'user_input', content: [text('Add.')] },
      { type: 'model_output', content: [text('Wait.'), text('Not that.')] },
      { type: 'function_call', id: 'toolu_1', name: 'add', arguments: { a: 1 } },
      { type: 'function_result', call_id: 'toolu_1', name: 'add', result: '2' },
    ])
  })

  it('Q107: is well-formed', () => {
    expect(steps({ role: 'user', content: '\ud83d!' })).toStrictEqual([
      { type: 'user_input', content: [text('\ufffd!')] },
    ])
  })
})
