import { describe, expect, it } from 'vitest'
import { close, collect, collectAll, finalize, initial, type ProviderOptions, snapshot } from '../../src'
import { calls, chunk, delta, finish, text } from '../support/chat'
import { chunkOf, responseOf } from '../support/fold'

const stateAfter = (events: readonly unknown[], options: ProviderOptions = {}) =>
  collectAll(
    'openai',
    events.map((event) => chunkOf('openai', event)),
    options,
  )

const stateAfterMore = (state: ReturnType<typeof stateAfter>, events: readonly unknown[]) =>
  events.reduce<typeof state>((current, event) => collect(current, chunkOf('openai', event)), state)

const content = (events: readonly unknown[]) => responseOf(finalize(stateAfter(events))).message.content

describe('finalize', () => {
  it('takes an open state as ended cleanly, and leaves it open', () => {
    const state = stateAfter([text('a'), finish('stop')])
    expect(finalize(state)).toEqual(finalize(close(state)))
    expect(state.head.phase).toEqual({ type: 'open' })
  })

  it('gives the whole response, and the same one again', () => {
    const state = close(
      stateAfter([
        { id: 'r1', model: 'm', system_fingerprint: 'fp' },
        delta({ reasoning: 'r' }),
        text('a'),
        chunk({
          index: 0,
          delta: {},
          logprobs: { content: [1], refusal: null },
          native_finish_reason: 'STOP',
        }),
        delta({ name: 'x' }),
        finish('stop'),
        { usage: { prompt_tokens: 1 } },
      ]),
    )
    expect(finalize(state)).toStrictEqual({
      _tag: 'Right',
      right: {
        provider: 'openai',
        id: 'r1',
        model: 'm',
        message: {
          role: 'assistant',
          provider: 'openai',
          content: [
            { type: 'reasoning', content: ['r'], summary: [] },
            { type: 'text', text: 'a' },
          ],
          extra: { name: 'x' },
        },
        text: 'a',
        reasoning: 'r',
        toolCalls: [],
        finishReason: { kind: 'stop', raw: 'stop' },
        logprobs: { content: [1] },
        metadata: { system_fingerprint: 'fp', native_finish_reason: 'STOP' },
        usage: { inputTokens: 1, raw: { prompt_tokens: 1 } },
        issues: [],
      },
    })
    expect(finalize(state)).toEqual(finalize(state))
  })

  it('holds in its error all that there is of the response', () => {
    const result = finalize(stateAfter([text('a'), { usage: { prompt_tokens: 1 } }]))
    expect(result).toMatchObject({
      _tag: 'Left',
      left: { code: 'incomplete-stream', partial: { text: 'a', usage: { inputTokens: 1 } } },
    })
    expect(finalize(initial('openai'))).toMatchObject({
      left: { code: 'empty-stream', partial: { text: '' } },
    })
  })
})

describe('an error with content beside it', () => {
  const event = { ...text('b'), error: { message: 'why', code: 503 }, usage: { completion_tokens: 2 } }

  it('fails the stream, and the content counts', () => {
    expect(finalize(stateAfter([text('a'), event]))).toMatchObject({
      left: {
        code: 'provider-error',
        error: { code: 503, retryable: true },
        partial: { text: 'ab', usage: { outputTokens: 2 } },
      },
    })
  })
})

describe('the finish reason', () => {
  const call = calls({ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } })

  it.each<[string, readonly unknown[], object]>([
    ['as it came', [text('a'), finish('length')], { kind: 'length', raw: 'length' }],
    ['none', [text('a'), '[DONE]'], { kind: 'unknown' }],
    ['the last one', [finish('stop'), finish('length')], { kind: 'length', raw: 'length' }],
    ['a stop after calls', [call, finish('stop')], { kind: 'tool-calls', raw: 'stop' }],
    ['a stop after a refusal', [delta({ refusal: 'n' }), finish('stop')], { kind: 'refusal', raw: 'stop' }],
    [
      'a stop after a refusal and calls',
      [delta({ refusal: 'n' }), call, finish('end_turn')],
      { kind: 'tool-calls', raw: 'end_turn' },
    ],
    ['another reason after calls', [call, finish('length')], { kind: 'length', raw: 'length' }],
  ])('is %s', (_, events, reason) => {
    expect(responseOf(finalize(stateAfter(events))).finishReason).toStrictEqual(reason)
  })
})

describe('a snapshot', () => {
  it('shows what is there at any moment; open calls are incomplete', () => {
    const state = stateAfter([
      text('a'),
      calls({ index: 0, id: 'c', function: { name: 'f', arguments: '{"a"' } }),
    ])
    expect(snapshot(state)).toMatchObject({
      text: 'a',
      toolCalls: [{ id: 'c', name: 'f', arguments: '{"a"', input: { left: { code: 'incomplete' } } }],
      finishReason: { kind: 'unknown' },
    })
  })

  it('shares the parts that got nothing new', () => {
    const before = snapshot(stateAfter([delta({ reasoning: 'r' }), text('a')]))
    const state = stateAfter([delta({ reasoning: 'r' }), text('a')])
    const [first, second] = [
      snapshot(state),
      snapshot(stateAfterMore(state, [text('b'), delta({ refusal: 'n' })])),
    ]
    expect(first).toEqual(before)
    expect(second.message.content[0]).toBe(first.message.content[0])
    expect(second.message.content[1]).not.toBe(first.message.content[1])
    expect(second.message.content[1]).toEqual({ type: 'text', text: 'ab' })
  })

  it('shares all parts where the chunk was of none', () => {
    const state = stateAfter([
      delta({ reasoning: 'r' }),
      delta({ annotations: [{ url: 'u' }] }),
      text('a'),
      delta({ refusal: 'n' }),
    ])
    const first = snapshot(state)
    const second = snapshot(stateAfterMore(state, [{ usage: { prompt_tokens: 1 } }, finish('stop')]))
    for (const part of [0, 1, 2]) expect(second.message.content[part]).toBe(first.message.content[part])
  })
})

describe('the parts of a response', () => {
  it('are sections of reasoning, where content and summaries take turns', () => {
    const detail = (fields: object) => delta({ reasoning_details: [{ type: 'x', index: 0, ...fields }] })
    expect(
      content([
        detail({ text: 'a' }),
        detail({ text: 'b' }),
        detail({ summary: 'c' }),
        detail({ text: 'd' }),
        detail({ summary: 'e' }),
        detail({ summary: 'f', signature: 's1', data: 'x' }),
        detail({ signature: 's2', data: 'y', format: 'z' }),
        finish('stop'),
      ]),
    ).toStrictEqual([
      {
        type: 'reasoning',
        content: ['ab', 'd'],
        summary: ['c', 'ef'],
        signature: 's2',
        encrypted: 'xy',
        extra: { type: 'x', index: 0, format: 'z' },
      },
    ])
  })

  it('are sound, joined, with the last id and expiry', () => {
    const sound = (audio: object) => delta({ audio })
    expect(
      content([
        sound({ id: 'a1', data: 'AA', transcript: 'Hel' }),
        sound({ data: 'BB', transcript: 'lo' }),
        sound({ expires_at: 5 }),
        finish('stop'),
      ]),
    ).toStrictEqual([{ type: 'audio', id: 'a1', data: 'AABB', transcript: 'Hello', expiresAt: 5 }])
  })

  it('stand in stream order, whole ones among those that go on', () => {
    expect(
      content([text('a'), delta({ images: [{ url: 'u' }] }), text('b'), finish('stop')]).map(
        ({ type }) => type,
      ),
    ).toEqual(['text', 'file'])
    expect(content([text('a'), delta({ images: [{ url: 'u' }] }), text('b')])[0]).toEqual({
      type: 'text',
      text: 'ab',
    })
  })
})
