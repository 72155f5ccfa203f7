import { describe, expect, it } from 'vitest'
import {
  type Chunk,
  type CollectorState,
  close,
  collect,
  collectAll,
  collectWithFrames,
  fail,
  failWithFrames,
  finalize,
  initial,
  type LlmResponse,
  note,
  noteWithFrames,
  type Provider,
  type ProviderOptions,
  providers,
  snapshot,
} from '../../src'
import { at } from '../../src/persistent'
import { deepFreeze } from '../../src/testing/data'
import { calls, delta, finish, text } from '../support/chat'
import { chunkOf, codesOf } from '../support/fold'
import { payLaws } from '../support/pay-laws'

const chunks = (events: readonly unknown[], provider: Provider = 'openai'): readonly Chunk[] =>
  events.map((event) => chunkOf(provider, event))

const stateAfter = (events: readonly unknown[], options: ProviderOptions = {}): CollectorState<'openai'> =>
  collectAll('openai', chunks(events), options)

const next = (state: CollectorState<'openai'>, event: unknown) => collect(state, chunkOf('openai', event))

describe('initial', () => {
  it.each(['no-such-provider', '', 'toString', '__proto__', undefined, null])(
    'throws for the provider %s, and names those that are known',
    (provider) => {
      const call = () => initial(provider as Provider) // the caller's mistake that it is about
      expect(call).toThrow(TypeError)
      expect(call).toThrow(`Unknown provider "${provider}". Known are: ${providers.join(', ')}.`)
    },
  )

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null])(
    'throws for %s choices',
    (choices) => {
      const call = () => initial('openai', { choices: choices as number }) // the caller's mistake that it is about
      expect(call).toThrow(TypeError)
      expect(call).toThrow(`it is ${choices}`)
    },
  )

  it('holds nothing of the caller’s', () => {
    const options = { choices: 1, other: new Date() }
    const state = initial('openai', options)
    options.choices = 2
    expect(state.cursor.options).toEqual({ choices: 1 })
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })

  it.each(providers)('is the same for each stream of %s', (provider) => {
    expect(initial(provider)).toEqual(initial(provider))
    expect(initial(provider).provider).toBe(provider)
    expect(snapshot(initial(provider))).toEqual({
      provider,
      message: { role: 'assistant', provider, content: [] },
      text: '',
      toolCalls: [],
      finishReason: { kind: 'unknown' },
      issues: [],
    })
  })
})

describe('collect', () => {
  it('gives the same state for an event that says nothing', () => {
    const state = stateAfter([text('a')])
    for (const event of [{}, { choices: [] }, { id: null, choices: null }, { object: 'x', created: 1 }]) {
      expect(next(state, event)).toBe(state)
    }
  })

  it('gives the same state with frames and without, on the short way and on the long one', () => {
    const state = stateAfter([text('a')])
    for (const event of [
      text('b'),
      { id: 'r', ...text('b') },
      finish('stop'),
      '[DONE]',
      delta({ refusal: 'n' }),
    ]) {
      const chunk = chunkOf('openai', event)
      expect(collectWithFrames(state, chunk)[0]).toEqual(collect(state, chunk))
    }
  })

  it('is called by `reduce` with more arguments than it takes', () => {
    expect(snapshot(chunks([text('a'), text('b')]).reduce(collect, initial('openai'))).text).toBe('ab')
  })

  it('touches no state that it is given, and shares the parts it does not touch', () => {
    const state = deepFreeze(stateAfter([delta({ reasoning: 'r' }), text('a')]))
    const longer = next(next(state, text('b')), delta({ refusal: 'n' }))
    expect(at(longer.parts, 0)).toBe(at(state.parts, 0))
    expect(snapshot(state).text).toBe('a')
    expect(snapshot(longer).text).toBe('ab')
  })

  it('goes on from any earlier state, as often as one likes', () => {
    const state = stateAfter([text('a')])
    expect([next(state, text('b')), next(state, text('c'))].map((one) => snapshot(one).text)).toEqual([
      'ab',
      'ac',
    ])
  })

  it('has told of the start once, with what is known by then', () => {
    const events = [{ id: 'r1', model: 'm' }, text('a'), '[DONE]']
    let state = initial('openai')
    const starts: unknown[] = []
    for (const chunk of chunks(events)) {
      const [moved, frames] = collectWithFrames(state, chunk)
      starts.push(...frames.filter(({ type }) => type === 'start'))
      state = moved
    }
    expect(starts).toEqual([{ type: 'start', provider: 'openai', id: 'r1', model: 'm' }])
  })
})

describe('long texts', () => {
  const piece = (n: number): string => String.fromCharCode(97 + n).repeat(3_000)
  const all = [0, 1, 2, 3, 4].map(piece)

  it.each([
    ['text', all.map((said) => text(said)), (response: LlmResponse) => response.text],
    [
      'reasoning',
      all.map((said) => delta({ reasoning_content: said })),
      (response: LlmResponse) => response.reasoning ?? '',
    ],
    [
      'arguments',
      [
        calls({ index: 0, id: 'c', function: { name: 'f', arguments: '' } }),
        ...all.map((said) => calls({ index: 0, function: { arguments: said } })),
      ],
      (response: LlmResponse) => response.toolCalls[0]?.arguments ?? '',
    ],
  ] as const)('of %s are whole, and pay all laws where the tail joins its part', (_, events, told) => {
    const { response } = payLaws('openai', [...events, finish('stop')])
    expect(told(response)).toBe(all.join(''))
  })
})

describe('a chunk of another provider', () => {
  it('is left out with an issue, and counted', () => {
    const state = stateAfter([text('a')])
    const stranger = chunkOf('openrouter', text('b'))
    const [one, frames] = collectWithFrames(state, stranger)
    expect(frames).toMatchObject([{ type: 'issue', issue: { code: 'provider-mismatch', count: 1 } }])
    expect(frames).toMatchObject([{ issue: { message: expect.stringContaining('openrouter') } }])
    const two = collect(one, stranger)
    expect(snapshot(two).text).toBe('a')
    expect(snapshot(two).issues).toMatchObject([{ code: 'provider-mismatch', count: 2 }])
  })

  it('is left out whatever its tag is', () => {
    const odd = { provider: '__proto__', event: text('b') } as unknown as Chunk // a tag that no type allows
    expect(codesOf(snapshot(collect(initial('openai'), odd)))).toEqual(['provider-mismatch'])
  })
})

describe('after the end', () => {
  it('an event changes nothing but an issue, and has no frame', () => {
    const closed = close(stateAfter([text('a'), finish('stop')]))
    const [late, frames] = collectWithFrames(closed, chunkOf('openai', text('b')))
    expect(frames).toEqual([])
    expect(snapshot(late).text).toBe('a')
    expect(codesOf(snapshot(late))).toEqual(['event-after-end'])
    expect(next(late, text('c')).head.issues).toMatchObject({ size: 1, root: [{ count: 2 }] })
    expect(late.head.phase).toEqual(closed.head.phase)
  })

  it('the end mark ends the stream, and a second one comes after it', () => {
    const state = stateAfter([text('a'), finish('stop'), '[DONE]'])
    expect(state.head.phase).toEqual({ type: 'closed', reason: 'clean' })
    expect(codesOf(snapshot(next(state, '[DONE]')))).toEqual(['event-after-end'])
  })
})

describe('after an error', () => {
  const failed = stateAfter([text('a'), { error: { message: 'why', code: 500 } }])

  it('the stream has failed, with all that came before', () => {
    expect(failed.head.phase).toMatchObject({
      type: 'failed',
      error: { code: 'provider-error', message: 'why' },
    })
    expect(snapshot(failed).text).toBe('a')
  })

  it('usage and metadata are still read, and nothing else', () => {
    const [state, frames] = collectWithFrames(
      failed,
      chunkOf('openai', { usage: { prompt_tokens: 3 }, ...text('b') }),
    )
    expect(frames.map(({ type }) => type)).toEqual(['usage', 'issue'])
    expect(snapshot(state)).toMatchObject({ text: 'a', usage: { inputTokens: 3 } })
    expect(codesOf(snapshot(state))).toContain('event-after-end')
    expect(state.head.phase).toBe(failed.head.phase)
  })

  it('counts alone are no oddity', () => {
    const [state, frames] = collectWithFrames(failed, chunkOf('openai', { usage: { prompt_tokens: 3 } }))
    expect(frames.map(({ type }) => type)).toEqual(['usage'])
    expect(codesOf(snapshot(state))).not.toContain('event-after-end')
  })

  it('a second error does not replace the first', () => {
    expect(next(failed, { error: 'other' }).head.phase).toBe(failed.head.phase)
  })
})

describe('note', () => {
  const oddity = { code: 'undecodable-event', message: 'A line is no JSON.' } as const

  it('records an issue, told once and counted after that', () => {
    const [one, first] = noteWithFrames(stateAfter([text('a')]), oddity)
    const [two, second] = noteWithFrames(one, oddity)
    expect(first).toEqual([{ type: 'issue', issue: { ...oddity, count: 1 } }])
    expect(second).toEqual([])
    expect(snapshot(two).issues).toEqual([{ ...oddity, count: 2 }])
    expect(note(one, oddity)).toEqual(two)
  })

  it('keeps apart what concerns different parts, choices and codes', () => {
    const notes = [
      oddity,
      { ...oddity, part: 1 },
      { ...oddity, choice: 1 },
      { ...oddity, code: 'connection-lost' } as const,
    ]
    const state = [...notes, ...notes].reduce<CollectorState<'openai'>>(note, initial('openai'))
    expect(snapshot(state).issues).toEqual(notes.map((one) => ({ ...one, count: 2 })))
  })

  it('does not start, end or fill the stream', () => {
    const result = finalize(note(initial('openai'), oddity))
    expect(result).toMatchObject({
      _tag: 'Left',
      left: { code: 'empty-stream', partial: { issues: [oddity] } },
    })
  })
})

describe('fail', () => {
  const error = { message: 'Bad gateway', status: 502, retryable: true, raw: null }

  it('ends the stream with the error, and keeps what came before', () => {
    const [state, frames] = failWithFrames(
      stateAfter([text('a'), calls({ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } })]),
      error,
    )
    expect(frames.map(({ type }) => type)).toEqual(['tool-call-complete', 'issue', 'error'])
    expect(finalize(state)).toMatchObject({
      _tag: 'Left',
      left: { code: 'provider-error', message: 'Bad gateway', error, partial: { text: 'a' } },
    })
    expect(snapshot(state).toolCalls[0]?.input).toMatchObject({ left: { code: 'incomplete' } })
    expect(fail(stateAfter([text('a')]), error).head.phase).toMatchObject({ type: 'failed' })
  })

  it('fails a stream of which nothing came', () => {
    expect(finalize(fail(initial('openai'), error))).toMatchObject({ left: { code: 'provider-error' } })
  })

  it('changes nothing once the stream has ended', () => {
    const closed = close(stateAfter([text('a'), finish('stop')]))
    expect(fail(closed, error)).toBe(closed)
    expect(failWithFrames(closed, error)[1]).toEqual([])
  })
})
