import { describe, expect, it } from 'vitest'
import { close, initial } from '../../src'
import { collectDecoded, decodeRecording, readResponse } from '../../src/wire'
import { callsOf, codesOf } from '../support/fold'
import { payLaws } from '../support/pay-laws'

const line = (message: object, last: object = { done: false }) => ({
  model: 'm',
  created_at: '2025-01-01T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  ...last,
})

const done = { done: true, done_reason: 'stop', prompt_eval_count: 5, eval_count: 3 }

const call = (name: string, input: unknown) => ({ function: { name, arguments: input } })

describe('Ollama', () => {
  it('Q99: a call with an object and no id, in a line before the last one', () => {
    const { response } = payLaws('ollama', [line({ tool_calls: [call('add', { a: 1 })] }), line({}, done)])
    expect(callsOf(response)).toEqual([{ id: 'call_0', name: 'add', arguments: '{"a":1}', input: { a: 1 } }])
    expect(response.toolCalls[0]?.synthesizedId).toBe(true)
    expect(response.finishReason).toEqual({ kind: 'tool-calls', raw: 'stop' })
    expect(response.usage).toMatchObject({ inputTokens: 5, outputTokens: 3, totalTokens: 8 })
    expect(codesOf(response)).toEqual([])
  })

  it('Q99: calls of one name are not merged, in one line or in several', () => {
    const add = (a: number) => call('add', { a })
    const { response } = payLaws('ollama', [
      line({ tool_calls: [add(1), add(1)] }),
      line({ tool_calls: [add(2)] }),
      line({}, done),
    ])
    expect(callsOf(response).map(({ id, arguments: text }) => `${id} ${text}`)).toEqual([
      'call_0 {"a":1}',
      'call_1 {"a":1}',
      'call_2 {"a":2}',
    ])
  })

  it('Q99: an id and a place, as newer servers send them; an id that comes twice is made another', () => {
    const { response } = payLaws('ollama', [
      line({ tool_calls: [{ id: 'c', function: { index: 0, name: 'now', arguments: {} } }] }),
      line({ tool_calls: [{ id: 'c', function: { index: 0, name: 'now', arguments: {} } }] }, done),
    ])
    expect(
      response.toolCalls.map(({ id, synthesizedId = false, extra }) => [id, synthesizedId, extra]),
    ).toEqual([
      ['c', false, undefined],
      ['c_1', true, { function: { index: 0 } }],
    ])
    expect(codesOf(response)).toEqual(['duplicate-tool-call-id'])
  })

  it('Q99: arguments that are text, null or missing', () => {
    const { response } = payLaws('ollama', [
      line({ tool_calls: [call('f', '{"a":1}'), call('g', null), { function: { name: 'h' } }] }),
      line({}, done),
    ])
    expect(callsOf(response).map(({ input }) => input)).toEqual([{ a: 1 }, {}, {}])
    expect(codesOf(response)).toEqual(['tool-call-arguments-text', 'tool-call-arguments-null'])
  })

  const thought = ['a', 'b', 'c'].map((thinking) => line({ thinking }))
  const stopped = { error: 'model runner has stopped' }

  it('Q100: thinking over many lines, then an error line at HTTP 200', () => {
    const { response, result } = payLaws('ollama', [...thought, stopped])
    expect(response.reasoning).toBe('abc')
    expect(result).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'model runner has stopped',
        error: { retryable: true, raw: 'model runner has stopped' },
      },
    })
  })

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])(
    'Q100: lines cut anywhere, also within a character, that end in %s; the last one does not end',
    async (_, end) => {
      const text = [...thought, line({ content: 'ö🌊' }), line({}, done)]
        .map((one) => JSON.stringify(one))
        .join(end)
      const bytes = new TextEncoder().encode(text)
      for (const size of [1, 2, 3, 7, 50, bytes.length]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        )
        expect(await readResponse('ollama', pieces)).toMatchObject({
          _tag: 'Right',
          right: { reasoning: 'abc', text: 'ö🌊', issues: [] },
        })
      }
    },
  )

  it('Q100: an error line as bytes, and a line that was cut off', async () => {
    const text = thought.map((one) => `${JSON.stringify(one)}\n`).join('')
    expect(await readResponse('ollama', `${text}${JSON.stringify(stopped)}\n`)).toMatchObject({
      left: { code: 'provider-error', partial: { reasoning: 'abc' } },
    })
    const cut = decodeRecording('ollama', `${text}{"model":"m","mess`).reduce(
      collectDecoded,
      initial('ollama'),
    )
    const { head } = close(cut)
    expect(head.phase).toMatchObject({ type: 'failed', error: { code: 'incomplete-stream' } })
  })
})
