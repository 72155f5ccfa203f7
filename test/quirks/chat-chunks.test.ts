// The Q ids number the catalogue of server quirks that the project keeps.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { calls, chunk, delta, finish, text } from '../support/chat'
import { callsOf, codesOf, framesOfType } from '../support/fold'
import { payLaws } from '../support/pay-laws'

const add = { id: 'c1', name: 'add', arguments: '{"a":1}', input: { a: 1 } }
const addDelta = { index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } }

const writeDelta = {
  index: 0,
  id: 'c1',
  function: { name: 'write', arguments: '{"path":"/a","text":"he' },
}

describe('finish reasons', () => {
  it('Q22: a plain stop after tool calls is a tool turn', () => {
    const { response } = payLaws('openai', [calls(addDelta), finish('stop')])
    expect(response.finishReason).toEqual({ kind: 'tool-calls', raw: 'stop' })
    expect(callsOf(response)).toEqual([add])
    expect(codesOf(response)).toEqual(['finish-reason-mismatch'])
  })

  it.each([
    ['length', 'length'],
    ['content_filter', 'content-filter'],
  ])('Q23: a call cut off by %s is incomplete, and the reason stays', (raw, kind) => {
    const { response } = payLaws('openai', [calls(writeDelta), finish(raw)])
    expect(response.finishReason).toEqual({ kind, raw })
    expect(callsOf(response)).toEqual([
      { id: 'c1', name: 'write', arguments: '{"path":"/a","text":"he', error: 'incomplete' },
    ])
  })

  it('Q23: a wrong `tool_calls` does not make cut arguments usable', () => {
    const { response } = payLaws('openai', [calls(writeDelta), finish('tool_calls')])
    expect(response.finishReason).toEqual({ kind: 'tool-calls', raw: 'tool_calls' })
    expect(callsOf(response)).toMatchObject([{ id: 'c1', error: 'invalid-json' }])
  })

  it('Q23: only the last call can have been cut off', () => {
    const { response } = payLaws('openai', [
      calls({ index: 0, id: 'c0', function: { name: 'now', arguments: '' } }),
      calls({ ...addDelta, index: 1 }),
      calls({ ...writeDelta, id: 'c2', index: 2 }),
      finish('length'),
    ])
    expect(callsOf(response)).toMatchObject([{ id: 'c0', input: {} }, add, { id: 'c2', error: 'incomplete' }])
  })

  it('Q24: the chunk with the finish reason is read to its end', () => {
    const { response } = payLaws('openai', [text('The '), delta({ content: 'end.' }, 'stop')])
    expect(response.text).toBe('The end.')
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
  })

  it('Q24: the closing brace may stand beside the finish reason, or the whole answer', () => {
    const split = payLaws('openai', [
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1' } }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }, 'tool_calls'),
    ])
    expect(callsOf(split.response)).toEqual([add])
    const whole = payLaws('openai', [
      delta({ reasoning_content: 'r', content: 't', tool_calls: [addDelta] }, 'tool_calls'),
    ])
    expect(whole.response).toMatchObject({ reasoning: 'r', text: 't' })
    expect(callsOf(whole.response)).toEqual([add])
  })

  it('Q25: an empty reason is none, a reason is not the end, and the end is told once', () => {
    const { response, frames } = payLaws('openai', [
      delta({ content: 'a' }, ''),
      delta({ content: 'b' }, 'stop'),
      delta({ content: 'c' }, 'stop'),
      delta({}, null),
    ])
    expect(response.text).toBe('abc')
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
    expect(framesOfType(frames, 'end')).toHaveLength(1)
    expect(framesOfType(frames, 'text-complete')).toHaveLength(1)
    expect(codesOf(response).toSorted()).toEqual(['content-after-finish', 'finish-reason-repeated'])
  })

  it('Q25: a later reason replaces an earlier one, and calls are not told twice', () => {
    const { response, frames } = payLaws('openai', [calls(addDelta), finish('tool_calls'), finish('length')])
    expect(response.finishReason).toEqual({ kind: 'length', raw: 'length' })
    expect(framesOfType(frames, 'tool-call-complete')).toHaveLength(1)
  })

  it('Q25: an empty reason after a true one changes nothing, and is no end by itself', () => {
    const kept = payLaws('openai', [delta({ content: 'a' }, 'length'), finish('')])
    expect(kept.response.finishReason).toEqual({ kind: 'length', raw: 'length' })
    const empty = payLaws('openai', [delta({ content: 'a' }, '')])
    expect(empty.result).toMatchObject(E.left({ code: 'incomplete-stream', partial: { text: 'a' } }))
  })

  it('Q26: a stream without finish reason and end mark is incomplete, and keeps its text', () => {
    const { result, response } = payLaws('openai', [text('half an ans')])
    expect(result).toMatchObject(E.left({ code: 'incomplete-stream', reason: 'clean' }))
    expect(response.text).toBe('half an ans')
    expect(response.finishReason).toEqual({ kind: 'unknown' })
    expect(codesOf(response)).toEqual(['finish-reason-missing'])
  })

  it('Q26: the end mark alone is enough, and so is the finish reason alone', () => {
    const marked = payLaws('openai', [text('whole'), delta({}, null), '[DONE]'])
    expect(marked.result).toMatchObject(E.right({ text: 'whole', finishReason: { kind: 'unknown' } }))
    expect(codesOf(marked.response)).toEqual(['finish-reason-missing'])
    const reasoned = payLaws('openai', [text('whole'), finish('stop')])
    expect(reasoned.result).toMatchObject(E.right({ text: 'whole', finishReason: { kind: 'stop' } }))
    expect(codesOf(reasoned.response)).toEqual([])
  })

  it('Q26: nothing is read or told after the end mark', () => {
    const { response, frames } = payLaws('openai', [
      text('whole'),
      finish('stop'),
      '[DONE]',
      text(' and more'),
    ])
    expect(response.text).toBe('whole')
    expect(codesOf(response)).toEqual(['event-after-end'])
    expect(frames.at(-1)?.type).toBe('end')
  })

  it.each([
    ['model_context_window_exceeded', 'length'],
    ['max_output_tokens', 'length'],
    ['safety', 'content-filter'],
    ['SAFETY', 'content-filter'],
    ['guardrail_intervened', 'content-filter'],
    ['eos', 'stop'],
    ['end_turn', 'stop'],
    ['because', 'other'],
    ['constructor', 'other'],
  ])('Q27: the reason %s is read as %s', (raw, kind) => {
    const { result } = payLaws('openai', [text('a'), finish(raw)])
    expect(result).toMatchObject(E.right({ text: 'a', finishReason: { kind, raw } }))
  })

  it('Q27: an unknown reason drops no call', () => {
    const { response } = payLaws('openai', [calls(addDelta), finish('because')])
    expect(response.finishReason).toEqual({ kind: 'other', raw: 'because' })
    expect(callsOf(response)).toEqual([add])
  })

  it('Q27: a full context cuts off the last call, as a limit does', () => {
    const { response } = payLaws('openai', [calls(writeDelta), finish('model_context_window_exceeded')])
    expect(callsOf(response)).toMatchObject([{ id: 'c1', error: 'incomplete' }])
  })
})

describe('usage', () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
  const counts = { inputTokens: 7, outputTokens: 3, totalTokens: 10, raw: usage }

  it.each([
    ['empty', { choices: [], usage }],
    ['null', { choices: null, usage }],
    ['absent', { usage }],
  ])('Q28: usage after the finish is read where `choices` is %s', (_what, last) => {
    const { response } = payLaws('openai', [text('a'), finish('stop'), last])
    expect(response.usage).toEqual(counts)
    expect(response.text).toBe('a')
    expect(codesOf(response)).toEqual([])
  })

  it('Q29: of usage on every chunk the last one counts, and it ends nothing', () => {
    const { response } = payLaws('openai', [
      chunk({ delta: { content: 'a' } }, { usage: { prompt_tokens: 7, completion_tokens: 1 } }),
      chunk({ delta: { content: 'b' } }, { usage: { prompt_tokens: 7, completion_tokens: 2 } }),
      finish('stop'),
    ])
    expect(response.usage).toMatchObject({ inputTokens: 7, outputTokens: 2, totalTokens: 9 })
    expect(response.text).toBe('ab')
  })

  it('Q30: later nulls and vendor fields do not erase early usage', () => {
    const early = {
      prompt_tokens: 7,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 4 },
    }
    const { response } = payLaws('openai', [
      chunk({ delta: { content: 'a' } }, { usage: early }),
      { ...finish('stop'), usage: null, x_groq: { usage: { completion_tokens: 2 } } },
    ])
    expect(response.usage).toEqual({
      inputTokens: 7,
      outputTokens: 2,
      totalTokens: 9,
      cachedInputTokens: 4,
      raw: early,
    })
  })

  it('Q30: an empty usage object blocks nothing, and nested objects are merged', () => {
    const { response } = payLaws('openai', [
      chunk({ delta: { content: 'a' } }, { usage: {} }),
      chunk(
        { delta: { content: 'b' } },
        { usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } } },
      ),
      {
        ...finish('stop'),
        usage: { completion_tokens: null, prompt_tokens_details: { cached_tokens: null, audio_tokens: 1 } },
      },
    ])
    expect(response.usage).toMatchObject({ inputTokens: 7, outputTokens: 3, cachedInputTokens: 4 })
    expect(response.usage?.raw['prompt_tokens_details']).toEqual({ cached_tokens: 4, audio_tokens: 1 })
  })

  it('Q30: a vendor’s own place adds nothing to the usual one', () => {
    const { response } = payLaws('openai', [
      { ...text('a'), usage },
      {
        ...finish('stop'),
        x_groq: { usage: { prompt_tokens: 99, prompt_tokens_details: { cached_tokens: 1 } } },
      },
    ])
    expect(response.usage).toEqual(counts)
  })

  it('Q30: a vendor’s own place counts where there is no other', () => {
    const groq = payLaws('openai', [text('a'), { ...finish('stop'), x_groq: { id: 'q', usage } }])
    expect(groq.response.usage).toEqual(counts)
    const moonshot = payLaws('openai', [text('a'), chunk({ delta: {}, finish_reason: 'stop', usage })])
    expect(moonshot.response.usage).toEqual(counts)
  })
})

describe('chunks and choices', () => {
  const filtered = { choices: [], prompt_filter_results: [{ prompt_index: 0 }] }
  const offsets = chunk({ index: 0, finish_reason: null, content_filter_offsets: { check_offset: 4 } })

  it('Q31: chunks without choices and choices without a delta are no error and no text', () => {
    const { result, response } = payLaws('openai', [filtered, offsets])
    expect(result).toMatchObject(E.left({ code: 'empty-stream' }))
    expect(response.text).toBe('')
    expect(response.message.content).toEqual([])
    expect(codesOf(response)).not.toContain('malformed-event')
  })

  it('Q31: they do not disturb the answer, and what they say is kept', () => {
    const { response } = payLaws('openai', [filtered, text('He'), offsets, text('llo'), finish('stop')])
    expect(response.text).toBe('Hello')
    expect(response.metadata).toEqual({
      prompt_filter_results: [{ prompt_index: 0 }],
      content_filter_offsets: { check_offset: 4 },
    })
  })

  it('Q31: filter results beside a text fragment are kept', () => {
    const { response } = payLaws('openai', [
      text('He'),
      chunk({ index: 0, delta: { content: 'llo' }, content_filter_results: { hate: { filtered: false } } }),
      finish('stop'),
    ])
    expect(response.text).toBe('Hello')
    expect(response.metadata).toEqual({ content_filter_results: { hate: { filtered: false } } })
  })

  it('Q32: an error object in the stream fails it, and the text stays', () => {
    const error = { code: 502, message: 'upstream gone' }
    const { result, response } = payLaws('openai', [
      text('Hel'),
      { error, choices: [{ delta: { content: '' }, finish_reason: 'error' }] },
    ])
    expect(result).toMatchObject(
      E.left({
        code: 'provider-error',
        message: 'upstream gone',
        error: { message: 'upstream gone', code: 502, status: 502, retryable: true, raw: error },
      }),
    )
    expect(response.text).toBe('Hel')
  })

  it.each([
    ['a text', { error: 'upstream gone' }],
    ['an object', { error: { message: 'upstream gone' } }],
    ['the JSON of an error', { error: { message: '{"error":{"message":"upstream gone"}}' } }],
    ['an object without choices', { choices: null, error: { message: 'upstream gone', code: null } }],
    ['an error of a choice', chunk({ delta: { content: '' }, error: { message: 'upstream gone' } })],
    ['an event of type error', { object: 'error', message: 'upstream gone' }],
  ])('Q32: the error may be %s', (_what, event) => {
    const { result } = payLaws('openai', [text('Hel'), event])
    expect(result).toMatchObject(E.left({ code: 'provider-error', message: 'upstream gone' }))
  })

  it('Q32: an empty error means the same beside the first fragment and beside a later one', () => {
    const odd = { ...text('lo'), error: '' }
    const first = payLaws('openai', [odd, finish('stop')])
    const later = payLaws('openai', [text('Hel'), odd, finish('stop')])
    expect(later.result._tag).toBe(first.result._tag)
  })

  it('Q32: text after the error is not read, but usage is', () => {
    const { response } = payLaws('openai', [
      text('Hel'),
      { error: 'gone' },
      text('lo'),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 1 } },
      '[DONE]',
    ])
    expect(response.text).toBe('Hel')
    expect(response.usage).toMatchObject({ inputTokens: 7, outputTokens: 1 })
    expect(codesOf(response)).toContain('event-after-end')
  })

  it('Q33: each choice is a response of its own', () => {
    const { response } = payLaws('openai', [
      chunk({ index: 1, delta: { content: 'B1' } }),
      chunk({ index: 0, delta: { content: 'A1' } }),
      chunk({ index: 1, delta: { content: 'B2' } }),
      chunk({ index: 0, delta: {}, finish_reason: 'stop' }),
      chunk({ index: 1, delta: {}, finish_reason: 'length' }),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
    ])
    expect(response).toMatchObject({ text: 'A1', finishReason: { kind: 'stop' }, usage: { inputTokens: 7 } })
    expect(response.alternatives).toMatchObject([
      { choice: 1, text: 'B1B2', finishReason: { kind: 'length' } },
    ])
  })

  it('Q33: a choice that did not finish leaves the response incomplete', () => {
    const { result } = payLaws('openai', [
      chunk({ index: 0, delta: { content: 'A1' }, finish_reason: 'stop' }),
      chunk({ index: 1, delta: { content: 'B1' } }),
    ])
    expect(result).toMatchObject(E.left({ code: 'incomplete-stream', partial: { text: 'A1' } }))
  })

  it('Q35: the first id and model that are not empty stay', () => {
    const { response } = payLaws('openai', [
      { id: 'r1', model: 'm', choices: [{ delta: { content: 'a' } }] },
      { id: '', model: '', created: 0, choices: [{ delta: {}, finish_reason: 'stop' }] },
    ])
    expect(response).toMatchObject({ id: 'r1', model: 'm', text: 'a' })
    expect(response.message.content).toHaveLength(1)
    expect(codesOf(response)).toEqual([])
  })

  it('Q35: one stream is one response, whatever the ids', () => {
    const { response } = payLaws('openai', [
      { id: null, choices: [{ delta: { content: 'a' } }] },
      { id: 'r1', model: 'm', choices: [{ delta: { content: 'b' } }] },
      { id: 'r2', model: 'n', choices: [{ delta: { content: 'c' } }] },
      { id: 'r3', model: 'n', choices: [{ delta: {}, finish_reason: 'stop' }] },
    ])
    expect(response).toMatchObject({ id: 'r1', model: 'm', text: 'abc' })
    expect(response.message.content).toHaveLength(1)
    expect(codesOf(response)).toEqual(['id-changed', 'model-changed'])
  })

  it('Q35: what stands beside a later fragment is read as well', () => {
    const { response } = payLaws('openai', [
      text('a'),
      { id: 'r1', model: 'm', system_fingerprint: 'fp', x_new: 1, ...text('b') },
      { id: 'r1', model: 'm', system_fingerprint: 'fp', x_new: 2, ...text('c') },
      finish('stop'),
    ])
    expect(response).toMatchObject({ id: 'r1', model: 'm', text: 'abc' })
    expect(response.metadata).toEqual({ system_fingerprint: 'fp', x_new: 2 })
  })

  const repeat = chunk({
    delta: {},
    message: { role: 'assistant', content: 'Hi' },
    finish_reason: 'stop',
  })

  it('Q36: a message that repeats the deltas is not added', () => {
    const { response } = payLaws('openai', [chunk({ delta: { content: 'Hi' } }), repeat])
    expect(response.text).toBe('Hi')
    expect(codesOf(response)).toEqual([])
  })

  it('Q36: nor one that comes before them', () => {
    const message = { role: 'assistant', content: 'Hi' }
    const { response } = payLaws('openai', [
      chunk({ delta: {}, message }),
      chunk({ delta: { content: 'Hi' } }),
      finish('stop'),
    ])
    expect(response.text).toBe('Hi')
  })

  it('Q36: a message without deltas is the answer', () => {
    const { response } = payLaws('openai', [repeat])
    expect(response.text).toBe('Hi')
    expect(response.finishReason).toEqual({ kind: 'stop', raw: 'stop' })
    expect(codesOf(response)).toEqual(['whole-message'])
  })

  it('Q38: annotations and audio are parts', () => {
    const annotation = {
      type: 'url_citation',
      url_citation: { url: 'https://e.example', start_index: 0, end_index: 3 },
    }
    const { response } = payLaws('openai', [
      text('see'),
      delta({ annotations: [annotation] }),
      delta({ audio: { id: 'a1', data: 'AAAA' } }),
      finish('stop'),
    ])
    expect(response.text).toBe('see')
    expect(response.message.content).toEqual([
      { type: 'text', text: 'see' },
      { type: 'source', url: 'https://e.example', start: 0, end: 3, raw: annotation },
      { type: 'audio', id: 'a1', data: 'AAAA', transcript: '' },
    ])
  })

  it('Q38: sound and transcript append, lists append, the id and the expiry are set', () => {
    const { response } = payLaws('openai', [
      delta({ audio: { id: 'a1', transcript: 'he' } }),
      delta({ audio: { data: 'AAAA' }, annotations: [{ url_citation: { url: 'u1' } }] }),
      delta({ audio: { id: 'a1', data: 'BBBB', transcript: 'y' }, annotations: ['u2'] }),
      delta({ audio: { expires_at: 12 } }),
      finish('stop'),
    ])
    expect(response.text).toBe('')
    expect(response.metadata).toBeUndefined()
    expect(response.message.content).toMatchObject([
      { type: 'audio', id: 'a1', data: 'AAAABBBB', transcript: 'hey', expiresAt: 12 },
      { type: 'source', url: 'u1' },
      { type: 'source', url: 'u2' },
    ])
  })
})
