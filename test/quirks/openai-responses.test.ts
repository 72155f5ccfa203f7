import { describe, expect, it } from 'vitest'
import { callsOf, codesOf, framesOfType } from '../support/fold'
import { added, at, call, completed, delta, done, event, fold, message } from '../support/responses'

// The Responses API and servers that copy it. The Q ids number the catalogue of server quirks that the project keeps.

describe('items and their ids', () => {
  it('Q88: fragments are joined by the id of the item, results go by the id of the call', () => {
    const { response } = fold([
      added(call('fc_1', 'call_9', 'add'), 0),
      delta('function_call_arguments', 'fc_1', '{}', at(0)),
      done(call('fc_1', 'call_9', 'add', '{}'), 0),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([{ id: 'call_9', extra: { id: 'fc_1' }, arguments: '{}' }])
    expect(response.issues).toEqual([])
  })

  it('Q88: an item without an id is found by its place', () => {
    const item = { type: 'function_call', call_id: 'call_9', name: 'add' }
    const { response } = fold([
      added({ ...item, arguments: '' }, 0),
      event('function_call_arguments.delta', at(0, { delta: '{}' })),
      done({ ...item, arguments: '{}' }, 0),
      completed(),
    ])
    expect(callsOf(response)).toEqual([{ id: 'call_9', name: 'add', arguments: '{}', input: {} }])
    expect(response.issues).toEqual([])
  })

  it('Q88: ids that rotate are matched by the place of the item', () => {
    const { response } = fold([
      added(message('a', [], { phase: 'final_answer' }), 0),
      delta('output_text', 'b', 'Hel', at(0, { content_index: 0 })),
      delta('output_text', 'c', 'lo', at(0, { content_index: 0 })),
      done(message('d', ['Hello'], { phase: 'final_answer' }), 0),
      completed([message('e', ['Hello'])]),
    ])
    expect(response.text).toBe('Hello')
    expect(response.message.content).toMatchObject([{ extra: { id: 'd', phase: 'final_answer' } }])
    expect(codesOf(response)).toEqual(['item-id-changed'])
  })

  it('Q93: items belong in the order of their indexes, whatever comes first', () => {
    const { response, frames } = fold([
      added(call('b', 'cb', 'y'), 1),
      added(call('a', 'ca', 'x'), 0),
      done(call('b', 'cb', 'y', '{}'), 1),
      done(call('a', 'ca', 'x', '{"n":1}'), 0),
      completed(),
    ])
    expect(callsOf(response)).toEqual([
      { id: 'ca', name: 'x', arguments: '{"n":1}', input: { n: 1 } },
      { id: 'cb', name: 'y', arguments: '{}', input: {} },
    ])
    expect(codesOf(response)).toEqual(['output-order'])
    expect(framesOfType(frames, 'reset')).toEqual([{ type: 'reset', part: 0, onward: true }])
  })

  it.each([
    ['no index', undefined],
    ['one index for all', 0],
    ['an index that is none', 'x'],
  ])('Q93: items with %s stay in the order in which they came', (_, index) => {
    const { response } = fold([
      added(message('m'), index),
      delta('output_text', 'm', 'Hi', { output_index: index }),
      added(call('b', 'cb', 'y'), index),
      added(call('a', 'ca', 'x'), index),
      delta('function_call_arguments', 'b', '{"n":', { output_index: index }),
      delta('function_call_arguments', 'a', '{"m":2}', { output_index: index }),
      delta('function_call_arguments', 'b', '1}', { output_index: index }),
      done(call('a', 'ca', 'x', '{"m":2}'), index),
      done(call('b', 'cb', 'y', '{"n":1}'), index),
      completed(),
    ])
    expect(response.text).toBe('Hi')
    expect(response.toolCalls.map(({ name, arguments: text }) => [name, text])).toEqual([
      ['y', '{"n":1}'],
      ['x', '{"m":2}'],
    ])
    expect(response.issues).toEqual([])
  })

  it('Q93: gaps in the indexes and an item that is null leave everything else alone', () => {
    const { response } = fold([
      added(null, 0),
      added(message('m'), 4),
      delta('output_text', 'm', 'Hi', at(4)),
      done(message('m', ['Hi']), 4),
      completed([null, message('m', ['Hi'])]),
    ])
    expect(response.text).toBe('Hi')
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it('Q98: reasoning keeps its id and its seal, before the item that it led to', () => {
    const reasoning = (seal: string | null) => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content: seal,
    })
    const { response } = fold([
      added(reasoning('early'), 0),
      done(reasoning('sealed'), 0),
      added(call('fc_1', 'c', 'f'), 1),
      done(call('fc_1', 'c', 'f', '{}', { status: 'completed' }), 1),
      completed([reasoning('sealed anew'), call('fc_1', 'c', 'f', '{}')]),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'reasoning', content: [], summary: [], encrypted: 'sealed', extra: { id: 'rs_1' } },
      { type: 'tool-call', id: 'c', extra: { id: 'fc_1', status: 'completed' } },
    ])
    expect(response.issues).toEqual([])
  })
})

describe('fragments and whole values', () => {
  it('Q89: arguments come only when they are done', () => {
    const { response, frames } = fold([
      added(call('f', 'c', 'add'), 0),
      event('function_call_arguments.done', { item_id: 'f', output_index: 0, arguments: '{"a":1}' }),
      completed(),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c', name: 'add', arguments: '{"a":1}', input: { a: 1 } }])
    expect(framesOfType(frames, 'tool-call-delta').map((frame) => frame.arguments)).toEqual(['', '{"a":1}'])
    expect(response.issues).toEqual([])
  })

  it('Q89: what comes in fragments, when it is done and with the item counts once', () => {
    const piece = { item_id: 'm', output_index: 0, content_index: 0 }
    const { response } = fold([
      added(message('m'), 0),
      event('content_part.added', { ...piece, part: { type: 'output_text', text: '' } }),
      event('output_text.delta', { ...piece, delta: 'Hi' }),
      event('output_text.done', { ...piece, text: 'Hi' }),
      event('content_part.done', { ...piece, part: { type: 'output_text', text: 'Hi' } }),
      done(message('m', ['Hi']), 0),
      completed([message('m', ['Hi'])]),
    ])
    expect(response.text).toBe('Hi')
    expect(response.message.content).toHaveLength(1)
    expect(response.issues).toEqual([])
  })

  it.each([
    ['the end of the text', [event('output_text.done', { item_id: 'm', output_index: 0, text: 'Hi' })]],
    ['the end of the item', [done(message('m', ['Hi']), 0)]],
    ['the last event', []],
  ])('Q89: text comes only with %s', (_, events) => {
    const { response } = fold([added(message('m'), 0), ...events, completed([message('m', ['Hi'])])])
    expect(response.text).toBe('Hi')
    expect(response.issues).toEqual([])
  })

  it('Q89: where they differ, the whole value stands', () => {
    const { response, frames } = fold([
      added(message('m'), 0),
      delta('output_text', 'm', 'Hel', at(0)),
      done(message('m', ['Goodbye']), 0),
      completed(),
    ])
    expect(response.text).toBe('Goodbye')
    expect(codesOf(response)).toEqual(['final-value-differs'])
    expect(framesOfType(frames, 'reset')).toEqual([{ type: 'reset', part: 0 }])
  })

  it('Q91: an empty output at the end takes nothing back, and usage and status are taken from it', () => {
    const { response } = fold([
      delta('output_text', 'm', 'Hi', at(0, { content_index: 0 })),
      completed([], { usage: { input_tokens: 1, output_tokens: 1 } }),
    ])
    expect(response.text).toBe('Hi')
    expect(response.usage).toMatchObject({ inputTokens: 1, outputTokens: 1, totalTokens: 2 })
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'completed' })
    expect(codesOf(response)).toEqual(['item-unannounced'])
  })

  it('Q91: an output that lacks items takes back none of them, and adds those that it alone has', () => {
    const { response } = fold([
      added(message('m'), 0),
      delta('output_text', 'm', 'Hi', at(0)),
      done(message('m', ['Hi']), 0),
      completed([call('f', 'c', 'add', '{"a":1}')]),
    ])
    expect(response.message.content.map(({ type }) => type)).toEqual(['text', 'tool-call'])
    expect(callsOf(response)).toMatchObject([{ id: 'c', input: { a: 1 } }])
  })

  it('Q94: a content index is but a key: one that was not announced goes on with the open piece', () => {
    const { response } = fold([
      added(message('m'), 1),
      delta('output_text', 'm', 'a', at(1, { content_index: 1 })),
      delta('output_text', 'm', 'b', at(1, { content_index: 2 })),
      delta('output_text', 'm', 'c', at(1, { content_index: -1 })),
      done(message('m', ['abc']), 1),
      completed(),
    ])
    expect(response.message.content).toMatchObject([{ type: 'text', text: 'abc' }])
    expect(codesOf(response)).toEqual(['content-index-unannounced'])
  })

  it('Q94: an index that was announced starts a piece of its own', () => {
    const piece = (content_index: number) => at(0, { item_id: 'm', content_index })
    const part = { type: 'output_text', text: '' }
    const { response } = fold([
      added(message('m'), 0),
      event('content_part.added', { ...piece(0), part }),
      delta('output_text', 'm', 'a', piece(0)),
      event('content_part.added', { ...piece(1), part }),
      delta('output_text', 'm', 'b', piece(1)),
      done(message('m', ['a', 'b']), 0),
      completed(),
    ])
    expect(response.message.content).toMatchObject([{ text: 'a' }, { text: 'b' }])
    expect(response.text).toBe('ab')
    expect(response.issues).toEqual([])
  })

  it('Q103: arguments that are no JSON object are an error of the call, and the response stands', () => {
    const bad = ['not json', '[1]', 'null', '"x"']
    const { response, result } = fold([
      ...bad.map((text, n) => done(call(`f${n}`, `c${n}`, 'f', text), n)),
      completed(),
    ])
    expect(result._tag).toBe('Right')
    expect(callsOf(response).map((one) => ('error' in one ? one.error : ''))).toEqual([
      'invalid-json',
      'not-an-object',
      'not-an-object',
      'not-an-object',
    ])
  })
})

describe('reasoning', () => {
  it('Q92: sections are kept by their index, summary and reasoning itself apart', () => {
    const { response } = fold([
      added({ type: 'reasoning', id: 'r', summary: [] }, 0),
      delta('reasoning_summary_text', 'r', 'A', at(0, { summary_index: 0 })),
      delta('reasoning_summary_text', 'r', 'B', at(0, { summary_index: 1 })),
      delta('reasoning_text', 'r', 'raw', at(0, { content_index: 0 })),
      completed(),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'reasoning', summary: ['A', 'B'], content: ['raw'] },
    ])
    expect(response.text).toBe('')
  })
})

describe('items of every kind', () => {
  it('Q95: the input of a custom tool is text, and what the provider runs is never ours to run', () => {
    const hosted = { type: 'mcp_call', id: 'p', server_label: 's', name: 'n', arguments: '{}', output: 'ok' }
    const custom = (input: string) => ({
      type: 'custom_tool_call',
      id: 'k',
      call_id: 'ck',
      name: 'sh',
      input,
    })
    const strange = { type: 'telepathy', id: 't', waves: [1, 2] }
    const { response } = fold([
      added(custom(''), 0),
      delta('custom_tool_call_input', 'k', 'ls ', at(0)),
      delta('custom_tool_call_input', 'k', '-l', at(0)),
      done(custom('ls -l'), 0),
      done(hosted, 1),
      done(strange, 2),
      completed(),
    ])
    expect(callsOf(response)).toEqual([{ id: 'ck', name: 'sh', arguments: 'ls -l', input: 'ls -l' }])
    expect(response.message.content.slice(1)).toEqual([
      { type: 'server-tool-call', id: 'p', name: 'n', input: {}, raw: hosted },
      { type: 'server-tool-result', id: 'p', output: 'ok', raw: null },
      { type: 'unknown', raw: strange },
    ])
  })

  it('Q45: a refusal is no answer text', () => {
    const { response } = fold([
      added(message('m'), 0),
      delta('refusal', 'm', 'I can', at(0, { content_index: 0 })),
      delta('refusal', 'm', 'not.', at(0, { content_index: 0 })),
      completed(),
    ])
    expect(response).toMatchObject({ text: '', refusal: 'I cannot.', finishReason: { kind: 'refusal' } })
  })
})

describe('the end of a response', () => {
  it('Q96: an incomplete response says why, and keeps content and usage', () => {
    const { response, result } = fold([
      added(message('m'), 0),
      delta('output_text', 'm', 'Hal', at(0)),
      event('incomplete', {
        response: {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
          usage: { input_tokens: 2, output_tokens: 9 },
          output: [],
        },
      }),
    ])
    expect(result._tag).toBe('Right')
    expect(response.finishReason).toEqual({ kind: 'length', raw: 'max_output_tokens' })
    expect(response.usage).toMatchObject({ inputTokens: 2, outputTokens: 9 })
    expect(response.text).toBe('Hal')
  })

  it.each([
    ['content_filter', 'content-filter'],
    ['max_output_tokens', 'length'],
  ])('Q96: incomplete for %s is %s', (reason, kind) => {
    const { response } = fold([
      delta('output_text', 'm', 'Hal', at(0)),
      event('incomplete', { response: { status: 'incomplete', incomplete_details: { reason }, output: [] } }),
    ])
    expect(response).toMatchObject({ text: 'Hal', finishReason: { kind, raw: reason } })
  })

  it('Q96: a failed response is an error that keeps what came', () => {
    const { result } = fold([
      added(message('m'), 0),
      delta('output_text', 'm', 'Hal', at(0)),
      event('failed', {
        response: { status: 'failed', error: { code: 'server_error', message: 'broke' }, output: [] },
      }),
    ])
    expect(result).toMatchObject({
      left: {
        code: 'provider-error',
        error: { code: 'server_error', message: 'broke', retryable: true },
        partial: { text: 'Hal', finishReason: { kind: 'error', raw: 'failed' } },
      },
    })
  })

  it.each([
    [
      'nested',
      { error: { type: 'tokens', code: 'rate_limit_exceeded', message: 'slow' }, sequence_number: 2 },
    ],
    ['flat', { code: 'rate_limit_exceeded', message: 'slow', sequence_number: 2 }],
    ['half and half', { error: { message: 'slow', code: null }, code: 'rate_limit_exceeded' }],
  ])('Q97: an error event is read, its fields %s', (_, fields) => {
    const { result } = fold([delta('output_text', 'm', 'Hal'), { type: 'error', ...fields }])
    expect(result).toMatchObject({
      left: {
        code: 'provider-error',
        error: { code: 'rate_limit_exceeded', message: 'slow', retryable: true },
        partial: { text: 'Hal' },
      },
    })
  })

  it('Q97: an error event without any details fails the stream all the same', () => {
    expect(fold([{ type: 'error' }]).result).toMatchObject({ left: { code: 'provider-error' } })
  })
})
