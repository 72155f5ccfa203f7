// The Q ids number the catalogue of server quirks that the project keeps; each of its entries is a test, with the entry's own stream.
import { describe, expect, it } from 'vitest'
import { collectAll, snapshot } from '../../src'
import { calls, delta, finish, text } from '../support/chat'
import { callsOf, chunkOf, codesOf, framesOfType } from '../support/fold'
import { payLaws } from '../support/pay-laws'

/** What is known before the stream ends. */
const midway = (events: readonly unknown[]) =>
  snapshot(
    collectAll(
      'openai',
      events.map((event) => chunkOf('openai', event)),
    ),
  )

const add = { id: 'c1', name: 'add', arguments: '{"a":1}', input: { a: 1 } }
const sub = { id: 'c2', name: 'sub', arguments: '{"b":2}', input: { b: 2 } }

describe('tool-call deltas of servers like OpenAI', () => {
  it('Q01: a call without an index is a call', () => {
    const { response } = payLaws('openai', [
      calls({ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['tool-call-index-missing'])
  })

  it('Q01: a delta without index and id continues the call opened last', () => {
    const { response } = payLaws('openai', [
      calls({ id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ function: { arguments: ':1}' } }),
      calls({ id: 'c2', function: { name: 'sub', arguments: '{"b"' } }),
      calls({ function: { arguments: ':2}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, sub])
  })

  it('Q02: a used index with another id and a name opens a new call', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }),
      calls({ index: 0, id: 'c2', function: { name: 'sub', arguments: '{"b":2}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, sub])
    expect(codesOf(response)).toEqual(['tool-call-index-reused'])
  })

  it('Q02: after that the index means the newer call', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }),
      calls({ index: 0, id: 'c2', function: { name: 'sub', arguments: '{"b"' } }),
      calls({ index: 0, function: { arguments: ':2}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, sub])
  })

  it('Q02: another id without a name opens none', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ index: 0, id: 'c2', function: { arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['tool-call-id-changed'])
  })

  it('Q03: an index is only a key: the list of calls is dense, in order of first appearance', () => {
    const { response } = payLaws('openai', [
      calls({ index: 1, id: 'c1', function: { name: 'add', arguments: '{}' } }),
      calls({ index: -1, id: 'c2', function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([
      { ...add, arguments: '{}', input: {} },
      { ...sub, arguments: '{}', input: {} },
    ])
    expect(Object.keys(response.toolCalls)).toEqual(['0', '1'])
    expect(codesOf(response)).toEqual(['tool-call-index-invalid'])
  })

  it.each([
    [null, 'tool-call-index-missing'],
    ['0', 'tool-call-index-invalid'],
    [0.5, 'tool-call-index-invalid'],
    [{}, 'tool-call-index-invalid'],
    [true, 'tool-call-index-invalid'],
  ])('Q03: the index %j counts as missing', (index, code) => {
    const { response } = payLaws('openai', [
      calls({ index, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ index, function: { arguments: ':1}' } }),
      calls({ index, id: 'c2', function: { name: 'sub', arguments: '{"b":2}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, sub])
    expect(new Set(codesOf(response))).toEqual(new Set([code]))
  })

  it('Q03: gaps and falling indexes leave no holes and do not change the order', () => {
    const { response } = payLaws('openai', [
      calls({ index: 4_294_967_296, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ index: 3, id: 'c2', function: { name: 'sub', arguments: '{"b":2}' } }),
      calls({ index: 4_294_967_296, function: { arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, sub])
    expect(codesOf(response)).toEqual([])
  })

  it('Q04: the place within one chunk says nothing of other chunks', () => {
    const { response } = payLaws('openai', [
      calls({ id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }),
      calls({ id: 'c2', function: { name: 'add', arguments: '{"a":2}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add, { id: 'c2', name: 'add', arguments: '{"a":2}', input: { a: 2 } }])
    expect(codesOf(response)).toEqual(['tool-call-index-missing', 'tool-call-index-missing'])
  })

  it('Q07: an empty or null id or name is no news', () => {
    const { response, frames } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '' } }),
      calls({ index: 0, id: '', function: { name: '', arguments: '{"a":' } }),
      calls({ index: 0, id: null, function: { name: null, arguments: '1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(framesOfType(frames, 'tool-call-complete')).toHaveLength(1)
    expect(codesOf(response)).toEqual(['tool-call-id-blank', 'tool-call-name-blank'])
  })

  it('Q08: an id that is repeated at its index continues the call', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ index: 0, id: 'c1', function: { arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual([])
  })

  it('Q11: a name in pieces is joined', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', type: 'function', function: { name: 'get_', arguments: '' } }),
      calls({ index: 0, type: 'function', function: { name: 'weather', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'get_weather', arguments: '{}', input: {} }])
    expect(response.toolCalls[0]?.kind).toBe('function')
    expect(codesOf(response)).toEqual(['tool-call-name-split'])
  })

  it('Q11: a name on every delta is a repeat', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '' } }),
      calls({ index: 0, type: 'function', function: { name: 'get_weather', arguments: '{' } }),
      calls({ index: 0, type: 'function', function: { name: 'get_weather', arguments: '}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'get_weather', arguments: '{}', input: {} }])
    expect(response.issues).toMatchObject([{ code: 'tool-call-name-repeated', part: 0, count: 2 }])
  })

  it('Q11: a role on every delta is set, and never joined', () => {
    const entry = { index: 0, id: 'c1', function: { name: 'add', arguments: '{"a"' } }
    const { response } = payLaws('openai', [
      delta({ role: 'assistant', tool_calls: [entry] }),
      delta({ role: 'assistant', tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      finish('tool_calls'),
    ])
    expect(response.message).toMatchObject({ role: 'assistant', content: [{ type: 'tool-call', id: 'c1' }] })
    expect(JSON.stringify(response)).not.toContain('assistantassistant')
    expect(callsOf(response)).toEqual([add])
  })

  it('Q11: a longer name that starts with the held one replaces it', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'get_', arguments: '' } }),
      calls({ index: 0, function: { name: 'get_weather', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'get_weather', arguments: '{}', input: {} }])
  })

  it('Q11: once arguments came, the name stays', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      calls({ index: 0, function: { name: 'sub', arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['tool-call-name-changed'])
  })

  it('Q12: arguments before the name are held back, then told whole with it', () => {
    const { response, frames } = payLaws('openai', [
      calls({ index: 0, function: { arguments: '{"a"' } }),
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(framesOfType(frames, 'tool-call-delta')).toEqual([
      { type: 'tool-call-delta', part: 0, id: 'c1', name: 'add', arguments: '{"a":1}' },
    ])
    expect(codesOf(response)).toEqual(['tool-call-name-late'])
  })

  it('Q12: the name may come after all of the arguments', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, function: { arguments: '{"a":1}' } }),
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
  })

  it('Q12: arguments in the opener count', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{' } }),
      calls({ index: 0, function: { arguments: '"a":1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
  })

  it('Q13: null arguments are no text, and the other calls of the chunk are read', () => {
    const { response } = payLaws('openai', [
      calls(
        { index: 0, id: 'c1', function: { name: 'add', arguments: null } },
        { index: 1, id: 'c2', function: { name: 'sub', arguments: '{}' } },
      ),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'add', arguments: '', input: {} },
      { id: 'c2', name: 'sub', arguments: '{}', input: {} },
    ])
    expect(codesOf(response)).toEqual(['tool-call-arguments-null'])
  })

  it('Q13: an entry that is no call does not cost the others', () => {
    const { response } = payLaws('openai', [
      calls(null, 'odd', { index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }, 7),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(response.issues).toMatchObject([{ code: 'tool-call-malformed', count: 3 }])
  })

  it('Q14: arguments given as an object are its JSON text', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: { a: 1 } } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['tool-call-arguments-object'])
  })

  it('Q14: an object replaces the fragments before it', () => {
    const { response, frames } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"b":' } }),
      calls({ index: 0, function: { arguments: { a: 1 } } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(framesOfType(frames, 'reset')).toEqual([{ type: 'reset', part: 0 }])
  })

  it('Q15: what is resent whole counts once, when the caller says so', () => {
    const { response } = payLaws(
      'openai',
      [
        text('Let'),
        text('Let me'),
        calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1' } }),
        calls({ index: 0, function: { arguments: '{"a":1}' } }),
        finish('tool_calls'),
      ],
      { cumulative: true },
    )
    expect(response.text).toBe('Let me')
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['cumulative-delta', 'cumulative-delta'])
  })

  it('Q15: so does a replay of all that came in increments', () => {
    const { response } = payLaws('openai', [text('Let '), text('me'), text('Let me'), finish('stop')], {
      cumulative: true,
    })
    expect(response.text).toBe('Let me')
  })

  it('Q15: otherwise increments are never altered, repeated ones neither', () => {
    const { response } = payLaws('openai', [
      text('ha'),
      text('ha'),
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1' } }),
      calls({ index: 0, function: { arguments: '{"a":1}' } }),
      finish('tool_calls'),
    ])
    expect(response.text).toBe('haha')
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'add', arguments: '{"a":1{"a":1}', error: 'invalid-json' },
    ])
  })

  it('Q15: a switch that is wrong loses nothing', () => {
    const { response } = payLaws('openai', [text('one '), text('two'), finish('stop')], { cumulative: true })
    expect(response.text).toBe('one two')
    expect(codesOf(response)).toEqual(['not-cumulative'])
  })

  it('Q16: empty arguments are {} at the end of the call, and not before', () => {
    const opener = calls({ index: 0, id: 'c1', function: { name: 'now', arguments: '' } })
    const { response, frames } = payLaws('openai', [opener, finish('tool_calls')])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'now', arguments: '', input: {} }])
    expect(frames.map(({ type }) => type)).toEqual(['start', 'tool-call-delta', 'tool-call-complete', 'end'])
    expect(callsOf(midway([opener, finish('tool_calls')]))).toEqual([
      { id: 'c1', name: 'now', arguments: '', error: 'incomplete' },
    ])
  })

  it('Q16: blank arguments are {} too', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'now', arguments: ' \n' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'now', arguments: ' \n', input: {} }])
  })

  it('Q17: a call is not over because its text parses', () => {
    const events = [
      calls({ index: 0, id: 'c1', function: { name: 'num', arguments: '{}' } }),
      calls({ index: 0, function: { arguments: ' ' } }),
    ]
    const { response, frames } = payLaws('openai', [...events, finish('tool_calls')])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'num', arguments: '{} ', input: {} }])
    expect(callsOf(midway(events.slice(0, 1)))).toMatchObject([{ error: 'incomplete' }])
    expect(frames.filter(({ type }) => type.startsWith('tool-call')).map(({ type }) => type)).toEqual([
      'tool-call-delta',
      'tool-call-delta',
      'tool-call-complete',
    ])
  })

  it('Q17: not by a number either', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'num', arguments: '1' } }),
      calls({ index: 0, function: { arguments: '2' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([{ id: 'c1', name: 'num', arguments: '12', error: 'not-an-object' }])
  })

  it('Q17: an empty object first and the true one later is the true one', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: {} } }),
      calls({ index: 0, function: { arguments: { a: 1 } } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
  })

  it('Q17: an empty object as text and then the true one are both kept, and no call to run', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{}' } }),
      calls({ index: 0, function: { arguments: '{"a":1}' } }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'add', arguments: '{}{"a":1}', error: 'invalid-json' },
    ])
  })

  it('Q18: an id inside `function` is read, and one that never comes is made', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, function: { id: 'c1', name: 'add', arguments: '{}' } }),
      calls({ index: 1, function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(response.toolCalls).toMatchObject([
      { id: 'c1', name: 'add', kind: 'function' },
      { id: 'call_1', name: 'sub', kind: 'function', synthesizedId: true },
    ])
    expect(response.toolCalls[0]).not.toHaveProperty('synthesizedId')
    expect(codesOf(response)).toEqual(['tool-call-id-misplaced', 'tool-call-id-missing'])
  })

  it('Q18: an id that is made is not one that the wire uses', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, function: { name: 'add', arguments: '{}' } }),
      calls({ index: 1, id: 'call_0', function: { name: 'sub', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    const [made, given] = response.toolCalls
    expect(given).toMatchObject({ id: 'call_0', name: 'sub' })
    expect(made).toMatchObject({ name: 'add', synthesizedId: true })
    expect(made?.id).not.toBe('call_0')
    expect(made?.id).not.toBe('')
  })

  it('Q19: an empty list of calls is nothing, and text after a call is a part of its own', () => {
    const { response } = payLaws('openai', [
      delta({ content: '', tool_calls: [] }),
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a"' } }),
      text('done soon'),
      calls({ index: 0, function: { arguments: ':1}' } }),
      finish('tool_calls'),
    ])
    expect(response.message.content.map(({ type }) => type)).toEqual(['tool-call', 'text'])
    expect(callsOf(response)).toEqual([add])
    expect(response.text).toBe('done soon')
  })

  it.each([[[]], [null]])('Q19: %j for calls beside text does not make it a tool turn', (none) => {
    const { response } = payLaws('openai', [delta({ content: 'hi', tool_calls: none }), finish('stop')])
    expect(response.toolCalls).toEqual([])
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
    expect(codesOf(response)).toEqual([])
  })

  const signed = { extra_content: { google: { thought_signature: 'sigA' } } }

  it('Q20: unknown fields of a call are kept', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' }, ...signed }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(response.toolCalls[0]?.extra).toEqual(signed)
  })

  it.each([
    ['after the call', 1],
    ['before its name', 0],
  ])('Q20: so are those that come in a delta of their own, %s', (_where, position) => {
    const opener = calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } })
    const events = [opener].toSpliced(position, 0, calls({ index: 0, ...signed }))
    const { response } = payLaws('openai', [...events, finish('tool_calls')])
    expect(callsOf(response)).toEqual([add])
    expect(response.toolCalls[0]?.extra).toEqual(signed)
  })

  it('Q20: unknown fields inside `function` are not lost', () => {
    const { response } = payLaws('openai', [
      calls({
        index: 0,
        id: 'c1',
        function: { name: 'add', arguments: '{"a":1}', thought_signature: 'sigA' },
      }),
      finish('tool_calls'),
    ])
    expect(callsOf(response)).toEqual([add])
    expect(JSON.stringify(response.toolCalls[0])).toContain('sigA')
  })

  it('Q20: unknown fields in several deltas are merged', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' }, ...signed }),
      calls({ index: 0, extra_content: { google: { more: true }, other: null } }),
      finish('tool_calls'),
    ])
    expect(response.toolCalls[0]?.extra).toEqual({
      extra_content: { google: { thought_signature: 'sigA', more: true } },
    })
  })

  it('Q21: control tokens that leak are data: nothing is cut off', () => {
    const { response, result } = payLaws('openai', [
      calls({
        index: 0,
        id: 'c1',
        function: { name: 'add<|channel|>commentary', arguments: '{"a":1}<|call|>' },
      }),
      finish('tool_calls'),
    ])
    expect(result._tag).toBe('Right')
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'add<|channel|>commentary', arguments: '{"a":1}<|call|>', error: 'invalid-json' },
    ])
  })
})
