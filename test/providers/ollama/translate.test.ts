import { describe, expect, it } from 'vitest'
import { codesOf } from '../../support/fold'
import { payLaws } from '../../support/pay-laws'

const line = (message: unknown, more: object = {}) => ({ model: 'm', message, done: false, ...more })
const text = (content: string) => line({ role: 'assistant', content })
const done = (more: object = {}) => line({ role: 'assistant', content: '' }, { done: true, ...more })

const fold = (...events: readonly unknown[]) => payLaws('ollama', events)

describe('an Ollama line', () => {
  it('adds to the text and the thinking', () => {
    const { response } = fold(
      line({ content: '', thinking: 'hm' }),
      line({ content: '', thinking: '.' }),
      text('a'),
      text('b'),
      done({ done_reason: 'stop' }),
    )
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: ['hm.'], summary: [] },
      { type: 'text', text: 'ab' },
    ])
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
  })

  it('has durations, and what else stands beside the message, as metadata; the time is that of the last line', () => {
    const { response } = fold(
      line({ content: 'a' }, { created_at: 't1', remote_host: 'h' }),
      done({ created_at: 't2', total_duration: 3, load_duration: 1 }),
    )
    expect(response.metadata).toEqual({
      remote_host: 'h',
      created_at: 't2',
      total_duration: 3,
      load_duration: 1,
    })
    expect(fold(line({ content: 'a' }, { created_at: 't1' }), done()).response.metadata).toBeUndefined()
  })

  it.each([
    [
      { prompt_eval_count: 2, eval_count: 3 },
      { inputTokens: 2, outputTokens: 3, totalTokens: 5, raw: { prompt_eval_count: 2, eval_count: 3 } },
    ],
    [{ eval_count: 3 }, { outputTokens: 3, raw: { eval_count: 3 } }],
    [
      { prompt_eval_count: 2, eval_count: null },
      { inputTokens: 2, raw: { prompt_eval_count: 2 } },
    ],
  ])('counts %j', (counts, usage) => {
    expect(fold(text('a'), done(counts)).response.usage).toEqual(usage)
  })

  it('has images in base64', () => {
    const { response } = fold(line({ content: '', images: ['aGk='] }), done())
    expect(response.message.content).toEqual([{ type: 'file', data: 'aGk=', raw: 'aGk=' }])
  })

  it('has token probabilities', () => {
    const token = { token: 'a', logprob: -1 }
    const beside = line({ content: 'a' }, { logprobs: [token] })
    const alone = { model: 'm', logprobs: [token], done: false }
    expect(fold(beside, alone, done()).response.logprobs).toEqual({ content: [token, token] })
  })

  it('has fields of its message that are no content, which go back with it', () => {
    expect(fold(line({ content: 'a', tool_name: 't' }), done()).response.message.extra).toEqual({
      tool_name: 't',
    })
  })

  it('is the last one when it says so, with a reason or without, with a message or without', () => {
    expect(fold(text('a'), done({ done_reason: 'length' })).result).toMatchObject({
      right: { finishReason: { kind: 'length', raw: 'length' } },
    })
    const { response, result } = fold(text('a'), { model: 'm', done: true })
    expect(result._tag).toBe('Right')
    expect(response.finishReason).toEqual({ kind: 'unknown' })
    expect(codesOf(response)).toEqual(['finish-reason-missing'])
    expect(codesOf(fold(text('a'), done({ done_reason: 'stop' }), text('b')).response)).toEqual([
      'event-after-end',
    ])
  })

  it('keeps another reason than a plain stop, whatever was called', () => {
    const called = line({ content: '', tool_calls: [{ function: { name: 'f', arguments: {} } }] })
    expect(fold(called, done({ done_reason: 'stop' })).response.finishReason.kind).toBe('tool-calls')
    expect(fold(called, done({ done_reason: 'length' })).response.finishReason.kind).toBe('length')
  })

  it('may be of a model that was only loaded', () => {
    const { response, result } = fold(done({ done_reason: 'load' }))
    expect(result._tag).toBe('Right')
    expect(response.finishReason).toEqual({ kind: 'other', raw: 'load' })
  })

  it('names the model; another name within the stream is told', () => {
    const { response } = fold(text('a'), done({ model: 'n', done_reason: 'stop' }))
    expect(response.model).toBe('m')
    expect(codesOf(response)).toEqual(['model-changed'])
  })

  it.each([
    ['text', 'model runner has stopped', { message: 'model runner has stopped', retryable: true }],
    ['an object', { message: 'no', code: 400 }, { message: 'no', code: 400, status: 400, retryable: false }],
    [
      'an object with the status of a fault',
      { message: 'no', status: 503 },
      { message: 'no', status: 503, retryable: true },
    ],
  ])('tells an error: %s', (_, error, told) => {
    const { result, response } = fold(text('a'), { error })
    expect(result).toMatchObject({ left: { code: 'provider-error', error: { ...told, raw: error } } })
    expect(response.text).toBe('a')
  })

  it('whose message is odd is told', () => {
    expect(codesOf(fold(line('odd'), text('a'), done({ done_reason: 'stop' })).response)).toEqual([
      'malformed-event',
    ])
    const odd = fold(line({ content: '', tool_calls: [7] }), done({ done_reason: 'stop' }))
    expect(codesOf(odd.response)).toEqual(['tool-call-malformed'])
  })

  it('of a call without a function makes a call without a name', () => {
    const { response } = fold(line({ content: '', tool_calls: [{ id: 'x' }] }), done({ done_reason: 'stop' }))
    expect(response.toolCalls).toMatchObject([{ id: 'x', name: '' }])
    expect(codesOf(response)).toEqual(['tool-call-name-missing'])
  })

  it('may carry think tags, where the caller says so', () => {
    const { response } = payLaws(
      'ollama',
      [text('<thi'), text('nk>plan</think>'), text('go'), done({ done_reason: 'stop' })],
      { thinkTags: true },
    )
    expect(response).toMatchObject({ reasoning: 'plan', text: 'go' })
  })
})
