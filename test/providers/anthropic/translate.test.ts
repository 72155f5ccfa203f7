import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { callsOf, codesOf, framesOfType } from '../../support/fold'
import {
  blockDelta,
  blockStart,
  blockStop,
  ending,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  signatureDelta,
  textBlock,
  textDelta,
  thinkingDelta,
  toolBlock,
} from '../../support/messages'
import { payLaws } from '../../support/pay-laws'

const fold = (...events: readonly unknown[]) => payLaws('anthropic', events)

describe('a block', () => {
  it('keeps what else it has, for sending it back', () => {
    const { response } = fold(
      messageStart(),
      blockStart(0, { type: 'text', text: 'a', x: 1 }),
      blockStop(0),
      blockStart(1, { type: 'thinking', thinking: 'b', signature: '', x: 2 }),
      blockStop(1),
      blockStart(2, { type: 'redacted_thinking', data: 'D', x: 3 }),
      blockStop(2),
      ...toolBlock(3, [], { caller: { type: 'direct' } }),
      ...toolBlock(4, [], { type: 'mcp_tool_use', server_name: 's' }),
      ...ending('tool_use'),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a', extra: { x: 1 } },
      { type: 'reasoning', content: ['b'], summary: [], extra: { x: 2 } },
      { type: 'reasoning', content: [], summary: [], encrypted: 'D', extra: { x: 3 } },
      expect.objectContaining({ type: 'tool-call', id: 't3', extra: { caller: { type: 'direct' } } }),
      {
        type: 'server-tool-call',
        id: 't4',
        name: 'add',
        input: {},
        raw: { type: 'mcp_tool_use', server_name: 's' },
      },
    ])
  })

  it('of a kind that is not known is held until it stops, and grows by its deltas', () => {
    const start = [
      messageStart(),
      blockStart(0, { type: 'hologram', text: 'a', n: 1, list: [1] }),
      blockDelta(0, { type: 'text_delta', text: 'b', n: 2, list: [2], more: 'c', none: null }),
    ]
    const raw = { type: 'hologram', text: 'ab', n: 2, list: [2], more: 'c' }
    const { frames, response } = fold(...start, blockStop(0), ...ending())
    expect(framesOfType(frames, 'part')).toEqual([
      { type: 'part', part: 0, content: { type: 'unknown', raw } },
    ])
    expect(response.text).toBe('')
    expect(response.metadata, 'nothing of a delta stands beside it').toBeUndefined()
    expect(fold(...start).response.message.content, 'or until the stream ends').toEqual([
      { type: 'unknown', raw },
    ])
  })

  it('of a kind that is not known, whose deltas come between those of another, is told again as it is then', () => {
    const start = [
      messageStart(),
      blockStart(0, { type: 'hologram', text: 'a' }),
      blockStart(1, { type: 'text', text: '' }),
    ]
    const hologram = (text: string) => ({ type: 'unknown', raw: { type: 'hologram', text } })
    const interleaved = fold(...start, textDelta(1, 'x'), blockStop(0), blockStop(1), ...ending())
    expect(interleaved.response.message.content).toEqual([hologram('a'), { type: 'text', text: 'x' }])
    expect(codesOf(interleaved.response)).toEqual([])
    const growing = [...start, blockDelta(0, { type: 'x_delta', text: 'b' }), textDelta(1, 'x')]
    for (const rest of [[blockStop(0), blockStop(1)], [blockStop(1)], []]) {
      const { response } = fold(...growing, ...rest, ...ending())
      expect(response.message.content).toEqual([hologram('ab'), { type: 'text', text: 'x' }])
      expect(codesOf(response)).toContain('final-value-differs')
    }
  })

  it('of a kind that is not known stands before a delta that no block takes', () => {
    const { response } = fold(
      messageStart(),
      blockStart(0, { type: 'hologram' }),
      blockDelta(5, { type: 'x_delta', n: 1 }),
      blockStop(0),
      ...ending(),
    )
    expect(response.message.content).toEqual([
      { type: 'unknown', raw: { type: 'hologram' } },
      { type: 'unknown', raw: { type: 'x_delta', n: 1 } },
    ])
    expect(codesOf(response)).toEqual(['block-not-open'])
  })

  it('has keys that were prototypes once as data', () => {
    const raw = JSON.parse('{"type":"x","__proto__":{"polluted":true},"constructor":"a"}')
    const delta = JSON.parse('{"type":"x_delta","__proto__":{"polluted":1},"constructor":"b"}')
    const { response } = fold(
      messageStart(),
      blockStart(0, raw),
      blockDelta(0, delta),
      blockStop(0),
      ...ending(),
    )
    const [part] = response.message.content
    expect(JSON.stringify(part)).toBe(
      '{"type":"unknown","raw":{"type":"x","__proto__":{"polluted":1},"constructor":"ab"}}',
    )
    expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
  })

  it('at an index in use ends the one that was there', () => {
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a').slice(0, -1),
      ...textBlock(0, 'b'),
      ...toolBlock(1, ['{"a":1}']).slice(0, -1),
      ...toolBlock(1, ['{"a":2}'], { id: 't2' }),
      ...ending('tool_use'),
    )
    expect(response.message.content.map(({ type }) => type)).toEqual([
      'text',
      'text',
      'tool-call',
      'tool-call',
    ])
    expect(callsOf(response)).toMatchObject([{ input: { a: 1 } }, { input: { a: 2 } }])
    expect(codesOf(response)).toEqual(['block-index-reused'])
  })

  it('may have an index that was used and is free again', () => {
    const { response } = fold(messageStart(), ...textBlock(0, 'a'), ...textBlock(0, 'b', 'c'), ...ending())
    expect(response.text).toBe('abc')
    expect(codesOf(response)).toEqual([])
  })

  it.each([undefined, null, '0', -1, 0.5, {}])('without a usable index is the last one: %j', (index) => {
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a'),
      ...textBlock(index, 'b', 'c'),
      ...ending(),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'bc' },
    ])
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it('without an index ends none of the others', () => {
    const start = (text: string) => blockStart(undefined, { type: 'text', text })
    const { response } = fold(messageStart(), start('a'), start('b'), textDelta(undefined, 'c'), ...ending())
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'bc' },
    ])
    expect(codesOf(response)).toEqual(['malformed-event', 'block-not-stopped'])
  })

  it('with a result of the provider’s is that result, also where it holds none', () => {
    const raw = { type: 'new_tool_result', tool_use_id: 's1' }
    const { response } = fold(messageStart(), blockStart(0, raw), blockStop(0), ...ending())
    expect(response.message.content).toEqual([{ type: 'server-tool-result', id: 's1', output: null, raw }])
  })

  it('that is no object is left out, as is its delta', () => {
    const { response } = fold(messageStart(), blockStart(0, 'text'), blockDelta(0, null), ...ending())
    expect(response.message.content).toEqual([])
    expect(response.issues).toMatchObject([{ code: 'malformed-event', count: 2 }])
  })

  it('that was never stopped is ended with the message', () => {
    const { response } = fold(
      messageStart(),
      ...toolBlock(0, [], { type: 'server_tool_use', input: { q: 1 } }).slice(0, -1),
      blockStart(1, { type: 'thinking', thinking: 'b' }),
      signatureDelta(1, 'S'),
      ...textBlock(2, 'a').slice(0, -1),
      ...ending(),
    )
    expect(response.message.content).toMatchObject([
      { type: 'server-tool-call', input: { q: 1 } },
      { type: 'reasoning', content: ['b'], signature: 'S' },
      { type: 'text', text: 'a' },
    ])
    expect(codesOf(response)).toEqual(['block-not-stopped'])
  })
})

describe('a delta', () => {
  it('that does not fit its open block is kept as it came', () => {
    const misfits = [
      { type: 'thinking_delta', thinking: 'x' },
      { type: 'input_json_delta', partial_json: 'x' },
      { type: 'new_delta', x: 1 },
      { text: 'no type' },
    ]
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a').slice(0, -1),
      ...misfits.map((delta) => blockDelta(0, delta)),
      blockStart(1, { type: 'thinking', thinking: '' }),
      textDelta(1, 'y'),
      blockStop(1),
      ...toolBlock(2, []).slice(0, -1),
      textDelta(2, 'z'),
      blockStop(2),
      blockStop(0),
      ...ending('tool_use'),
    )
    const kept = response.message.content.flatMap((part) => (part.type === 'unknown' ? [part.raw] : []))
    expect(kept).toEqual([...misfits, { type: 'text_delta', text: 'y' }, { type: 'text_delta', text: 'z' }])
    expect(response.text).toBe('a')
    expect(codesOf(response)).toEqual(['block-not-open'])
  })

  it('for thinking that is not open opens some', () => {
    const { response } = fold(messageStart(), thinkingDelta(0, 'a'), signatureDelta(0, 'S'), ...ending())
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: ['a'], summary: [], signature: 'S' },
    ])
  })

  it('for a call that is stopped goes to that call: calls end with the stream', () => {
    const { response } = fold(
      messageStart(),
      ...toolBlock(0, ['{"a":']),
      ...toolBlock(1, ['{"b":']),
      inputDelta(0, '1}'),
      inputDelta(1, '2}'),
      ...ending('tool_use'),
    )
    expect(callsOf(response)).toMatchObject([{ input: { a: 1 } }, { input: { b: 2 } }])
    expect(codesOf(response)).toEqual(['block-not-open'])
  })

  it('may tell of the stream beside its fragment; that does not go back with the block', () => {
    const { response } = fold(
      messageStart(),
      blockStart(0, { type: 'thinking', thinking: '' }),
      thinkingDelta(0, 'a', { estimated_tokens: 10 }),
      thinkingDelta(0, 'b', { estimated_tokens: 20 }),
      { ...blockStop(0), x: 1 },
      ...ending(),
    )
    expect(response.message.content).toEqual([{ type: 'reasoning', content: ['ab'], summary: [] }])
    expect(response.metadata).toEqual({ estimated_tokens: 20, x: 1 })
  })

  it('after a stop reason is taken', () => {
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a').slice(0, -1),
      messageDelta({ stop_reason: 'end_turn' }),
      textDelta(0, 'b'),
      blockStop(0),
      messageStop,
    )
    expect(response.text).toBe('ab')
    expect(codesOf(response)).toEqual(['content-after-finish'])
  })
})

describe('a call', () => {
  it('without an id, or with one that another has, gets its own', () => {
    const { response } = fold(
      messageStart(),
      ...toolBlock(0, [], { id: 'a' }),
      ...toolBlock(1, [], { id: 'a' }),
      ...toolBlock(2, [], { id: null }),
      ...ending('tool_use'),
    )
    expect(response.toolCalls).toMatchObject([
      { id: 'a' },
      { id: 'a_1', synthesizedId: true },
      { id: 'call_2', synthesizedId: true },
    ])
    expect(codesOf(response)).toEqual(['duplicate-tool-call-id', 'tool-call-id-missing'])
  })

  it.each(['tool_use', 'server_tool_use'])(
    'has the input of its start where fragments are blank: %s',
    (type) => {
      const { response } = fold(
        messageStart(),
        ...toolBlock(0, ['', ' '], { type, input: { a: 1 } }),
        ...ending('tool_use'),
      )
      const [part] = response.message.content
      const input = { a: 1 }
      expect(part).toMatchObject(type === 'tool_use' ? { input: E.right(input) } : { input })
      expect(codesOf(response)).not.toContain('tool-call-arguments-object')
    },
  )

  it('without a name is there all the same', () => {
    const { response } = fold(
      messageStart(),
      ...toolBlock(0, ['{"a":1}'], { name: null }),
      ...textBlock(1, 'b'),
      ...ending('tool_use'),
    )
    expect(response.message.content.map(({ type }) => type)).toEqual(['text', 'tool-call'])
    expect(callsOf(response)).toEqual([{ id: 't0', name: '', arguments: '{"a":1}', input: { a: 1 } }])
    expect(codesOf(response)).toEqual(['tool-call-name-missing'])
  })
})

describe('a message', () => {
  it('may hold whole blocks in its start', () => {
    const call = { type: 'tool_use', id: 't', name: 'roll', input: { player: 1 }, caller: { type: 'direct' } }
    const { response, result } = fold(
      messageStart({
        content: [{ type: 'text', text: 'a' }, call],
        stop_reason: 'tool_use',
        container: { id: 'c' },
      }),
      messageStop,
    )
    expect(E.isRight(result)).toBe(true)
    expect(response.text).toBe('a')
    expect(callsOf(response)).toEqual([
      { id: 't', name: 'roll', arguments: '{"player":1}', input: { player: 1 } },
    ])
    expect(response.finishReason).toEqual({ kind: 'tool-calls', raw: 'tool_use' })
    expect(response.metadata).toEqual({ container: { id: 'c' } })
    expect(codesOf(response)).toEqual([])
  })

  it('may come whole, from a server that does not stream', () => {
    const { response, result } = fold({
      ...(messageStart({ content: [{ type: 'text', text: 'a' }], stop_reason: 'end_turn' })[
        'message'
      ] as object),
      usage: { input_tokens: 1, output_tokens: 2 },
    })
    expect(E.isRight(result)).toBe(true)
    expect(response).toMatchObject({ id: 'm1', text: 'a', usage: { totalTokens: 3 } })
    expect(codesOf(response)).toEqual(['whole-message'])
    const unreasoned = fold({ type: 'message', content: [{ type: 'text', text: 'a' }] })
    expect(unreasoned.result, 'and is the end by itself').toMatchObject(E.right({ text: 'a' }))
  })

  it('that starts again takes back what it said', () => {
    const { response, frames } = fold(
      messageStart({ id: 'm1', usage: { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 2 } }),
      ...textBlock(0, 'a'),
      ...toolBlock(1, ['{"a"']),
      messageStart({ id: 'm2', usage: { input_tokens: 6 } }),
      ...textBlock(0, 'b'),
      ...ending(),
    )
    expect(response.message.content).toEqual([{ type: 'text', text: 'b' }])
    expect(response).toMatchObject({ id: 'm2', usage: { inputTokens: 6, raw: { input_tokens: 6 } } })
    expect(framesOfType(frames, 'reset')).toEqual([{ type: 'reset', part: 0, onward: true }])
    expect(codesOf(response)).toEqual(['message-restarted'])
  })

  it('that starts twice before it says anything takes nothing back', () => {
    const { response, frames } = fold(messageStart(), messageStart(), ...textBlock(0, 'a'), ...ending())
    expect(response.text).toBe('a')
    expect(framesOfType(frames, 'reset')).toEqual([])
    expect(codesOf(response)).toEqual(['message-restarted'])
  })

  it('may start late, or never', () => {
    const late = fold(...textBlock(0, 'a'), messageStart(), ...ending()).response
    expect(late).toMatchObject({ id: 'm1', text: 'a', issues: [] })
    expect(fold(...textBlock(0, 'a'), ...ending()).response).toMatchObject({ text: 'a', issues: [] })
  })

  it.each([undefined, null, 'message', []])('that is no object still starts: %j', (message) => {
    const { response } = fold({ type: 'message_start', message }, ...textBlock(0, 'a'), ...ending())
    expect(response.text).toBe('a')
  })

  it('may get several stop reasons, and the last one counts', () => {
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a'),
      messageDelta({ stop_reason: 'end_turn', stop_sequence: 'x' }),
      messageDelta({ stop_reason: 'max_tokens' }),
      messageDelta({ stop_reason: null }),
      messageDelta({ stop_reason: '' }),
      { type: 'message_delta', delta: null },
      messageStop,
    )
    expect(response.finishReason).toEqual({ kind: 'length', raw: 'max_tokens' })
    expect(response.metadata).toEqual({ stop_sequence: 'x' })
    expect(codesOf(response)).toEqual(['finish-reason-repeated'])
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'pause'],
    ['compaction', 'pause'],
    ['refusal', 'refusal'],
    ['new_reason', 'other'],
  ])('that stops by %s ended by %s', (raw, kind) => {
    expect(fold(messageStart(), ...ending(raw)).response.finishReason).toEqual({ kind, raw })
  })

  it.each([
    ['end_turn', 'tool-calls'],
    ['stop_sequence', 'tool-calls'],
    ['max_tokens', 'length'],
    ['pause_turn', 'pause'],
    ['refusal', 'refusal'],
  ])('with a call that stops by %s ended by %s', (raw, kind) => {
    const { finishReason } = fold(messageStart(), ...toolBlock(0, []), ...ending(raw)).response
    expect(finishReason).toEqual({ kind, raw })
  })

  it('says who answers after a fallback', () => {
    const block = { type: 'fallback', from: { model: 'claude' }, to: { model: 'other' } }
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a'),
      blockStart(1, block),
      blockStop(1),
      ...textBlock(2, 'b'),
      ...ending(),
    )
    expect(response).toMatchObject({ model: 'other', text: 'ab' })
    const odd = fold(messageStart(), blockStart(0, { ...block, to: null }), blockStop(0), ...ending())
    expect(odd.response.model).toBe('claude')
    const nameless = fold(messageStart(), blockStart(0, { ...block, to: {} }), blockStop(0), ...ending())
    expect(nameless.response.model).toBe('claude')
    const other = { ...block, type: 'handover' }
    const unknown = fold(messageStart(), blockStart(0, other), blockStop(0), ...ending())
    expect(unknown.response.model, 'which no other block says').toBe('claude')
  })

  describe('in which a model declined', () => {
    const fallback = (index: number) => [
      blockStart(index, { type: 'fallback', from: { model: 'claude' }, to: { model: 'other' } }),
      blockStop(index),
    ]

    it('has calls of it that are not to be run, and those of the next one that are', () => {
      const { response, frames } = fold(
        messageStart(),
        ...toolBlock(0, ['{"a":1}']),
        ...fallback(1),
        ...toolBlock(2, ['{"a":2}']),
        ...fallback(3),
        ...toolBlock(4, ['{"a":3}']),
        ...ending('tool_use'),
      )
      expect(callsOf(response)).toEqual([
        { id: 't0', name: 'add', arguments: '{"a":1}', error: 'incomplete' },
        { id: 't2', name: 'add', arguments: '{"a":2}', error: 'incomplete' },
        { id: 't4', name: 'add', arguments: '{"a":3}', input: { a: 3 } },
      ])
      expect(framesOfType(frames, 'tool-call-complete').map(({ part }) => part)).toEqual([0, 2, 4])
      expect(codesOf(response)).toEqual([])
    })

    it('has calls of it that are not to be run where the next one declines too', () => {
      const { response } = fold(
        messageStart(),
        ...toolBlock(0, ['{"a":1}']),
        ...fallback(1),
        ...ending('refusal'),
      )
      expect(callsOf(response)).toMatchObject([{ arguments: '{"a":1}', error: 'incomplete' }])
    })

    it('has calls of it that were never stopped, lack an id or have another’s', () => {
      const { response } = fold(
        messageStart(),
        ...toolBlock(0, [], { id: '', input: { a: 0 } }),
        ...toolBlock(1, ['{}'], { id: 'same' }),
        ...toolBlock(2, ['{}'], { id: 'same' }),
        ...toolBlock(3, [], { input: { a: 3 } }).slice(0, -1),
        ...fallback(4),
        inputDelta(3, '{"a":4}'),
        ...toolBlock(5, ['{}'], { id: 'same' }),
        ...ending('tool_use'),
      )
      expect(callsOf(response)).toMatchObject([
        { id: 'call_0', arguments: '{"a":0}', error: 'incomplete' },
        { id: 'same', error: 'incomplete' },
        { id: 'same_2', error: 'incomplete' },
        { id: 't3', arguments: '{"a":3}', error: 'incomplete' },
        { id: 'same_4', input: {} },
      ])
      expect(response.message.content).toContainEqual({
        type: 'unknown',
        raw: { type: 'input_json_delta', partial_json: '{"a":4}' },
      })
      expect(codesOf(response)).toEqual([
        'block-not-stopped',
        'block-not-open',
        'tool-call-id-missing',
        'duplicate-tool-call-id',
        'duplicate-tool-call-id',
      ])
    })

    it('has calls of it without a name, which are none to run', () => {
      const { response } = fold(
        messageStart(),
        ...toolBlock(0, ['{}'], { name: '' }),
        ...fallback(1),
        ...ending(),
      )
      expect(callsOf(response)).toMatchObject([{ id: 't0', name: '' }])
      expect(codesOf(response)).toContain('tool-call-name-missing')
    })
  })

  it('has its cost where a gateway says it, and its service tier', () => {
    const { response } = fold(
      messageStart({ usage: { input_tokens: 1, service_tier: 'priority' } }),
      messageDelta({ stop_reason: 'end_turn' }, { output_tokens: 2, cost: 0.000112 }),
      messageStop,
    )
    expect(response.cost).toEqual({ source: 'provider', currency: 'USD', totalCost: '0.000112' })
    expect(response.metadata).toEqual({ service_tier: 'priority' })
  })

  it('has Bedrock’s metrics beside its own counts, or in their place', () => {
    const metrics = { inputTokenCount: 14, outputTokenCount: 7, invocationLatency: 869 }
    const stop = { type: 'message_stop', 'amazon-bedrock-invocationMetrics': metrics }
    const counted = fold(messageStart({ usage: { input_tokens: 14, output_tokens: 10 } }), stop).response
    expect(counted).toMatchObject({
      usage: { outputTokens: 10, raw: { input_tokens: 14, output_tokens: 10 } },
      metadata: { 'amazon-bedrock-invocationMetrics': metrics },
    })
    const uncounted = fold(messageStart(), stop).response
    expect(uncounted.usage).toEqual({ inputTokens: 14, outputTokens: 7, totalTokens: 21, raw: metrics })
  })
})

describe('an event', () => {
  it('of a type that is not known is kept as metadata, also where it says nothing', () => {
    const { response } = fold(messageStart(), { type: 'beat', n: 1 }, { type: 'rest' }, ...ending())
    expect(response.metadata).toEqual({ beat: { n: 1 }, rest: {} })
    expect(response.issues).toMatchObject([{ code: 'unknown-event', count: 2 }])
  })

  it('may stop a block after the stop reason', () => {
    const { response } = fold(
      messageStart(),
      ...textBlock(0, 'a').slice(0, -1),
      messageDelta({ stop_reason: 'end_turn' }),
      blockStop(0),
      messageStop,
    )
    expect(response).toMatchObject({ text: 'a', issues: [] })
  })

  it.each([{}, { type: 7 }, { type: '' }, { type: null }])('without a type is left out: %j', (event) => {
    const { response } = fold(messageStart(), event, ...textBlock(0, 'a'), ...ending())
    expect(response.text).toBe('a')
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it('of a type that was a prototype key once is data', () => {
    const event = { type: '__proto__', polluted: true }
    const { response } = fold(messageStart(), event, ...textBlock(0, 'a'), ...ending())
    expect(JSON.stringify(response.metadata)).toBe('{"__proto__":{"polluted":true}}')
    expect({}).not.toHaveProperty('polluted')
  })

  it('stops no block that is not open', () => {
    const { response } = fold(messageStart(), blockStop(3), ...textBlock(0, 'a'), blockStop(0), ...ending())
    expect(response.issues).toMatchObject([{ code: 'block-not-open', count: 2 }])
  })
})

describe('a field of another type than it should be', () => {
  it.each([
    ['text', [...textBlock(0).slice(0, -1), textDelta(0, 5)]],
    ['thinking', [blockStart(0, { type: 'thinking', thinking: '' }), thinkingDelta(0, {})]],
    ['a signature', [blockStart(0, { type: 'thinking', thinking: '' }), signatureDelta(0, 5)]],
    ['the input of a call', [...toolBlock(0, []).slice(0, -1), inputDelta(0, 5)]],
    ['text of a start', [blockStart(0, { type: 'text', text: 5 })]],
    ['citations of a start', [blockStart(0, { type: 'text', text: '', citations: 'a' })]],
    ['thinking of a start', [blockStart(0, { type: 'thinking', thinking: 5 })]],
    ['data of a start', [blockStart(0, { type: 'redacted_thinking', data: 5 })]],
    ['the id of a call', toolBlock(0, [], { id: 5 })],
    ['the name of a call of the provider', toolBlock(0, [], { type: 'server_tool_use', name: {} })],
    ['the stop reason', [messageDelta({ stop_reason: 5 })]],
    ['usage', [{ ...messageDelta({}), usage: 5 }]],
    ['the delta of a message', [{ type: 'message_delta', delta: 5 }]],
    ['a message', [{ type: 'message_start', message: 'm' }]],
    ['the content of a message', [messageStart({ content: 'a' })]],
    ['the id of a message', [messageStart({ id: 5 })]],
    ['the model of a message', [messageStart({ model: 5 })]],
  ])('leaves an issue: %s', (_, events) => {
    expect(codesOf(fold(...events, ...ending()).response)).toContain('malformed-event')
  })

  it.each([
    ['text', [...textBlock(0).slice(0, -1), textDelta(0, null)]],
    ['what a start has', [blockStart(0, { type: 'text', text: null, citations: null })]],
    ['what a message has', [messageStart({ id: null, model: null, content: null, usage: null })]],
    ['what the end of a message has', [{ type: 'message_delta', delta: null, usage: null }]],
  ])('may be null: %s', (_, events) => {
    expect(codesOf(fold(...events, ...ending()).response)).not.toContain('malformed-event')
  })

  it('is kept in a block that is not known', () => {
    const { response } = fold(
      messageStart(),
      blockStart(0, { type: 'hologram' }),
      textDelta(0, 5),
      blockStop(0),
      ...ending(),
    )
    expect(response.message.content).toEqual([{ type: 'unknown', raw: { type: 'hologram', text: 5 } }])
    expect(codesOf(response)).toEqual([])
  })
})
