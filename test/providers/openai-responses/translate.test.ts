import { describe, expect, it } from 'vitest'
import { codesOf, framesOfType } from '../../support/fold'
import { added, at, call, completed, delta, done, event, fold, message } from '../../support/responses'

/** The address of the first piece of the message `m`. */
const inText = { item_id: 'm', output_index: 0, content_index: 0 }

describe('what is said of the response', () => {
  it('comes with its first and its last event: id, model, usage and what else it has', () => {
    const { response } = fold([
      event('created', {
        response: { id: 'r', model: 'm', service_tier: 'auto', instructions: 'long', tools: [1] },
      }),
      delta('output_text', 'm', 'Hi', at(0)),
      event('completed', {
        response: {
          id: 'r',
          model: 'm',
          service_tier: 'default',
          status: 'completed',
          usage: { input_tokens: 3 },
        },
        copilot_usage: { nano: 1 },
      }),
    ])
    expect(response).toMatchObject({ id: 'r', model: 'm', usage: { inputTokens: 3 } })
    expect(response.metadata).toEqual({ service_tier: 'default', copilot_usage: { nano: 1 } })
  })

  it.each([
    'object',
    'output_text',
    'incomplete_details',
    'instructions',
    'tools',
    'tool_choice',
    'text',
    'prompt',
  ])('leaves out of its metadata what is read elsewhere or repeats the request: `%s`', (field) => {
    const { response } = fold([
      event('created', { response: { [field]: { x: 1 } } }),
      completed([message('m', ['Hi'])]),
    ])
    expect(response).toMatchObject({ text: 'Hi', issues: [] })
    expect(response).not.toHaveProperty('metadata')
  })

  it('keeps the first id and model', () => {
    const { response } = fold([
      event('created', { response: { id: 'r', model: 'm' } }),
      event('in_progress', { response: { id: 's', model: 'n' } }),
      completed([message('m', ['Hi'])], { id: '', model: null }),
    ])
    expect(response).toMatchObject({ id: 'r', model: 'm' })
    expect(codesOf(response)).toEqual(['id-changed', 'model-changed'])
  })

  it('adds up the usage of several events, whatever is null in the later one', () => {
    const usage = { input_tokens: 7, input_tokens_details: { cached_tokens: 4 } }
    const later = { input_tokens: null, output_tokens: 2, output_tokens_details: { reasoning_tokens: 1 } }
    const { response } = fold([event('created', { response: { usage } }), completed([], { usage: later })])
    expect(response.usage).toMatchObject({
      inputTokens: 7,
      outputTokens: 2,
      totalTokens: 9,
      cachedInputTokens: 4,
      reasoningTokens: 1,
    })
  })
})

describe('messages', () => {
  it('have their citations from the annotations, once', () => {
    const annotations = [
      { type: 'url_citation', url: 'https://a.example' },
      { type: 'file_citation', file_id: 'f' },
    ]
    const whole = { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hi', annotations }] }
    const { response } = fold([
      added(message('m'), 0),
      event('output_text.delta', { ...inText, delta: 'Hi' }),
      event('output_text.annotation.added', { ...inText, annotation_index: 0, annotation: annotations[0] }),
      event('content_part.done', { ...inText, part: { type: 'output_text', text: 'Hi', annotations } }),
      done(whole, 0),
      completed([whole]),
    ])
    expect(response.message.content).toMatchObject([{ type: 'text', text: 'Hi', citations: annotations }])
    expect(response.issues).toEqual([])
  })

  it('have their token probabilities from the deltas, or else from the whole text', () => {
    const tokens = [{ token: 'Hi', logprob: -0.5 }]
    const fromDeltas = fold([
      event('output_text.delta', { ...inText, delta: 'Hi', logprobs: tokens }),
      event('output_text.done', { ...inText, text: 'Hi', logprobs: tokens }),
      completed([
        { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hi', logprobs: tokens }] },
      ]),
    ])
    expect(fromDeltas.response.logprobs).toEqual({ content: tokens })
    const fromWhole = fold([
      event('output_text.done', { ...inText, text: 'Hi', logprobs: tokens }),
      completed(),
    ])
    expect(fromWhole.response.logprobs).toEqual({ content: tokens })
  })

  it('have the token probabilities of every delta', () => {
    const [one, other] = [{ token: 'H' }, { token: 'i' }]
    const { response } = fold([
      event('output_text.delta', { ...inText, delta: 'H', logprobs: [one] }),
      event('output_text.delta', { ...inText, delta: 'i', logprobs: [other] }),
      completed(),
    ])
    expect(response.logprobs).toEqual({ content: [one, other] })
  })

  it('have the fields of the item and of the piece that are read nowhere else', () => {
    const piece = { type: 'output_text', text: 'Hi', annotations: [], of_the_piece: 1 }
    const { response } = fold([
      added(message('m', [], { status: 'in_progress', phase: 'commentary' }), 0),
      delta('output_text', 'm', 'Hi', at(0)),
      done({ ...message('m'), content: [piece], status: 'completed', phase: 'final_answer' }, 0),
      completed(),
    ])
    expect(response.message.content).toEqual([
      {
        type: 'text',
        text: 'Hi',
        extra: { id: 'm', phase: 'final_answer', status: 'completed', of_the_piece: 1 },
      },
    ])
  })

  it('have the fields of an item whose end does not repeat its content', () => {
    const { response } = fold([
      added(message('m', [], { status: 'in_progress' }), 0),
      delta('output_text', 'm', 'Hi', at(0)),
      done(message('m', [], { status: 'completed' }), 0),
      completed(),
    ])
    expect(response.message.content).toEqual([
      { type: 'text', text: 'Hi', extra: { id: 'm', status: 'completed' } },
    ])
  })

  it('keep pieces of other types as they are, told with the whole message', () => {
    const picture = { type: 'output_image', image_url: 'https://a.example/p.png' }
    const whole = { type: 'message', id: 'm', content: [picture, { type: 'output_text', text: 'Hi' }] }
    const { response } = fold([
      added(message('m'), 0),
      event('content_part.added', { ...inText, part: { type: 'output_image' } }),
      event('content_part.done', { ...inText, part: picture }),
      event('content_part.added', { ...inText, content_index: 1, part: { type: 'output_text' } }),
      event('output_text.delta', { ...inText, content_index: 1, delta: 'Hi' }),
      done(whole, 0),
      completed([whole]),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'text', text: 'Hi' },
      { type: 'unknown', raw: picture },
    ])
    expect(response.issues).toEqual([])
  })

  it('say nothing of pieces that are empty, and keep them apart all the same', () => {
    const whole = {
      type: 'message',
      id: 'm',
      content: [
        { type: 'output_text', text: '' },
        { type: 'output_text', text: 'x' },
      ],
    }
    const { response } = fold([added(message('m'), 0), done(whole, 0), completed([whole])])
    expect(response.message.content).toMatchObject([{ type: 'text', text: 'x' }])
    expect(
      fold([added(message('m'), 0), done(message('m', ['']), 0), completed()]).response.message.content,
    ).toEqual([])
  })

  it('lose a piece that the whole message does not have', () => {
    const part = { type: 'output_text', text: '' }
    const { response, frames } = fold([
      added(message('m'), 0),
      event('content_part.added', { ...inText, part }),
      event('output_text.delta', { ...inText, delta: 'a' }),
      event('content_part.added', { ...inText, content_index: 1, part }),
      event('output_text.delta', { ...inText, content_index: 1, delta: 'b' }),
      done(message('m', ['a']), 0),
      completed([message('m', ['a'])]),
    ])
    expect(response.text).toBe('a')
    expect(codesOf(response)).toEqual(['final-value-differs'])
    expect(framesOfType(frames, 'reset')).toEqual([{ type: 'reset', part: 1 }])
  })

  it('that lose a piece leave alone the text of another one, which is open', () => {
    const part = { type: 'output_text', text: '' }
    const { response } = fold([
      done(message('m', ['a']), 0),
      event('content_part.added', { ...inText, content_index: 1, part }),
      delta('output_text', 'n', 'b', at(1)),
      completed([message('m', ['a'])]),
    ])
    expect(response.text).toBe('ab')
  })

  it('that lose a piece know the others still, and end whatever comes after their end', () => {
    const whole = message('m', ['ab'])
    const { response } = fold([
      delta('output_text', 'm', 'a', inText),
      delta('refusal', 'n', 'no', at(0, { content_index: 0 })),
      done(whole, 0),
      event('content_part.done', { ...inText, part: { type: 'output_text', text: 'ab' } }),
      delta('refusal', 'm', 'late', at(0, { content_index: 0 })),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'text', text: 'ab' },
      { type: 'refusal', text: 'late' },
    ])
  })

  it('that take turns keep what each says: the whole value brings what came late', () => {
    const { response } = fold([
      added(message('m'), 0),
      added(message('n'), 1),
      delta('output_text', 'm', 'a', at(0)),
      delta('output_text', 'n', 'c', at(1)),
      delta('output_text', 'm', 'b', at(0)),
      done(message('m', ['ab']), 0),
      done(message('n', ['c']), 1),
      completed(),
    ])
    expect(response.text).toBe('abc')
    expect(codesOf(response)).toEqual(['misfit-frame', 'final-value-differs'])
  })

  it('that take turns end once each, though a piece is told whole after the next one began', () => {
    const { response } = fold([
      added(message('m'), 0),
      added(message('n'), 1),
      delta('output_text', 'm', 'a', at(0)),
      delta('output_text', 'n', 'b', at(1)),
      event('content_part.done', { item_id: 'm', ...at(0), part: { type: 'output_text', text: 'a' } }),
      completed(),
    ])
    expect(response.text).toBe('ab')
    expect(response.issues).toEqual([])
  })

  it('that have ended take no text of another id, though it has their place', () => {
    const { response } = fold([
      added(message('m'), 0),
      done(message('m', ['a']), 0),
      delta('output_text', 'n', 'b', at(0)),
      completed(),
    ])
    expect(response.message.content).toMatchObject([
      { text: 'a', extra: { id: 'm' } },
      { text: 'b', extra: { id: 'n' } },
    ])
    expect(codesOf(response)).toEqual(['item-unannounced'])
  })

  it('are told apart by their ids in the last event, though it lists but one of them', () => {
    const { response } = fold([
      done(message('m', ['a']), 0),
      done(message('n', ['b']), 1),
      completed([message('n', ['b'])]),
    ])
    expect(response.text).toBe('ab')
    expect(response.issues).toEqual([])
  })

  it('may share their id with a call', () => {
    const { response } = fold([
      added(message('x'), 0),
      delta('output_text', 'x', 'Hi', at(0)),
      added(call('x', 'c', 'add'), 1),
      delta('function_call_arguments', 'x', '{}', at(1)),
      completed(),
    ])
    expect(response.text).toBe('Hi')
    expect(response.toolCalls).toMatchObject([{ id: 'c', name: 'add', arguments: '{}' }])
    expect(response.issues).toEqual([])
  })

  it('may share an id, where a server gives all of them one', () => {
    const events = (output_index: number, said: string) => [
      added(message('m'), output_index),
      delta('output_text', 'm', said, at(output_index)),
      done(message('m', [said]), output_index),
    ]
    const whole = [message('m', ['a']), message('m', ['b'])]
    const { response } = fold([...events(0, 'a'), ...events(1, 'b'), completed(whole)])
    expect(response.text).toBe('ab')
    expect(response.issues).toEqual([])
  })

  it('that were announced with their content say it if nothing else does', () => {
    const { response } = fold([added(message('m', ['Hi'], { status: 'in_progress' }), 0)])
    expect(response.message.content).toEqual([{ type: 'text', text: 'Hi', extra: { id: 'm' } }])
  })

  it('are read in the words of OpenRouter’s first version too', () => {
    const { response } = fold([
      event('reasoning.delta', { item_id: 'r', output_index: 0, delta: 'hm' }),
      event('content_part.delta', { ...inText, output_index: 1, delta: 'Hi' }),
      event('done', { response: { status: 'completed', output: [] } }),
    ])
    expect(response).toMatchObject({
      text: 'Hi',
      reasoning: 'hm',
      finishReason: { kind: 'stop', raw: 'completed' },
    })
  })
})

describe('reasoning', () => {
  const item = (more: object = {}) => ({ type: 'reasoning', id: 'r', summary: [], ...more })
  const section = (n: number, said: string) => ({
    item_id: 'r',
    output_index: 0,
    summary_index: n,
    text: said,
  })

  it('is one part an item, even where it shows nothing', () => {
    const { response } = fold([added(item(), 0), done(item(), 0), added(item({ id: 's' }), 1), completed()])
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: [], summary: [], extra: { id: 'r' } },
      { type: 'reasoning', content: [], summary: [], extra: { id: 's' } },
    ])
    expect(response.reasoning).toBeUndefined()
  })

  it('has sections that come whole, each once', () => {
    const part = (n: number, said: string) => ({
      ...section(n, said),
      part: { type: 'summary_text', text: said },
    })
    const { response } = fold([
      added(item(), 0),
      event('reasoning_summary_part.added', part(0, '')),
      event('reasoning_summary_text.done', section(0, 'A')),
      event('reasoning_summary_part.done', part(0, 'A')),
      event('reasoning_summary_part.done', part(1, 'B')),
      event('reasoning_summary_text.done', section(0, 'A')),
      completed(),
    ])
    expect(response.message.content).toMatchObject([{ summary: ['A', 'B'], content: [] }])
  })

  it('says a section without an index once, though it comes in fragments and whole', () => {
    const whole = event('reasoning_summary_text.done', { item_id: 'r', output_index: 0, text: 'A' })
    const fragment = delta('reasoning_summary_text', 'r', 'A', at(0))
    expect(fold([added(item(), 0), fragment, whole]).response.reasoning).toBe('A')
    expect(fold([added(item(), 0), whole]).response.reasoning).toBe('A')
  })

  it('says what it was announced with, if nothing else does', () => {
    const { response } = fold([added(item({ summary: [{ type: 'summary_text', text: 'S' }] }), 0)])
    expect(response.message.content).toMatchObject([{ summary: ['S'], extra: { id: 'r' } }])
  })

  it('starts a section where one is announced, though the index stays', () => {
    const { response } = fold([
      added(item(), 0),
      event('reasoning_summary_part.added', { item_id: 'r', output_index: 0, part: {} }),
      delta('reasoning_summary_text', 'r', 'A', at(0)),
      delta('reasoning_summary_text', 'r', 'a', at(0)),
      event('reasoning_summary_part.added', { item_id: 'r', output_index: 0, part: {} }),
      delta('reasoning_summary_text', 'r', 'B', at(0)),
      completed(),
    ])
    expect(response.message.content).toMatchObject([{ summary: ['Aa', 'B'] }])
  })

  it('is announced as a part of the content by some, and with events of its own by others', () => {
    const reasoning = { type: 'reasoning_text', text: 'hm' }
    const place = { item_id: 'r', output_index: 0, content_index: 0 }
    for (const name of ['content_part', 'reasoning_part']) {
      const { response } = fold([
        added(item(), 0),
        event(`${name}.added`, { ...place, part: { ...reasoning, text: '' } }),
        event('reasoning_text.delta', { ...place, delta: 'hm' }),
        event(`${name}.done`, { ...place, part: reasoning }),
        done(item({ content: [reasoning] }), 0),
        completed([item({ content: [reasoning] })]),
      ])
      expect(response.message.content).toMatchObject([{ type: 'reasoning', content: ['hm'], summary: [] }])
      expect(response.issues).toEqual([])
    }
  })

  it('keeps what a whole item does not repeat, and takes what it says otherwise', () => {
    const told = [added(item(), 0), delta('reasoning_text', 'r', 'raw', at(0, { content_index: 0 }))]
    const summary = [{ type: 'summary_text', text: 'S' }]
    const kept = fold([...told, done(item({ summary }), 0), completed()])
    expect(kept.response.message.content).toMatchObject([{ content: ['raw'] }])
    const summed = fold([
      added(item(), 0),
      delta('reasoning_summary_text', 'r', 'S', at(0, { summary_index: 0 })),
      done(item({ content: [{ type: 'reasoning_text', text: 'raw' }] }), 0),
    ])
    expect(summed.response.message.content).toMatchObject([{ summary: ['S'] }])
    const other = fold([
      ...told,
      done(item({ content: [{ type: 'reasoning_text', text: 'other' }] }), 0),
      completed(),
    ])
    expect(other.response.message.content).toMatchObject([{ content: ['other'] }])
    expect(codesOf(other.response)).toEqual(['final-value-differs'])
  })
})

describe('calls', () => {
  it('take their first id and name, and the last of their other fields', () => {
    const { response } = fold([
      added(call('f', 'c', 'add', '', { status: 'in_progress', namespace: 'n' }), 0),
      done(call('g', 'd', 'sub', '{}', { status: 'completed' }), 0),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([{ id: 'c', name: 'add' }])
    expect(response.toolCalls[0]?.extra).toEqual({ id: 'g', namespace: 'n', status: 'completed' })
  })

  it('wait for their name, and have a made id where none comes', () => {
    const { response } = fold([
      delta('function_call_arguments', 'f', '{"a":', at(0)),
      delta('function_call_arguments', 'f', '1}', at(0)),
      done(call('f', null, 'add', '{"a":1}'), 0),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([
      { id: 'call_0', synthesizedId: true, name: 'add', arguments: '{"a":1}' },
    ])
    expect(codesOf(response)).toContain('tool-call-id-missing')
  })

  it('end, though their name never comes', () => {
    const { response } = fold([delta('function_call_arguments', 'f', '{}', at(0)), completed()])
    expect(response.toolCalls).toMatchObject([{ id: 'call_0', name: '', arguments: '{}' }])
    expect(codesOf(response)).toContain('tool-call-name-missing')
  })

  it('keep the arguments that came before their name, though their item does not repeat them', () => {
    const { response } = fold([
      delta('function_call_arguments', 'f', '{"a":1}', at(0)),
      done(call('f', 'c', 'add'), 0),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([{ id: 'c', name: 'add', arguments: '{"a":1}' }])
  })

  it('are told apart though they have one call id', () => {
    const { response } = fold([
      done(call('f', 'c', 'x', '{}'), 0),
      done(call('g', 'c', 'y', '{}'), 1),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([{ id: 'c' }, { id: 'c_1', synthesizedId: true }])
    expect(codesOf(response)).toEqual(['duplicate-tool-call-id'])
  })

  it('may have an object for arguments: its text is taken', () => {
    const { response } = fold([
      added(call('f', 'c', 'x'), 0),
      done(call('f', 'c', 'x', { a: 1 }), 0),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([{ arguments: '{"a":1}', input: { right: { a: 1 } } }])
    expect(codesOf(response)).toEqual(['tool-call-arguments-object'])
  })

  it('that were announced with arguments say them if nothing else does', () => {
    const announced = added(call('f', 'c', 'x', '{"early":1}'), 0)
    const { response } = fold([announced, completed()])
    expect(response.toolCalls).toMatchObject([{ arguments: '{"early":1}' }])
    const whole = event('function_call_arguments.done', {
      item_id: 'f',
      output_index: 0,
      arguments: '{"a":1}',
    })
    expect(fold([announced, whole, completed()]).response.toolCalls).toMatchObject([{ arguments: '{"a":1}' }])
    const fragment = delta('function_call_arguments', 'f', '{"b":2}', at(0))
    expect(fold([announced, fragment, completed()]).response.toolCalls).toMatchObject([
      { arguments: '{"b":2}' },
    ])
  })

  it('of a custom tool may have their input only when it is done', () => {
    const { response } = fold([
      added({ type: 'custom_tool_call', id: 'k', call_id: 'c', name: 'sh', input: '' }, 0),
      event('custom_tool_call_input.done', { item_id: 'k', output_index: 0, input: 'ls' }),
      completed(),
    ])
    expect(response.toolCalls).toMatchObject([{ id: 'c', kind: 'custom', arguments: 'ls' }])
    expect(response.issues).toEqual([])
  })

  it('have their name from the end of their arguments, where nothing announced them', () => {
    const whole = event('function_call_arguments.done', {
      item_id: 'f',
      output_index: 0,
      name: 'x',
      arguments: '{}',
    })
    const { response } = fold([whole, completed()])
    expect(response.toolCalls).toMatchObject([{ id: 'call_0', name: 'x', arguments: '{}' }])
  })
})

describe('events', () => {
  it.each([
    'keepalive',
    'ping',
    'response.queued',
    'response.web_search_call.searching',
    'response.mcp_list_tools.failed',
  ])('of progress say nothing: %s', (type) => {
    const { response } = fold([{ type, item_id: 'x', output_index: 0 }, completed([message('m', ['Hi'])])])
    expect(response).toMatchObject({ text: 'Hi', issues: [] })
  })

  it.each([
    'response.telepathy.delta',
    'telepathy',
    '',
    42,
    undefined,
    'constructor',
    'response.output_text.sung',
  ])('of an unknown type are kept under their name, and noted: %s', (type) => {
    const { response } = fold([{ type, delta: 'x' }, completed([message('m', ['Hi'])])])
    expect(response.text).toBe('Hi')
    const name = typeof type === 'string' && type !== '' ? type : 'untyped'
    expect(Object.entries(response.metadata ?? {})).toEqual([[name, expect.objectContaining({ delta: 'x' })]])
    expect(codesOf(response)).toEqual(['unknown-event'])
  })

  it('that are odd leave the rest alone', () => {
    const { response } = fold([
      added(message('m'), 0),
      event('output_text.delta', { ...inText, delta: { not: 'text' } }),
      event('output_text.delta', { ...inText, delta: null }),
      event('content_part.added', { ...inText, part: 'odd' }),
      event('function_call_arguments.done', { item_id: 'f', arguments: null }),
      event('output_text.delta', { ...inText, delta: 'Hi' }),
      completed('odd'),
    ])
    expect(response.text).toBe('Hi')
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it('without any address belong to the last item', () => {
    const { response } = fold([
      added({ type: 'message' }),
      event('output_text.delta', { delta: 'H' }),
      event('output_text.delta', { delta: 'i' }),
      done({ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }),
      completed(),
    ])
    expect(response.message.content).toEqual([{ type: 'text', text: 'Hi' }])
    expect(response.issues).toEqual([])
  })

  it('end with the mark where no other event ended them, and without it where one did', () => {
    const { response } = fold([added(message('m'), 0), delta('output_text', 'm', 'Hi', at(0)), '[DONE]'])
    expect(response).toMatchObject({ text: 'Hi', finishReason: { kind: 'unknown' } })
    expect(codesOf(response)).toEqual(['finish-reason-missing'])
    const marked = fold([completed([message('m', ['Hi'])]), '[DONE]']).response
    expect(marked).toMatchObject({ text: 'Hi', finishReason: { kind: 'stop' } })
    expect(codesOf(marked)).toEqual(['event-after-end'])
  })

  it('may hold an error at any time, which ends the stream', () => {
    const { result } = fold([
      added(message('m'), 0),
      event('output_text.delta', { ...inText, delta: 'Hi', error: { message: 'gone', code: 502 } }),
    ])
    expect(result).toMatchObject({
      left: {
        code: 'provider-error',
        error: { message: 'gone', code: 502, status: 502 },
        partial: { text: 'Hi' },
      },
    })
  })

  it('keep an error as it came, nested or beside the type', () => {
    const error = { message: 'gone', code: 'server_error', param: null }
    const errorIn = (wire: object) => fold([wire]).result
    expect(errorIn({ type: 'error', sequence_number: 1, error })).toMatchObject({
      left: { error: { message: 'gone', retryable: true, raw: error } },
    })
    expect(errorIn({ type: 'error', ...error })).toMatchObject({
      left: { error: { message: 'gone', retryable: true, raw: { type: 'error', ...error } } },
    })
  })

  it('after an error add the counts, and no second failure', () => {
    const { result } = fold([
      { type: 'error', error: { message: 'gone' } },
      event('failed', {
        response: { status: 'failed', error: { message: 'late' }, usage: { input_tokens: 1 } },
      }),
    ])
    expect(result).toMatchObject({
      left: { error: { message: 'gone' }, partial: { usage: { inputTokens: 1 }, issues: [] } },
    })
  })
})

describe('the order of items', () => {
  it('is that of their indexes, with what a tool gave back behind its call', () => {
    const hosted = { type: 'mcp_call', id: 'p', name: 'n', arguments: '{}', output: 'ok' }
    const { response, frames } = fold([
      added(message('m'), 2),
      delta('output_text', 'm', 'Hi', at(2)),
      added(hosted, 0),
      added(call('f', 'c', 'x'), 1),
      done(hosted, 0),
      done(message('m', ['Hi']), 2),
      completed(),
    ])
    expect(response.message.content.map(({ type }) => type)).toEqual([
      'server-tool-call',
      'server-tool-result',
      'tool-call',
      'text',
    ])
    expect(response.text).toBe('Hi')
    expect(framesOfType(frames, 'reset')).toEqual([{ type: 'reset', part: 0, onward: true }])
    expect(codesOf(response)).toEqual(['output-order'])
  })

  it('is that of a call, too, which ends where it stands then', () => {
    const { response, frames } = fold([
      added(message('m'), 1),
      delta('output_text', 'm', 'Hi', at(1)),
      done(message('m', ['Hi']), 1),
      done(call('f', 'c', 'x', '{}'), 0),
      completed(),
    ])
    expect(response.message.content.map(({ type }) => type)).toEqual(['tool-call', 'text'])
    expect(framesOfType(frames, 'tool-call-complete')).toMatchObject([{ part: 0 }])
  })

  it('stays where only a result came late', () => {
    const hosted = (id: string) => ({ type: 'mcp_call', id, name: id, arguments: '{}', output: 'ok' })
    const { response, frames } = fold([
      added(hosted('p'), 0),
      added(hosted('q'), 1),
      done(hosted('q'), 1),
      done(hosted('p'), 0),
      completed(),
    ])
    expect(response.message.content.map((part) => ('id' in part ? part.id : ''))).toEqual([
      'p',
      'q',
      'q',
      'p',
    ])
    expect(framesOfType(frames, 'reset')).toEqual([])
  })
})
