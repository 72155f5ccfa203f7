import { describe, expect, it } from 'vitest'
import { codesOf } from '../../support/fold'
import { payLaws } from '../../support/pay-laws'

const start = { type: 'message-start', id: 'r', delta: { message: { role: 'assistant', content: [] } } }
const content = (said: unknown, type = 'content-delta') => ({
  type,
  index: 0,
  delta: { message: { content: said } },
})
const text = (said: string) => content({ text: said })
const thinking = (said: string) => content({ thinking: said })
const plan = (said: string) => ({ type: 'tool-plan-delta', delta: { message: { tool_plan: said } } })
const border = (type: string) => ({ type, index: 0 })
const cite = (citation: unknown) => ({
  type: 'citation-start',
  index: 0,
  delta: { message: { citations: citation } },
})
const end = (reason: unknown, more: object = {}) => ({
  type: 'message-end',
  delta: { finish_reason: reason, ...more },
})

const fold = (...events: readonly unknown[]) => payLaws('cohere', [start, ...events])
const contentOf = (...events: readonly unknown[]) => fold(...events, end('COMPLETE')).response.message.content

describe('the envelope of Cohere’s events', () => {
  it('has the id of the response, and no model', () => {
    const { response } = fold(end('COMPLETE'))
    expect(response.id).toBe('r')
    expect(response).not.toHaveProperty('model')
  })

  it.each([
    [
      'of all that was read and written',
      {
        billed_units: { input_tokens: 5, output_tokens: 1 },
        cached_tokens: 8,
        tokens: { input_tokens: 15, output_tokens: 9, reasoning_tokens: 6 },
      },
      { inputTokens: 15, outputTokens: 9, totalTokens: 24, cachedInputTokens: 8, reasoningTokens: 6 },
    ],
    [
      'of what is charged, where there are no others',
      { billed_units: { input_tokens: 5, output_tokens: 1 } },
      { inputTokens: 5, outputTokens: 1, totalTokens: 6 },
    ],
    ['that are partly there', { tokens: { output_tokens: 1 } }, { outputTokens: 1 }],
  ])('has counts %s', (_, raw, usage) => {
    expect(fold(end('COMPLETE', { usage: raw })).response.usage).toEqual({ ...usage, raw })
  })
})

describe('the content of Cohere’s events', () => {
  it('is in blocks that say where they begin and end', () => {
    expect(
      contentOf(
        content({ type: 'thinking', thinking: '' }, 'content-start'),
        thinking('hm'),
        border('content-end'),
        content({ type: 'text', text: 'a' }, 'content-start'),
        text('b'),
        border('content-end'),
        content({ type: 'text', text: '' }, 'content-start'),
        text('c'),
      ),
    ).toEqual([
      { type: 'reasoning', content: ['hm'], summary: [] },
      { type: 'text', text: 'ab' },
      { type: 'text', text: 'c' },
    ])
  })

  it('is read without borders too, and with half of them', () => {
    expect(contentOf(thinking('a'), text('b'))).toEqual([
      { type: 'reasoning', content: ['a'], summary: [] },
      { type: 'text', text: 'b' },
    ])
    expect(contentOf(text('a'), content({ type: 'text', text: '' }, 'content-start'), text('b'))).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
  })

  it('keeps plan and thinking apart', () => {
    expect(contentOf(thinking('a'), plan('b'), plan('c'), thinking('d'))).toEqual([
      { type: 'reasoning', content: ['a'], summary: [] },
      { type: 'reasoning', content: ['bc'], summary: [], extra: { type: 'tool_plan' } },
      { type: 'reasoning', content: ['d'], summary: [] },
    ])
  })

  it('may stand in lists, as in the first event', () => {
    const message = { content: [{ type: 'text', text: 'a' }], tool_plan: 'p', citations: [], tool_calls: [] }
    expect(contentOf({ type: 'message-start', delta: { message } })).toEqual([
      { type: 'reasoning', content: ['p'], summary: [], extra: { type: 'tool_plan' } },
      { type: 'text', text: 'a' },
    ])
  })

  it('keeps what it does not know: pieces whole, fields with their piece, the message and the delta', () => {
    const image = { type: 'image_url', image_url: { url: 'u' } }
    const { response } = fold(
      content({ text: 'a', language: 'en' }),
      content({ thinking: 'b', style: 's' }),
      content(image),
      content('odd'),
      { type: 'content-delta', delta: { message: { mood: 'm' }, timing: 1 }, trace: 't' },
      { type: 'debug', prompt: 'p' },
      end('COMPLETE'),
    )
    expect(response.message).toEqual({
      role: 'assistant',
      provider: 'cohere',
      content: [
        { type: 'text', text: 'a', extra: { language: 'en' } },
        { type: 'reasoning', content: ['b'], summary: [], extra: { style: 's' } },
        { type: 'unknown', raw: image },
        { type: 'unknown', raw: 'odd' },
      ],
      extra: { mood: 'm' },
    })
    expect(response.metadata).toEqual({ trace: 't', prompt: 'p', timing: 1 })
  })

  it.each([
    { type: 'text', text: 7 },
    { type: 'thinking', thinking: ['a'] },
    { thinking: 'a', text: {} },
  ])('keeps %j, whose text is none, as it is', (piece) => {
    expect(contentOf(content(piece), content([piece]))).toEqual(
      Array(2).fill({ type: 'unknown', raw: piece }),
    )
  })

  it('keeps a plan that is no text', () => {
    const odd = { type: 'tool-plan-delta', delta: { message: { tool_plan: 7 } } }
    expect(contentOf(odd, plan(''))).toEqual([{ type: 'unknown', raw: { tool_plan: 7 } }])
  })

  it('may carry think tags, where the caller says so; what may be one is held back until a block ends or is cited', () => {
    const { response } = payLaws(
      'cohere',
      [
        text('<thi'),
        text('nk>plan</think>go</th'),
        border('content-end'),
        text('<t'),
        cite('c'),
        end('COMPLETE'),
      ],
      { thinkTags: true },
    )
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: ['plan'], summary: [] },
      { type: 'text', text: 'go</th' },
      { type: 'text', text: '<t', citations: ['c'] },
    ])
  })

  it('has token probabilities', () => {
    const logprobs = { text: 'a', token_ids: [1], logprobs: [-1] }
    const { response } = fold({ ...text('a'), logprobs }, end('COMPLETE'))
    expect(response.logprobs).toEqual({ content: [logprobs] })
    expect(response.metadata).toBeUndefined()
  })
})

describe('citations', () => {
  const cited = { start: 0, end: 1, text: 'a', sources: [], type: 'TEXT_CONTENT' }

  it('belong to the text that is open', () => {
    expect(contentOf(text('a'), cite(cited), border('citation-end'), text('b'))).toEqual([
      { type: 'text', text: 'ab', citations: [cited] },
    ])
  })

  it.each([
    ['of the thinking', { ...cited, type: 'THINKING_CONTENT' }],
    ['of the plan', { ...cited, type: 'PLAN' }],
  ])('%s are parts of their own', (_, citation) => {
    expect(contentOf(text('a'), cite(citation))).toEqual([
      { type: 'text', text: 'a' },
      { type: 'source', start: 0, end: 1, raw: citation },
    ])
  })

  it('that come after their text has ended are parts of their own, odd ones too', () => {
    expect(contentOf(text('a'), border('content-end'), cite([cited, 'odd']))).toEqual([
      { type: 'text', text: 'a' },
      { type: 'source', start: 0, end: 1, raw: cited },
      { type: 'source', raw: 'odd' },
    ])
  })
})

describe('tool calls', () => {
  const call = (type: string, index: number, entry: unknown) => ({
    type,
    index,
    delta: { message: { tool_calls: entry } },
  })

  it('are told apart by their index', () => {
    const { response } = fold(
      call('tool-call-start', 0, { id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
      call('tool-call-start', 1, { id: 'b', type: 'function', function: { name: 'g', arguments: '' } }),
      call('tool-call-delta', 0, { function: { arguments: '{"x"' } }),
      call('tool-call-delta', 1, { function: { arguments: '{}' } }),
      call('tool-call-delta', 0, { function: { arguments: ':1}' } }),
      border('tool-call-end'),
      end('TOOL_CALL'),
    )
    expect(response.toolCalls.map(({ id, name, arguments: said }) => [id, name, said])).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'g', '{}'],
    ])
    expect(codesOf(response)).toEqual([])
  })

  it('are cut by a limit, not by their end event', () => {
    const { response } = fold(
      call('tool-call-start', 0, { id: 'a', function: { name: 'f', arguments: '{"x' } }),
      border('tool-call-end'),
      end('MAX_TOKENS'),
    )
    expect(response.toolCalls[0]?.input).toMatchObject({ left: { code: 'incomplete' } })
  })

  it('may stand in a list, where each can have an index of its own', () => {
    const entries = ['a', 'b'].map((id, index) => ({ id, index, function: { name: 'f', arguments: '{}' } }))
    const { response } = fold(call('tool-call-start', 0, entries), end('TOOL_CALL'))
    expect(response.toolCalls.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(codesOf(response)).toEqual([])
  })

  it('that are odd are told', () => {
    expect(codesOf(fold(call('tool-call-start', 0, 'odd'), end('COMPLETE')).response)).toEqual([
      'tool-call-malformed',
    ])
  })
})

describe('the end', () => {
  it.each([
    ['COMPLETE', 'stop'],
    ['STOP_SEQUENCE', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['ERROR_TOXIC', 'content-filter'],
    ['USER_CANCEL', 'other'],
  ])('%s is %s', (raw, kind) => {
    expect(fold(text('a'), end(raw)).response.finishReason).toEqual({ kind, raw })
  })

  it.each(['ERROR', 'TIMEOUT'])('%s fails the response', (raw) => {
    expect(fold(text('a'), end(raw)).result).toMatchObject({
      left: {
        code: 'provider-error',
        error: { retryable: true },
        partial: { finishReason: { kind: 'error', raw } },
      },
    })
  })

  it('may bring an error', () => {
    const { result } = fold(
      text('a'),
      end('ERROR', { error: 'internal', usage: { tokens: { input_tokens: 1 } } }),
    )
    expect(result).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'internal',
        error: { code: 'ERROR', retryable: true, raw: { error: 'internal' } },
        partial: { text: 'a', usage: { inputTokens: 1 } },
      },
    })
  })

  it.each([
    ['has an empty one', end('')],
    ['has none', { type: 'message-end' }],
  ])('is the end of the response, though it %s for a reason', (_, last) => {
    const { result, response } = fold(text('a'), last)
    expect(result._tag).toBe('Right')
    expect(response.finishReason).toEqual({ kind: 'unknown' })
    expect(codesOf(response)).toEqual(['finish-reason-missing'])
  })

  it('has no use for a reason that is no text, nor for a blank error', () => {
    expect(codesOf(fold(text('a'), end(7)).response)).toEqual(['malformed-event', 'finish-reason-missing'])
    expect(fold(text('a'), end('COMPLETE', { error: '' })).result._tag).toBe('Right')
  })

  it('that does not come leaves the response incomplete', () => {
    expect(fold(text('a')).result).toMatchObject({ left: { code: 'incomplete-stream' } })
  })

  it('should be the end of the content', () => {
    const { response } = fold(text('a'), end('COMPLETE'), text('b'))
    expect(response.text).toBe('ab')
    expect(codesOf(response)).toEqual(['content-after-finish'])
  })
})

describe('odd events', () => {
  it.each([
    ['an error', { error: { message: 'no' } }],
    ['an event that is one', { type: 'error', message: 'no' }],
  ])('fail the stream: %s', (_, event) => {
    expect(fold(text('a'), event).result).toMatchObject({ left: { code: 'provider-error', message: 'no' } })
  })

  it('by the names of the v1 API are kept as they came, and told', () => {
    const older = { is_finished: false, event_type: 'text-generation', text: 'Hi' }
    const { response } = fold(older, { ...older, type: 'text-generation' }, end('COMPLETE'))
    expect(response.message.content).toEqual([
      { type: 'unknown', raw: older },
      { type: 'unknown', raw: { ...older, type: 'text-generation' } },
    ])
    expect(response.issues.map(({ code, count }) => [code, count])).toEqual([['unknown-event', 2]])
  })

  it('are told: a delta and a message that are none, a type that is unknown', () => {
    const { response } = fold(
      { type: 'content-delta', delta: 'odd' },
      { type: 'content-delta', delta: { message: 'odd' } },
      { type: 'new-thing', index: 3 },
      text('a'),
      end('COMPLETE'),
    )
    expect(response.text).toBe('a')
    expect(response.message.content[0]).toEqual({ type: 'unknown', raw: { type: 'new-thing', index: 3 } })
    expect(response.issues.map(({ code, count }) => [code, count])).toEqual([
      ['malformed-event', 2],
      ['unknown-event', 1],
    ])
  })
})

describe('an answer of Cohere that was not streamed', () => {
  const usage = { tokens: { input_tokens: 1, output_tokens: 2 } }
  const ofThinking = { start: 0, end: 1, content_index: 0, type: 'THINKING_CONTENT' }
  const ofText = { start: 0, end: 2, content_index: 1, type: 'TEXT_CONTENT' }
  const ofPlan = { start: 0, end: 3, type: 'PLAN' }
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{"a":1}' } })
  const logprobs = [
    { text: 'a', token_ids: [1] },
    { text: 'b', token_ids: [2] },
  ]

  it('is what a stream of it is, and says so', () => {
    const whole = {
      id: 'r',
      finish_reason: 'TOOL_CALL',
      message: {
        role: 'assistant',
        tool_plan: 'p',
        content: [
          { type: 'thinking', thinking: 't' },
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
        citations: [ofText, ofThinking, ofPlan],
        tool_calls: [call('c'), call('d')],
        mood: 'm',
      },
      usage,
      logprobs,
      trace: 'x',
    }
    const called = (id: string, index: number) => ({
      type: 'tool-call-start',
      index,
      delta: { message: { tool_calls: call(id) } },
    })
    const streamed = fold(
      { type: 'message-start', delta: { message: { mood: 'm' } } },
      plan('p'),
      content({ type: 'thinking', thinking: '' }, 'content-start'),
      thinking('t'),
      cite(ofThinking),
      border('content-end'),
      content({ type: 'text', text: '' }, 'content-start'),
      { ...text('a'), logprobs: logprobs[0] },
      cite(ofText),
      border('content-end'),
      content({ type: 'text', text: '' }, 'content-start'),
      { ...text('b'), logprobs: logprobs[1] },
      cite(ofPlan),
      border('content-end'),
      called('c', 0),
      called('d', 1),
      { ...end('TOOL_CALL', { usage }), trace: 'x' },
    )
    const { response, result } = payLaws('cohere', [whole])
    expect(result._tag).toBe('Right')
    expect(codesOf(response)).toEqual(['whole-message'])
    expect(codesOf(streamed.response)).toEqual([])
    expect({ ...response, issues: [] }).toEqual(streamed.response)
  })

  it.each<[string, object, object[]]>([
    ['that says nothing', {}, []],
    ['of nothing but a citation', { citations: ofPlan }, [{ type: 'source', start: 0, end: 3, raw: ofPlan }]],
    [
      'with a citation that does not say of which piece it is',
      { content: [{ type: 'text', text: 'a' }], citations: [7, { content_index: 9 }] },
      [{ type: 'text', text: 'a', citations: [7, { content_index: 9 }] }],
    ],
  ])('may be one %s', (_, message, expected) => {
    const { response, result } = payLaws('cohere', [{ id: 'r', finish_reason: 'COMPLETE', message }])
    expect(result._tag).toBe('Right')
    expect(response.message.content).toEqual(expected)
    expect(codesOf(response)).toEqual(['whole-message'])
  })

  it('counts only where nothing of it came before', () => {
    const whole = { finish_reason: 'COMPLETE', message: { content: [{ type: 'text', text: 'b' }] } }
    const { response } = fold(text('a'), whole, end('COMPLETE'))
    expect(response.message.content).toEqual([{ type: 'text', text: 'a' }])
    expect(codesOf(response)).toEqual([])
  })
})
