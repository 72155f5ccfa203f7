// The Q ids number the catalogue of server quirks that the project keeps.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { calls, finish, text } from '../support/chat'
import { callsOf } from '../support/fold'
import { payLaws } from '../support/pay-laws'

/** A whole response whose calls have these arguments, each given in one piece. */
const called = (finishReason: string, ...given: readonly unknown[]) =>
  payLaws('openai', [
    calls(
      ...given.map((value, index) => ({
        index,
        id: `c${index}`,
        function: { name: 'write', arguments: value },
      })),
    ),
    finish(finishReason),
  ])

describe('tool arguments', () => {
  it.each([
    ['length', 'incomplete'],
    ['tool_calls', 'invalid-json'],
    ['stop', 'invalid-json'],
  ])('Q102: arguments cut off are not repaired when the reason is %s', (reason, error) => {
    const cut = '{"path":"/etc/x","content":"line1'
    const { response } = called(reason, cut)
    expect(callsOf(response)).toEqual([{ id: 'c0', name: 'write', arguments: cut, error }])
  })

  it('Q103: what is no JSON or no object is an error of its call, with its text kept', () => {
    const { response, result } = called('tool_calls', 'not json', '[1]', 'null', '"x"', '{"a":"}{"}')
    expect(E.isRight(result)).toBe(true)
    expect(callsOf(response)).toMatchObject([
      { arguments: 'not json', error: 'invalid-json' },
      { arguments: '[1]', error: 'not-an-object' },
      { arguments: 'null', error: 'not-an-object' },
      { arguments: '"x"', error: 'not-an-object' },
      { arguments: '{"a":"}{"}', input: { a: '}{' } },
    ])
  })

  it('Q104: large integers keep their text', () => {
    const { response } = called('tool_calls', '{"id":12345678901234567890}')
    expect(response.toolCalls[0]?.arguments).toBe('{"id":12345678901234567890}')
    expect(response.message.content[0]).toMatchObject({ arguments: '{"id":12345678901234567890}' })
  })

  it('Q105: arguments that are encoded twice are refused, and strings inside stay strings', () => {
    const { response } = called('tool_calls', '"{\\"a\\":1}"', '{"items":"[1,2]"}')
    expect(callsOf(response)).toMatchObject([
      { arguments: '"{\\"a\\":1}"', error: 'not-an-object' },
      { input: { items: '[1,2]' } },
    ])
  })

  it('Q107: lone surrogates are kept as received', () => {
    const lone = '\ud83d'
    const { response } = payLaws('openai', [
      text(`a${lone}`),
      text('\ude00'),
      text(lone),
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: `{"a":"${lone}"}` } }),
      finish('tool_calls'),
    ])
    expect(response.text).toBe(`a😀${lone}`)
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'add', arguments: `{"a":"${lone}"}`, input: { a: lone } },
    ])
  })

  it.each([
    ['text', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"a":1}'],
    [
      'an object',
      JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"a":1}'),
    ],
  ])('Q108: prototype keys in arguments given as %s are plain data', (_what, given) => {
    const { response, result } = called('tool_calls', given)
    expect(E.isRight(result)).toBe(true)
    const input = response.toolCalls[0]?.input
    if (input === undefined || E.isLeft(input)) return expect.unreachable('the arguments are an object')
    expect(Object.getPrototypeOf(input.right)).toBe(Object.prototype)
    expect(Object.keys(Object(input.right))).toEqual(['__proto__', 'constructor', 'a'])
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })

  it('Q109: very deep nesting is an error of its call', () => {
    const deep = 100_000
    const { response, result } = called(
      'tool_calls',
      '['.repeat(deep),
      `{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      '{"a":1}',
    )
    expect(E.isRight(result)).toBe(true)
    expect(callsOf(response)).toMatchObject([
      { error: 'too-deep' },
      { error: 'too-deep' },
      { input: { a: 1 } },
    ])
  })

  it('Q109: brackets in a string nest nothing', () => {
    const { response } = called('tool_calls', `{"a":"${'['.repeat(10_000)}"}`)
    expect(callsOf(response)).toMatchObject([{ input: { a: '['.repeat(10_000) } }])
  })
})

describe('identity and the end', () => {
  it('Q121: two calls with one id get ids of their own', () => {
    const { response } = payLaws('openai', [
      calls(
        { index: 0, id: 'call_0', function: { name: 'add', arguments: '{"a":1}' } },
        { index: 1, id: 'call_0', function: { name: 'add', arguments: '{"a":2}' } },
        { index: 2, id: 'call_0_1', function: { name: 'add', arguments: '{"a":3}' } },
      ),
      finish('tool_calls'),
    ])
    const ids = response.toolCalls.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toBe('call_0')
    expect(ids[2]).toBe('call_0_1')
    expect(response.toolCalls.map(({ synthesizedId }) => synthesizedId)).toEqual([undefined, true, undefined])
    expect(response.toolCalls.map(({ arguments: given }) => given)).toEqual(['{"a":1}', '{"a":2}', '{"a":3}'])
    expect(response.issues).toMatchObject([{ code: 'duplicate-tool-call-id', part: 1 }])
  })

  it('Q121: the ids of choices are apart', () => {
    const call = { index: 0, id: 'call_0', function: { name: 'add', arguments: '{}' } }
    const { response } = payLaws('openai', [
      { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] },
      { choices: [{ index: 1, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] },
    ])
    expect(response.toolCalls.map(({ id }) => id)).toEqual(['call_0'])
    expect(response.alternatives?.[0]?.toolCalls.map(({ id }) => id)).toEqual(['call_0'])
  })

  it('Q124: without evidence of the end no call is whole, however it looks', () => {
    const { result, response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }),
      calls({ index: 1, id: 'c2', function: { name: 'sub', arguments: '{"b"' } }),
    ])
    expect(result).toMatchObject(E.left({ code: 'incomplete-stream' }))
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'add', arguments: '{"a":1}', error: 'incomplete' },
      { id: 'c2', name: 'sub', arguments: '{"b"', error: 'incomplete' },
    ])
  })

  it('Q124: nor after an error', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }),
      { error: 'gone' },
    ])
    expect(callsOf(response)).toMatchObject([{ id: 'c1', error: 'incomplete' }])
  })
})
