import { describe, expect, it } from 'vitest'
import { initialCursor } from '../../../src/providers/google-interactions/cursor'
import type { InteractionsEvent } from '../../../src/providers/google-interactions/events'
import { finishReason } from '../../../src/providers/google-interactions/finish-reason'
import { translate } from '../../../src/providers/google-interactions/translate'
import { toUsage } from '../../../src/providers/google-interactions/usage'
import { callsOf, codesOf, typesOf } from '../../support/fold'
import { completed, delta, started, step, stopped, text } from '../../support/interactions'
import { payLaws } from '../../support/pay-laws'

const wire = (event: unknown) => event as InteractionsEvent // what a server sends may be anything

const saidOf = (...events: readonly unknown[]) => {
  let cursor = initialCursor()
  return events.map((event) => {
    const [next, signals] = translate(cursor, wire(event))
    cursor = next
    return typesOf(signals)
  })
}

const fold = (...events: readonly unknown[]) => payLaws('google-interactions', events)
const pay = (...events: readonly unknown[]) => fold(...events).response

describe('translate', () => {
  it.each([null, 7, 'text', [], true])(
    'leaves out the event %j, which is no object, and says so',
    (event) => {
      expect(saidOf(event)).toEqual([['malformed-event']])
    },
  )

  it.each([
    [{ event_type: 'interaction.created' }],
    [{ event_type: 'interaction.created', interaction: 7 }],
    [{ event_type: 'interaction.status_update', status: 'in_progress' }],
    [stopped(3)],
    [{ event_type: 'interaction.completed', interaction: { status: 'queued', steps: [] } }],
    [{ event_type: 'interaction.created', error: false, interaction: { object: 'interaction' } }],
  ])('has nothing to say of %j', (event) => {
    expect(saidOf(event)).toEqual([[]])
  })

  it('keeps an event of a type that it does not know', () => {
    const event = { event_type: 'step.pause', index: 0, note: 'n' }
    const response = pay(event, ...step(0, { type: 'model_output' }, text('a')), completed())
    expect(response.message.content).toEqual([{ type: 'unknown', raw: event }, text('a')])
    expect(codesOf(response)).toEqual(['unknown-event'])
  })

  it('reads the older revision: content blocks in place of steps', () => {
    const block = (kind: string, index: number, fields: object) => ({
      event_type: `content.${kind}`,
      index,
      ...fields,
    })
    const response = pay(
      { event_type: 'interaction.start', interaction: { id: 'v1', status: 'in_progress' } },
      block('start', 0, { content: { type: 'text' } }),
      block('delta', 0, { delta: text('a') }),
      block('delta', 0, { delta: { type: 'text_annotation', annotations: [{ url: 'u' }] } }),
      block('stop', 0, {}),
      block('start', 1, { content: { type: 'function_call' } }),
      block('delta', 1, { delta: { type: 'function_call', id: 'f1', name: 'f', arguments: { a: 1 } } }),
      block('stop', 1, {}),
      { event_type: 'interaction.complete', interaction: { status: 'requires_action' } },
    )
    expect(response.id).toBe('v1')
    expect(response.message.content).toMatchObject([
      { ...text('a'), citations: [{ url: 'u' }] },
      { type: 'tool-call', id: 'f1', name: 'f', arguments: '{"a":1}' },
    ])
    expect(codesOf(response)).toEqual([])
  })

  it('leaves out a delta that is none, and says so', () => {
    expect(saidOf(delta(0, 'x'))).toEqual([['malformed-event']])
  })

  it('reads the identity from the interaction or its id alone, and what else is said of it', () => {
    const response = pay(
      { event_type: 'interaction.status_update', interaction_id: 'v1', status: 'in_progress' },
      completed('completed', { model: 'm', created: 'then', service_tier: 'standard' }),
    )
    expect([response.id, response.model]).toEqual(['v1', 'm'])
    expect(response.metadata).toEqual({ created: 'then', service_tier: 'standard' })
  })

  it('keeps the token that continues an interaction, of a status update too', () => {
    const update = { event_type: 'interaction.status_update', interaction_id: 'v1', status: 'in_progress' }
    expect(pay({ ...update, continuation_token: 'T1' }, completed()).metadata).toEqual({
      continuation_token: 'T1',
    })
    const paused = completed('requires_continuation', { continuation_token: 'T2' })
    expect(pay({ ...update, continuation_token: 'T1' }, paused).metadata).toEqual({
      continuation_token: 'T2',
    })
  })

  it('reads counts wherever they stand', () => {
    const response = pay(
      { event_type: 'interaction.created', metadata: { usage: { total_input_tokens: 1 } } },
      { ...delta(0, text('a')), metadata: { total_usage: { total_output_tokens: 2 } } },
      { event_type: 'step.stop', index: 0, usage: { total_thought_tokens: 3 } },
      completed('completed', { usage: { total_tokens: 6 } }),
    )
    expect(response.usage).toMatchObject({
      inputTokens: 1,
      outputTokens: 5,
      reasoningTokens: 3,
      totalTokens: 6,
    })
  })
})

describe('steps', () => {
  it('hold what their starts have already', () => {
    const { message, reasoning } = pay(
      ...step(
        0,
        { type: 'thought', signature: 'S', summary: [{ type: 'text', text: 'r' }] },
        { type: 'thought_summary', content: { type: 'text', text: 's' } },
      ),
      ...step(1, { type: 'model_output', content: [text('a'), 7] }, text('b')),
      completed(),
    )
    expect(message.content).toEqual([
      { type: 'reasoning', content: [], summary: ['rs'], signature: 'S', extra: { type: 'thought' } },
      { type: 'text', text: 'a' },
      { type: 'unknown', raw: 7 },
      { type: 'text', text: 'b' },
    ])
    expect(reasoning).toBe('rs')
  })

  it('that were not started start with their first delta', () => {
    const response = pay(
      delta(0, { type: 'thought_signature', signature: 'S' }),
      delta(1, text('a')),
      delta(2, { type: 'arguments_delta', arguments: '{"a":1}' }),
      delta(3, { type: 'google_search_call', arguments: { q: 1 } }),
      stopped(3),
      delta(3, text('b')),
      completed(),
    )
    expect(response.message.content.map(({ type }) => type)).toEqual([
      'reasoning',
      'text',
      'server-tool-call',
      'text',
      'tool-call',
    ])
    expect(codesOf(response)).toEqual([
      'step-not-started',
      'tool-call-id-missing',
      'tool-call-name-missing',
      'finish-reason-mismatch',
    ])
    expect(response.issues[0]?.count).toBe(5)
  })

  it.each([undefined, null, 7, []])('that are %j are known by their deltas, which is odd', (start) => {
    const response = pay(started(0, start), delta(0, text('a')), completed())
    expect(response.message.content).toEqual([{ type: 'text', text: 'a' }])
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it('without an index are the last one', () => {
    const response = pay(
      started(undefined, { type: 'model_output' }),
      delta(undefined, text('a')),
      delta(null, text('b')),
      stopped(undefined),
      completed(),
    )
    expect(response.message.content).toEqual([{ type: 'text', text: 'ab' }])
    expect(codesOf(response)).toEqual([])
  })

  it('that take turns have each a part a turn, so that text only grows', () => {
    const { message } = pay(
      started(0, { type: 'model_output' }),
      started(1, { type: 'model_output' }),
      delta(0, text('a')),
      delta(1, text('b')),
      delta(0, text('c')),
      completed(),
    )
    expect(message.content).toEqual(['a', 'b', 'c'].map((said) => ({ type: 'text', text: said })))
  })

  it('end what an earlier one has open when they start, and only what is their own when they stop', () => {
    const { response, frames } = fold(
      started(0, { type: 'model_output' }),
      delta(0, text('a')),
      started(1, { type: 'function_call', id: 'f1', name: 'f' }),
      started(2, { type: 'model_output' }),
      delta(2, text('b')),
      stopped(0),
      delta(2, text('c')),
      completed('requires_action'),
    )
    expect(response.message.content.filter(({ type }) => type === 'text')).toEqual([text('a'), text('bc')])
    expect(frames.slice(0, 4).map(({ type }) => type)).toEqual([
      'start',
      'text-delta',
      'text-complete',
      'tool-call-delta',
    ])
  })

  it('may go on after the final status: that is taken, and odd', () => {
    expect(codesOf(pay(completed(), ...step(0, { type: 'model_output' }, text('a'))))).toEqual([
      'content-after-finish',
    ])
  })

  it('that are repeated whole count only where nothing came before', () => {
    const steps = [
      { type: 'thought', signature: 'S' },
      { type: 'model_output', content: [text('a')] },
      { type: 'function_call', id: 'c', name: 'f', arguments: { a: 1 } },
    ]
    const whole = pay(completed('requires_action', { steps }))
    expect(whole.text).toBe('a')
    expect(callsOf(whole)).toEqual([{ id: 'c', name: 'f', arguments: '{"a":1}', input: { a: 1 } }])
    expect(codesOf(whole)).toEqual(['whole-message'])
    expect(pay(completed('completed', { outputs: [text('b'), 7] })).message.content).toEqual([
      text('b'),
      { type: 'unknown', raw: 7 },
    ])
    expect(pay(...step(0, { type: 'model_output' }, text('c')), completed('completed', { steps })).text).toBe(
      'c',
    )
  })
})

describe('an interaction that was not streamed', () => {
  const call = { type: 'function_call', id: 'c', name: 'f', arguments: { a: 1 } }
  const steps = [
    { type: 'thought', signature: 'S', summary: [text('r')] },
    { type: 'google_search_call', id: 'g', arguments: { q: 1 } },
    { type: 'google_search_result', call_id: 'g', result: [1] },
    { type: 'model_output', content: [{ ...text('a'), annotations: [{ url: 'u' }] }] },
    call,
  ]
  const usage = { total_input_tokens: 1, total_output_tokens: 2, total_tokens: 3 }
  const whole = {
    id: 'v',
    object: 'interaction',
    model: 'm',
    created: 'then',
    status: 'requires_action',
    usage,
  }

  it('is what a stream of it is, and says so', () => {
    const { response, result } = fold({ ...whole, steps })
    const streamed = pay(
      { event_type: 'interaction.created', interaction: { id: 'v', model: 'm', created: 'then' } },
      ...steps.flatMap((start, index) => step(index, start)),
      completed('requires_action', { usage }),
    )
    expect(result._tag).toBe('Right')
    expect(codesOf(response)).toEqual(['whole-message'])
    expect({ ...response, issues: [] }).toEqual(streamed)
  })

  it('may be of the older revision', () => {
    const { response, result } = fold({ id: 'v', status: 'requires_action', outputs: [text('a'), call] })
    expect(result._tag).toBe('Right')
    expect(response.text).toBe('a')
    expect(callsOf(response)).toEqual([{ id: 'c', name: 'f', arguments: '{"a":1}', input: { a: 1 } }])
    expect(codesOf(response)).toEqual(['whole-message'])
  })

  it('begins behind what the user said, and has each thing once', () => {
    const asked = { type: 'user_input', content: [text('?')] }
    const earlier = [asked, { type: 'model_output', content: [text('old')] }, asked]
    const { response } = fold({ ...whole, steps: [...earlier, ...steps], output_text: 'a' })
    expect(response).toEqual(fold({ ...whole, steps }).response)
    expect(fold({ ...whole, steps: earlier }).response.message.content).toEqual([])
  })

  it('goes on where its status says so', () => {
    expect(fold({ id: 'v', status: 'in_progress', steps: [] }).result).toMatchObject({
      left: { code: 'incomplete-stream' },
    })
    expect(fold({ ...whole, status: 'completed' }).result._tag).toBe('Right')
  })

  it.each([{ id: 'v', steps }, { status: 'completed' }])('is not %j', (event) => {
    expect(pay(event, completed()).message.content).toEqual([{ type: 'unknown', raw: event }])
  })
})

describe('content', () => {
  it('has annotations at its text, even before it', () => {
    const { message } = pay(
      ...step(
        0,
        { type: 'model_output' },
        { type: 'text_annotation_delta', annotations: [{ url: 'u' }] },
        { ...text('a'), annotations: [{ url: 'v' }] },
        { type: 'text' },
      ),
      completed(),
    )
    expect(message.content).toEqual([{ type: 'text', text: 'a', citations: [{ url: 'u' }, { url: 'v' }] }])
  })

  it.each(['image', 'audio', 'video', 'document'])('may be a file: %s', (type) => {
    const raw = { type, mime_type: `${type}/x`, data: 'AA' }
    const file = { type: 'file', mediaType: `${type}/x`, data: 'AA', raw }
    expect(pay(delta(0, raw), completed()).message.content).toEqual([file])
    expect(pay(completed('completed', { outputs: [raw] })).message.content).toEqual([file])
  })

  it.each([7, {}, ['a'], false])('whose text is %j, which is none, is kept as it is', (odd) => {
    const raw = { type: 'text', text: odd }
    const response = pay(
      ...step(0, { type: 'model_output', content: [raw] }, raw),
      ...step(1, { type: 'thought', summary: [raw] }, { type: 'thought_summary', content: raw }),
      completed(),
    )
    expect(response.message.content).toEqual(Array(4).fill({ type: 'unknown', raw }))
  })

  it('in place of a list is an item of it', () => {
    const { message } = pay(
      ...step(0, { type: 'model_output', content: text('a') }),
      ...step(1, { type: 'thought', summary: text('r') }),
      ...step(2, { type: 'model_output', content: 'b' }),
      completed(),
    )
    expect(message.content).toEqual([
      text('a'),
      { type: 'reasoning', content: [], summary: ['r'] },
      { type: 'unknown', raw: 'b' },
    ])
  })

  it('has no signature that is no text, and says so', () => {
    const { response } = fold(...step(0, { type: 'thought', signature: 7 }), completed())
    expect(response.message.content).toEqual([])
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it('may be a file or of a kind that is not known', () => {
    const odd = { type: 'hologram', text: '3' }
    const video = { type: 'video', uri: 'https://example.com/v', mime_type: 'video/mp4' }
    const { message } = pay(
      ...step(0, { type: 'model_output' }, { type: 'audio', data: 'AA' }, video, odd),
      ...step(
        1,
        { type: 'thought' },
        { type: 'thought_summary', content: { type: 'image', data: 'BB' } },
        { type: 'thought_summary', content: odd },
        { type: 'thought_summary', content: text('') },
        { type: 'thought_summary' },
      ),
      completed(),
    )
    expect(message.content).toEqual([
      { type: 'file', data: 'AA', raw: { type: 'audio', data: 'AA' } },
      { type: 'file', mediaType: 'video/mp4', url: 'https://example.com/v', raw: video },
      { type: 'unknown', raw: odd },
      { type: 'file', data: 'BB', raw: { type: 'image', data: 'BB' } },
      { type: 'unknown', raw: odd },
    ])
  })
})

describe('calls', () => {
  const args = (fragment: string) => ({ type: 'arguments_delta', arguments: fragment })

  it('take fragments in place of the arguments in their start', () => {
    const call = (id: string, held: unknown) => ({ type: 'function_call', id, name: 'f', arguments: held })
    const response = pay(
      ...step(0, call('a', { x: 1 }), args('{"y"'), args(':2}')),
      ...step(1, call('b', { x: 1 }), args(' ')),
      ...step(2, call('c', '{"z":3}')),
      ...step(3, call('d', {})),
      ...step(4, call('e', null)),
      completed('requires_action'),
    )
    expect(callsOf(response).map(({ arguments: said }) => said)).toEqual([
      '{"y":2}',
      ' {"x":1}',
      '{"z":3}',
      '',
      '',
    ])
    expect(codesOf(response)).toEqual([])
  })

  it('may have all of them as a value in place of a fragment', () => {
    const whole = { type: 'arguments_delta', arguments: { y: 2 } }
    for (const deltas of [[whole], [args('{"x'), whole]]) {
      const start = { type: 'function_call', id: 'a', name: 'f', arguments: { x: 1 } }
      const response = pay(...step(0, start, ...deltas), completed('requires_action'))
      expect(callsOf(response)).toMatchObject([{ id: 'a', name: 'f', arguments: '{"y":2}' }])
      expect(codesOf(response)).toEqual(['tool-call-arguments-object'])
    }
  })

  it('end with the stream: a limit cuts the last one', () => {
    const response = pay(
      ...step(0, { type: 'function_call', id: 'a', name: 'f' }, args('{}')),
      started(1, { type: 'function_call', id: 'b', name: 'f' }),
      delta(1, args('{"x":')),
      completed('incomplete'),
    )
    expect(callsOf(response)).toMatchObject([{ input: {} }, { error: 'incomplete' }])
  })

  it('of the provider’s own tools are shown when they start and told whole at their end', () => {
    const { response, frames } = fold(
      ...step(0, {
        type: 'mcp_server_tool_call',
        id: 'm',
        name: 'look',
        server_name: 's',
        arguments: { a: 1 },
      }),
      ...step(1, { type: 'mcp_server_tool_result', call_id: 'm', result: { ok: true } }),
      ...step(2, { type: 'code_execution_call' }, { type: 'code_execution_call', arguments: { code: '1' } }),
      ...step(
        3,
        { type: 'code_execution_result', call_id: 'x' },
        { type: 'code_execution_result', result: '1' },
        { type: 'code_execution_result', result: '2' },
      ),
      ...step(4, { type: 'user_input', content: [] }),
      started(5, { type: 'google_search_call', id: 'g' }),
      completed(),
    )
    expect(response.message.content.map(({ type, ...part }) => [type, { ...part, raw: 0 }])).toEqual([
      ['server-tool-call', { id: 'm', name: 'look', input: { a: 1 }, raw: 0 }],
      ['server-tool-result', { id: 'm', output: { ok: true }, raw: 0 }],
      ['server-tool-call', { id: 'hosted_2', name: 'code_execution', input: { code: '1' }, raw: 0 }],
      ['server-tool-result', { id: 'x', output: '12', raw: 0 }],
      ['unknown', { raw: 0 }],
      ['server-tool-call', { id: 'g', name: 'google_search', input: {}, raw: 0 }],
    ])
    expect(frames.filter(({ type }) => type === 'server-tool-call-delta')).toHaveLength(3)
  })

  it('of the provider’s own tools add their pieces up', () => {
    const { message } = pay(
      ...step(
        0,
        { type: 'google_search_call', id: 'g', arguments: { queries: ['a'] }, signature: 'S' },
        { type: 'mcp_server_tool_call', arguments: { search_type: 'web' }, signature: '' },
      ),
      ...step(
        1,
        { type: 'google_search_result', call_id: 'g', result: null },
        { type: 'google_search_result', result: [1] },
        { type: 'google_search_result', result: [2, 3] },
      ),
      ...step(2, { type: 'processing_result', call_id: 'p' }),
      ...step(3, { type: 'function_result', call_id: 'f', result: 'x' }),
      completed(),
    )
    expect(message.content).toStrictEqual([
      {
        type: 'server-tool-call',
        id: 'g',
        name: 'google_search',
        input: { queries: ['a'], search_type: 'web' },
        raw: {
          type: 'google_search_call',
          id: 'g',
          arguments: { queries: ['a'], search_type: 'web' },
          signature: 'S',
        },
      },
      {
        type: 'server-tool-result',
        id: 'g',
        output: [1, 2, 3],
        raw: { type: 'google_search_result', call_id: 'g', result: [1, 2, 3] },
      },
      {
        type: 'server-tool-result',
        id: 'p',
        output: null,
        raw: { type: 'processing_result', call_id: 'p' },
      },
      { type: 'unknown', raw: { type: 'function_result', call_id: 'f', result: 'x' } },
    ])
  })
})

describe('the status', () => {
  it.each([
    ['completed', 'stop'],
    ['requires_action', 'tool-calls'],
    ['incomplete', 'length'],
    ['budget_exceeded', 'length'],
    ['requires_continuation', 'pause'],
    ['failed', 'error'],
    ['cancelled', 'other'],
    ['toString', 'other'],
  ])('%s is %s', (raw, kind) => {
    expect(finishReason(raw)).toEqual({ kind, raw })
  })

  it.each(['', 'in_progress', 'queued', 7, null, undefined])('%j is none', (raw) => {
    expect(finishReason(raw)).toBeUndefined()
  })

  it('may come in an update of its own', () => {
    expect(pay({ event_type: 'interaction.status_update', status: 'cancelled' }).finishReason.raw).toBe(
      'cancelled',
    )
  })
})

describe('an error', () => {
  it.each([
    ['an event of its own', { event_type: 'error', error: { code: 'c', message: 'm' } }, 'm'],
    ['one without details', { event_type: 'error' }, 'the provider gave no message'],
    ['one without a type', { error: { message: 'm' } }, 'm'],
    ['in the interaction', completed('failed', { errors: [{ message: 'n' }, { message: 'o' }] }), 'n'],
    [
      'a status alone',
      completed('failed'),
      'The provider ended the response with the finish reason "failed".',
    ],
  ])('is %s', (_, event, message) => {
    const { result } = fold(...step(0, { type: 'model_output' }, text('a')), event)
    expect(result).toMatchObject({
      left: { code: 'provider-error', message, partial: { message: { content: [text('a')] } } },
    })
    expect(result).not.toHaveProperty('left.partial.metadata')
  })
})

it.each([
  [{}, {}],
  [
    { total_input_tokens: 3, total_output_tokens: 4 },
    { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
  ],
  [{ total_thought_tokens: 5 }, { outputTokens: 5, reasoningTokens: 5 }],
  [
    { total_input_tokens: 3, total_cached_tokens: 0, total_tool_use_tokens: 9 },
    { inputTokens: 3, cachedInputTokens: 0 },
  ],
])('the counts %j are read', (raw, usage) => {
  expect(toUsage(raw)).toEqual({ ...usage, raw })
})
