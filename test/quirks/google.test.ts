// The Q ids number the catalogue of server quirks that the project keeps; each of its entries is a test, with the entry's own stream.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { callsOf, codesOf, framesOfType } from '../support/fold'
import { called, candidate, ended, parts, said } from '../support/gemini'
import { payLaws } from '../support/pay-laws'

const pay = (...events: readonly unknown[]) => payLaws('google', events)

const typesOf = ({ message }: ReturnType<typeof pay>['response']) => message.content.map(({ type }) => type)

describe('generateContent', () => {
  it('Q73: each call is one of its own, whatever chunk it is in and whatever its name', () => {
    const { response } = pay(
      called({ name: 'add', args: { a: 1 } }, { name: 'add', args: { a: 2 } }),
      called({ name: 'add', args: { a: 3 } }),
      ended(),
    )
    expect(callsOf(response)).toEqual([
      { id: 'call_0', name: 'add', arguments: '{"a":1}', input: { a: 1 } },
      { id: 'call_1', name: 'add', arguments: '{"a":2}', input: { a: 2 } },
      { id: 'call_2', name: 'add', arguments: '{"a":3}', input: { a: 3 } },
    ])
    expect(response.toolCalls.map(({ synthesizedId }) => synthesizedId)).toEqual([true, true, true])
    expect(codesOf(response)).toEqual([])
  })

  it('Q73: an id from the wire stays, and a made one keeps clear of it', () => {
    const { response } = pay(
      called({ name: 'a', id: 'call_1' }),
      called({ name: 'b' }),
      called({ name: 'c', id: 'call_1' }),
      ended(),
    )
    expect(response.toolCalls.map(({ id, synthesizedId }) => [id, synthesizedId])).toEqual([
      ['call_1', undefined],
      ['call_1_1', true],
      ['call_1_2', true],
    ])
    expect(codesOf(response)).toEqual(['duplicate-tool-call-id'])
  })

  it('Q74: every part is read, in order, and arguments that are left out are none', () => {
    const { response } = pay(
      parts(
        { text: 'a' },
        { functionCall: { name: 'now' } },
        { executableCode: { language: 'PYTHON', code: '1' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        { inlineData: { mimeType: 'image/png', data: 'AA' } },
        { hologram: { beams: 3 } },
      ),
      ended(),
    )
    expect(typesOf(response)).toEqual([
      'text',
      'tool-call',
      'server-tool-call',
      'server-tool-result',
      'file',
      'unknown',
    ])
    expect(callsOf(response)).toEqual([{ id: 'call_0', name: 'now', arguments: '', input: {} }])
    expect(response.message.content.at(-1)).toEqual({ type: 'unknown', raw: { hologram: { beams: 3 } } })
  })

  it('Q75: a signature stays on its part: on the first call, not on the second, and on an empty text', () => {
    const { response } = pay(
      parts(
        { functionCall: { name: 'a', args: {} }, thoughtSignature: 'S1' },
        { functionCall: { name: 'b', args: {} } },
      ),
      candidate({ content: { parts: [{ text: '', thoughtSignature: 'S2' }] }, finishReason: 'STOP' }),
    )
    expect(response.toolCalls.map(({ name, extra }) => [name, extra])).toEqual([
      ['a', { thoughtSignature: 'S1' }],
      ['b', undefined],
    ])
    expect(response.message.content.at(-1)).toEqual({
      type: 'text',
      text: '',
      extra: { thoughtSignature: 'S2' },
    })
  })

  it('Q75: a signed text is joined with neither what is before it nor what is after it', () => {
    const { response } = pay(
      said('a'),
      said('b'),
      parts({ text: 'c', thoughtSignature: 'S' }),
      said('d'),
      ended(),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'text', text: 'c', extra: { thoughtSignature: 'S' } },
      { type: 'text', text: 'd' },
    ])
    expect(response.text).toBe('abcd')
  })

  it('Q76: a call that the model wrote badly is an error that may pass, with what was said of it', () => {
    const { result, response } = pay(
      candidate({ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'bad call text' }),
    )
    expect(response.finishReason).toEqual({ kind: 'error', raw: 'MALFORMED_FUNCTION_CALL' })
    expect(response.metadata).toEqual({ finishMessage: 'bad call text' })
    expect(E.isLeft(result) && result.left).toMatchObject({
      code: 'provider-error',
      error: { retryable: true },
    })
  })

  it('Q76: a plain stop with calls asks for their results; a limit or a filter keeps its meaning', () => {
    const kindOf = (reason: string) =>
      pay(called({ name: 'a', args: {} }), ended(reason)).response.finishReason.kind
    expect(['STOP', 'MAX_TOKENS', 'SAFETY'].map(kindOf)).toEqual(['tool-calls', 'length', 'content-filter'])
  })

  it('Q76: the call of an unexpected tool is there once, though the chunk that ends the stream has it', () => {
    const { response } = pay(
      candidate({
        content: { parts: [{ functionCall: { name: 'a', args: {} } }] },
        finishReason: 'UNEXPECTED_TOOL_CALL',
      }),
    )
    expect(response.toolCalls).toHaveLength(1)
    expect(response.finishReason).toEqual({ kind: 'error', raw: 'UNEXPECTED_TOOL_CALL' })
  })

  it('Q77: a blocked prompt is a filter, with its reason and its counts', () => {
    const { result, response } = pay({
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 5 },
    })
    expect(E.isRight(result)).toBe(true)
    expect(response.finishReason).toEqual({ kind: 'content-filter', raw: 'SAFETY' })
    expect(response.metadata).toEqual({ promptFeedback: { blockReason: 'SAFETY' } })
    expect(response.usage?.inputTokens).toBe(5)
  })

  it('Q78: a candidate without content is none, and an early STOP ends nothing', () => {
    const { response, frames } = pay(
      candidate({ content: { role: 'model' }, finishReason: 'STOP' }),
      candidate({ content: { parts: [{ text: 'hello' }] }, finishReason: 'STOP' }),
      { candidates: [{}] },
    )
    expect(response.text).toBe('hello')
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'STOP' })
    expect(framesOfType(frames, 'end')).toHaveLength(1)
    expect(codesOf(response)).toEqual(['content-after-finish'])
  })

  it('Q78: a finish in the chunk after the calls still means calls', () => {
    const { response } = pay(called({ name: 'a' }), candidate({ content: {}, finishReason: 'STOP' }))
    expect(response.finishReason.kind).toBe('tool-calls')
    expect(codesOf(response)).toEqual([])
  })

  it('Q79: an error in the stream fails it, and the text before it is kept', () => {
    const { result, response } = pay(said('hal'), {
      error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' },
    })
    expect(E.isLeft(result) && result.left).toMatchObject({
      code: 'provider-error',
      error: { type: 'UNAVAILABLE', status: 503, retryable: true },
    })
    expect(response.text).toBe('hal')
  })

  it('Q79: the end of the body without a finish reason is no end', () => {
    const { result, response } = pay(said('hal'))
    expect(E.isLeft(result) && result.left.code).toBe('incomplete-stream')
    expect(response.text).toBe('hal')
  })

  it('Q80: counts are the last of each field, and thoughts are output', () => {
    const { response } = pay(
      candidate(
        { content: { parts: [{ text: 'a' }] } },
        { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, thoughtsTokenCount: 7 } },
      ),
      said('-'),
      candidate(
        { content: { parts: [{ text: 'b' }] }, finishReason: 'STOP' },
        {
          usageMetadata: {
            promptTokenCount: 5,
            candidatesTokenCount: 4,
            thoughtsTokenCount: 7,
            totalTokenCount: 16,
          },
        },
      ),
    )
    const { raw: _raw, ...usage } = response.usage ?? { raw: {} }
    expect(usage).toEqual({ inputTokens: 5, outputTokens: 11, reasoningTokens: 7, totalTokens: 16 })
  })

  it('Q81: streamed arguments are one call, told as text that grows', () => {
    const { response, frames } = pay(
      called({ name: 'mk', willContinue: true }),
      called({
        partialArgs: [{ jsonPath: '$.t', stringValue: 'he', willContinue: true }],
        willContinue: true,
      }),
      called({
        partialArgs: [
          { jsonPath: '$.t', stringValue: 'y' },
          { jsonPath: '$.n[0].k', numberValue: 3 },
        ],
        willContinue: true,
      }),
      called({}),
      ended(),
    )
    expect(callsOf(response)).toEqual([
      {
        id: 'call_0',
        name: 'mk',
        arguments: '{"t":"hey","n":[{"k":3}]}',
        input: { t: 'hey', n: [{ k: 3 }] },
      },
    ])
    expect(framesOfType(frames, 'tool-call-delta').map((frame) => frame.arguments)).toEqual([
      '',
      '{"t":"he',
      'y',
      '","n":[{"k":3',
      '}]}',
    ])
    expect(framesOfType(frames, 'reset')).toEqual([])
  })

  it('Q81: a path cannot reach a prototype', () => {
    const paths = [
      '$.__proto__.x',
      "$['constructor']['prototype'].x",
      '$.a.__proto__.x',
      '$.a.b',
      '$.__proto__.y',
    ]
    const { response } = pay(
      called({ name: 'mk', partialArgs: paths.map((jsonPath) => ({ jsonPath, boolValue: true })) }),
      ended(),
    )
    const clean: Record<string, unknown> = {}
    expect([clean['x'], clean['y']]).toEqual([undefined, undefined])
    expect(response.toolCalls[0]?.arguments).toBe(
      '{"__proto__":{"x":true,"y":true},"constructor":{"prototype":{"x":true}},"a":{"__proto__":{"x":true},"b":true}}',
    )
    expect(codesOf(response)).toEqual(['tool-call-path-revisited'])
  })

  it('Q81: an index far out makes no long list', () => {
    const { response } = pay(
      called({
        name: 'mk',
        partialArgs: [
          { jsonPath: '$.a[999999999]', numberValue: 1 },
          { jsonPath: '$.b[2]', numberValue: 2 },
        ],
      }),
      ended(),
    )
    expect(callsOf(response)).toEqual([{ id: 'call_0', name: 'mk', arguments: '{', error: 'invalid-json' }])
    expect(codesOf(response)).toEqual(['tool-call-path-revisited', 'tool-call-path-invalid'])
  })
})
