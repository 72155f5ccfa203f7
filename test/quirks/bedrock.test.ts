// The Q ids number the catalogue of server quirks that the project keeps.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { finish, input, reasoning, stop, text, toolUse, usage } from '../support/bedrock'
import { callsOf, codesOf } from '../support/fold'
import { payLaws } from '../support/pay-laws'

describe('ConverseStream', () => {
  it('Q83: text and reasoning have no start; a delta opens its block by its kind, after tool blocks too', () => {
    const { response } = payLaws('bedrock', [
      text(0, 'a'),
      text(0, 'b'),
      toolUse(1, 't1', 'add'),
      input(1, '{}'),
      stop(1),
      text(2, 'c'),
      finish('tool_use'),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'text', text: 'ab' },
      { type: 'tool-call', id: 't1' },
      { type: 'text', text: 'c' },
    ])
    expect(callsOf(response)).toEqual([{ id: 't1', name: 'add', arguments: '{}', input: {} }])
    expect(codesOf(response)).toEqual([])
  })

  it('Q84: usage comes after the stop reason', () => {
    const { response } = payLaws('bedrock', [
      text(0, 'a'),
      finish('end_turn'),
      usage({ inputTokens: 3, outputTokens: 2, totalTokens: 5 }),
    ])
    expect(response.usage).toMatchObject({ inputTokens: 3, outputTokens: 2, totalTokens: 5 })
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'end_turn' })
  })

  it('Q84: usage alone is not an end', () => {
    const { result } = payLaws('bedrock', [
      text(0, 'a'),
      usage({ inputTokens: 3, outputTokens: 2, totalTokens: 5 }),
    ])
    expect(result).toMatchObject(
      E.left({ code: 'incomplete-stream', partial: { text: 'a', usage: { inputTokens: 3 } } }),
    )
  })

  it.each([
    ['internalServerException', 500, true],
    ['modelStreamErrorException', 424, true],
    ['serviceUnavailableException', 503, true],
    ['throttlingException', 429, true],
    ['modelTimeoutException', 408, true],
    ['validationException', 400, false],
  ])('Q85: %s ends the stream as a failure', (code, status, retryable) => {
    const raw = { message: 'x', originalStatusCode: 500 }
    const { result } = payLaws('bedrock', [text(0, 'a'), { [code]: raw }])
    expect(result).toMatchObject(
      E.left({
        code: 'provider-error',
        error: { code, message: 'x', status, retryable, raw },
        partial: { text: 'a' },
      }),
    )
  })

  it('Q86: a signature comes in a delta of its own, redacted content as base64', () => {
    const { response } = payLaws('bedrock', [
      reasoning(0, { text: 'hm' }),
      reasoning(0, { signature: 'S' }),
      stop(0),
      reasoning(1, { redactedContent: 'AAEC/w==' }),
      stop(1),
      finish('end_turn'),
    ])
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: ['hm'], summary: [], signature: 'S' },
      { type: 'reasoning', content: [], summary: [], encrypted: 'AAEC/w==' },
    ])
    expect(response.reasoning).toBe('hm')
  })

  it('Q86: the bytes that an SDK gives become base64, those of several deltas joined', () => {
    const { response } = payLaws('bedrock', [
      ...[[0], [1, 2, 255], [], [7, 8]].map((bytes) =>
        reasoning(0, { redactedContent: Uint8Array.from(bytes) }),
      ),
      stop(0),
      finish('end_turn'),
    ])
    const encrypted = Buffer.from([0, 1, 2, 255, 7, 8]).toString('base64')
    expect(response.message.content).toMatchObject([{ type: 'reasoning', encrypted }])
  })

  it('Q87: tool inputs go by their index', () => {
    const { response } = payLaws('bedrock', [
      toolUse(0, 't1', 'add'),
      toolUse(1, 't2', 'mul'),
      input(0, '{"a":'),
      input(1, '{"b":'),
      input(0, '1}'),
      input(1, '2}'),
      stop(1),
      stop(0),
      finish('tool_use'),
    ])
    expect(callsOf(response)).toEqual([
      { id: 't1', name: 'add', arguments: '{"a":1}', input: { a: 1 } },
      { id: 't2', name: 'mul', arguments: '{"b":2}', input: { b: 2 } },
    ])
  })

  it.each([
    ['no input', []],
    ['one empty input', [input(0, '')]],
  ])('Q87: %s means no arguments', (_, inputs) => {
    const { response } = payLaws('bedrock', [toolUse(0, 't1', 'now'), ...inputs, stop(0), finish('tool_use')])
    expect(callsOf(response)).toEqual([{ id: 't1', name: 'now', arguments: '', input: {} }])
  })

  it('Q87: input without a stop counts; input after it is left out', () => {
    const unstopped = payLaws('bedrock', [toolUse(0, 't1', 'add'), input(0, '{"a":1}'), finish('tool_use')])
    expect(callsOf(unstopped.response)).toMatchObject([{ input: { a: 1 } }])
    const late = payLaws('bedrock', [
      toolUse(0, 't1', 'add'),
      input(0, '{"a":1}'),
      stop(0),
      input(0, '{"a":1}'),
      finish('tool_use'),
    ])
    expect(callsOf(late.response)).toMatchObject([{ arguments: '{"a":1}', input: { a: 1 } }])
    expect(codesOf(late.response)).toEqual(['block-not-open'])
  })

  it('Q87: a call that a limit cut off is incomplete', () => {
    const { response } = payLaws('bedrock', [
      toolUse(0, 't1', 'add'),
      input(0, '{"a":'),
      stop(0),
      finish('max_tokens'),
    ])
    expect(callsOf(response)).toMatchObject([{ error: 'incomplete' }])
  })
})
