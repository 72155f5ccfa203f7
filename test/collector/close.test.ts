import { describe, expect, it } from 'vitest'
import {
  type CloseReason,
  type CollectorState,
  close,
  closeWithFrames,
  collectAll,
  finalize,
  initial,
  type ProviderOptions,
} from '../../src'
import { calls, chunk, delta, finish, text } from '../support/chat'
import { callsOf, chunkOf, codesOf, responseOf } from '../support/fold'

const stateAfter = (events: readonly unknown[], options: ProviderOptions = {}): CollectorState<'openai'> =>
  collectAll(
    'openai',
    events.map((event) => chunkOf('openai', event)),
    options,
  )

const closed = (events: readonly unknown[], reason?: CloseReason, options: ProviderOptions = {}) =>
  finalize(close(stateAfter(events, options), reason))

/** The code of what is wrong, and the reason where there is one; `Right` where nothing is. */
const verdict = (events: readonly unknown[], reason?: CloseReason, options: ProviderOptions = {}): string => {
  const result = closed(events, reason, options)
  if (result._tag === 'Right') return 'Right'
  return 'reason' in result.left ? `${result.left.code} (${result.left.reason})` : result.left.code
}

const choice = (index: number, content: string, finishReason: string | null = null) =>
  chunk({ index, delta: { content }, finish_reason: finishReason })

describe('whether the response is whole', () => {
  it.each<[string, readonly unknown[], CloseReason, string]>([
    ['a finish reason', [text('a'), finish('stop')], 'clean', 'Right'],
    ['an end mark', [text('a'), '[DONE]'], 'clean', 'Right'],
    ['an end mark, then a cut', [text('a'), '[DONE]'], 'cut', 'Right'],
    ['a finish reason, then a cut', [text('a'), finish('stop')], 'cut', 'Right'],
    ['a finish reason, then an abort', [text('a'), finish('stop')], 'aborted', 'Right'],
    ['neither', [text('a')], 'clean', 'incomplete-stream (clean)'],
    ['neither, and a cut', [text('a')], 'cut', 'incomplete-stream (cut)'],
    ['neither, and an abort', [text('a')], 'aborted', 'incomplete-stream (aborted)'],
    ['nothing', [], 'clean', 'empty-stream (clean)'],
    ['nothing, and a cut', [], 'cut', 'empty-stream (cut)'],
    ['an end mark alone', ['[DONE]'], 'clean', 'empty-stream (clean)'],
    ['an empty delta alone', [delta({ role: 'assistant', content: '' })], 'clean', 'empty-stream (clean)'],
    ['an id alone', [{ id: 'r1' }], 'clean', 'incomplete-stream (clean)'],
    ['usage alone', [{ usage: { prompt_tokens: 1 } }], 'clean', 'incomplete-stream (clean)'],
    ['a finish reason alone', [finish('stop')], 'clean', 'Right'],
    ['an error', [text('a'), { error: 'why' }], 'clean', 'provider-error'],
    [
      'an error after the finish reason',
      [text('a'), finish('stop'), { error: 'why' }],
      'clean',
      'provider-error',
    ],
    ['a finish reason that is an error', [text('a'), finish('error')], 'clean', 'provider-error'],
    ['an error that was taken back', [finish('error'), finish('stop')], 'clean', 'Right'],
  ])('of %s', (_, events, reason, wanted) => {
    expect(verdict(events, reason)).toBe(wanted)
  })

  it('says in its message what happened', () => {
    const message = (reason: CloseReason) => {
      const result = closed([text('a')], reason)
      return result._tag === 'Left' ? result.left.message : ''
    }
    const messages = (['clean', 'cut', 'aborted'] as const).map(message)
    expect(messages.every((one) => one.length > 0)).toBe(true)
    expect(new Set(messages).size).toBe(3)
  })

  it('names the finish reason that means an error', () => {
    expect(closed([text('a'), finish('network_error')])).toMatchObject({
      left: {
        message: expect.stringContaining('"network_error"'),
        error: { retryable: true, raw: 'network_error' },
        partial: { text: 'a' },
      },
    })
  })
})

describe('several choices', () => {
  it('are whole when each one is', () => {
    expect(verdict([choice(0, 'a', 'stop'), choice(1, 'b', 'stop')])).toBe('Right')
    expect(verdict([choice(0, 'a', 'stop'), choice(1, 'b')])).toBe('incomplete-stream (clean)')
  })

  it('are as many as were asked for', () => {
    const one = [choice(0, 'a', 'stop')]
    expect(verdict(one, 'clean', { choices: 2 })).toBe('incomplete-stream (clean)')
    expect(verdict([...one, '[DONE]'], 'clean', { choices: 2 })).toBe('incomplete-stream (clean)')
    expect(verdict([...one, choice(1, 'b', 'stop')], 'clean', { choices: 2 })).toBe('Right')
    expect(verdict([...one, choice(1, 'b'), '[DONE]'], 'clean', { choices: 2 })).toBe('Right')
    expect(closed(one, 'clean', { choices: 2 })).toMatchObject({
      left: { message: expect.stringContaining('fewer choices') },
    })
  })

  it('may be more than were asked for', () => {
    expect(verdict([choice(0, 'a', 'stop'), choice(1, 'b', 'stop')], 'clean', { choices: 1 })).toBe('Right')
  })

  it('have their lowest for the response where there is no choice 0', () => {
    const response = responseOf(closed([choice(2, 'c', 'stop'), choice(1, 'b', 'length')]))
    expect(response).toMatchObject({ text: 'b', finishReason: { kind: 'length' } })
    expect(response.alternatives).toMatchObject([{ choice: 2, text: 'c' }])
  })
})

describe('the input of a call', () => {
  const call = (index: number, text: string, more: object = {}) =>
    calls({ index, id: `c${index}`, function: { name: 'f', arguments: text }, ...more })
  const inputs = (events: readonly unknown[], reason?: CloseReason) =>
    callsOf(responseOf(closed(events, reason))).map((one) => ('error' in one ? one.error : one.input))

  it('is strictly parsed', () => {
    const events = ['{"a":1}', '', ' \n', '[1]', 'null', '{"a":', '{"a":1}x', '{"a":'.repeat(600)].map(
      (text, n) => call(n, text),
    )
    expect(inputs([...events, finish('tool_calls')])).toEqual([
      { a: 1 },
      {},
      {},
      'not-an-object',
      'not-an-object',
      'invalid-json',
      'invalid-json',
      'too-deep',
    ])
  })

  it.each<CloseReason>(['clean', 'cut', 'aborted'])(
    'is incomplete without evidence of the end, closed as %s',
    (reason) => {
      expect(inputs([call(0, '{"a":1}'), call(1, '')], reason)).toEqual(['incomplete', 'incomplete'])
    },
  )

  it('stands when the stream was cut after its finish reason', () => {
    expect(inputs([call(0, '{"a":1}'), finish('tool_calls')], 'cut')).toEqual([{ a: 1 }])
  })

  it.each(['length', 'content_filter', 'refusal'])(
    'of the last call is incomplete after %s, unless it is seen to be whole',
    (reason) => {
      expect(inputs([call(0, '{"a":'), call(1, '{"a":'), finish(reason)])).toEqual([
        'invalid-json',
        'incomplete',
      ])
      expect(inputs([call(0, ''), call(1, ''), finish(reason)])).toEqual([{}, 'incomplete'])
      expect(inputs([call(0, '{}'), call(1, '{"a":1}'), finish(reason)])).toEqual([{}, { a: 1 }])
      expect(inputs([call(0, '{}'), text('a'), finish(reason)]), 'text after the call').toEqual([{}])
    },
  )

  it('of a custom tool is its text', () => {
    const custom = (text: string) =>
      calls({ index: 0, id: 'c', type: 'custom', custom: { name: 'f', input: text } })
    expect(inputs([custom('{"a":'), finish('tool_calls')])).toEqual(['{"a":'])
    expect(inputs([custom(''), finish('tool_calls')])).toEqual([''])
    expect(inputs([custom('any'), finish('length')])).toEqual(['incomplete'])
  })

  it('of each choice is judged by its own finish reason', () => {
    const said = (index: number, finishReason: string) =>
      chunk({
        index,
        delta: { tool_calls: [{ index: 0, id: `c${index}`, function: { name: 'f', arguments: '{"a":' } }] },
        finish_reason: finishReason,
      })
    const response = responseOf(closed([said(0, 'length'), said(1, 'tool_calls')]))
    const codes = [response, ...(response.alternatives ?? [])].map(
      ({ toolCalls }) => toolCalls[0]?.input._tag === 'Left' && toolCalls[0].input.left.code,
    )
    expect(codes).toEqual(['incomplete', 'invalid-json'])
  })
})

describe('oddities of the end', () => {
  const called = calls({ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } })

  it.each<[string, readonly unknown[], CloseReason, readonly string[]]>([
    ['none', [text('a'), finish('stop')], 'clean', []],
    ['no finish reason', [text('a'), '[DONE]'], 'clean', ['finish-reason-missing']],
    ['a plain stop after calls', [called, finish('stop')], 'clean', ['finish-reason-mismatch']],
    ['calls that are none', [text('a'), finish('tool_calls')], 'clean', ['finish-reason-mismatch']],
    ['calls, as it should be', [called, finish('tool_calls')], 'clean', []],
    ['a cut after the finish reason', [text('a'), finish('stop')], 'cut', ['cut-after-finish']],
    ['an abort after the finish reason', [text('a'), finish('stop')], 'aborted', ['cut-after-finish']],
    ['a cut before it', [text('a')], 'cut', ['finish-reason-missing']],
  ])('%s', (_, events, reason, codes) => {
    expect(codesOf(responseOf(closed(events, reason)))).toEqual(codes)
  })

  it('name the choice', () => {
    const response = responseOf(closed([choice(0, 'a', 'stop'), choice(3, 'b'), '[DONE]']))
    expect(response.issues).toMatchObject([{ code: 'finish-reason-missing', choice: 3 }])
  })
})

describe('the last frames', () => {
  it('complete each open part, then end with all that is known', () => {
    const state = stateAfter([
      { id: 'r1', model: 'm', usage: { prompt_tokens: 1, cost: 0.5 } },
      choice(0, 'a', 'stop'),
      choice(1, 'b', 'length'),
    ])
    expect(closeWithFrames(state)[1]).toEqual([
      { type: 'text-complete', part: 0, text: 'a' },
      { type: 'text-complete', part: 1, choice: 1, text: 'b' },
      {
        type: 'end',
        finishReason: { kind: 'stop', raw: 'stop' },
        alternatives: [{ choice: 1, finishReason: { kind: 'length', raw: 'length' } }],
        id: 'r1',
        model: 'm',
        usage: { inputTokens: 1, raw: { prompt_tokens: 1, cost: 0.5 } },
        cost: { source: 'provider', currency: 'USD', totalCost: '0.5' },
      },
    ])
  })

  it('are an error where the response is not whole', () => {
    const frames = closeWithFrames(stateAfter([text('a')]), 'cut')[1]
    expect(frames.map(({ type }) => type)).toEqual(['text-complete', 'issue', 'error'])
    expect(frames.at(-1)).toMatchObject({ error: { code: 'incomplete-stream', reason: 'cut' } })
  })

  it('come once', () => {
    const state = close(stateAfter([text('a'), finish('stop')]))
    expect(closeWithFrames(state)).toEqual([state, []])
    expect(close(state, 'aborted')).toBe(state)
    expect(closeWithFrames(stateAfter(['[DONE]']))[1]).toEqual([])
  })

  it('of nothing are a start and an error', () => {
    expect(closeWithFrames(initial('openai'))[1]).toMatchObject([
      { type: 'start', provider: 'openai' },
      { type: 'error', error: { code: 'empty-stream' } },
    ])
  })
})
