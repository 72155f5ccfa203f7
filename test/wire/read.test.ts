import * as E from 'fp-ts/Either'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Frame,
  finalize,
  initial,
  type LlmResponse,
  type Provider,
  type ProviderOptions,
  providers,
} from '../../src'
import { collectDecoded, readChunks, readFrames, readResponse, readStates, type Source } from '../../src/wire'
import { collectAsync, readPlain, said, sse } from './support'

const readers = { readChunks, readFrames, readStates } as const

/** A stream that gives one piece a pull, then closes, breaks off or stays silent; it counts what is asked of it. */
const watched = (pieces: readonly string[], last: 'close' | 'silence' | Error = 'close') => {
  const seen = { pulls: 0, cancels: 0 }
  const stream = new ReadableStream<string>(
    {
      pull: (controller) => {
        const piece = pieces[seen.pulls++]
        if (piece !== undefined) controller.enqueue(piece)
        else if (last === 'close') controller.close()
        else if (last !== 'silence') controller.error(last)
      },
      cancel: () => {
        seen.cancels++
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

const typesOf = (frames: readonly Frame[]) => frames.map(({ type }) => type)

const abort = new DOMException('stop', 'AbortError')

describe('every reader', () => {
  it.each(Object.entries(readers))('%s refuses an unknown provider at the call', (_, reader) => {
    expect(() => reader('nobody' as Provider, [])).toThrow(
      new TypeError(`Unknown provider "nobody". Known are: ${providers.join(', ')}.`),
    )
  })

  it.each(Object.entries(readers))('%s throws at the call for a source it cannot read', (_, reader) => {
    expect(() => reader('openai', 42 as unknown as Source)).toThrow(TypeError) // a caller without types
  })

  it.each(Object.entries(readers))('%s asks for more only when it is asked', async (_, reader) => {
    const { stream, seen } = watched([sse(said('a')), sse(said('b')), sse(said('c'))])
    const items = reader('openai', stream)
    await Promise.resolve()
    expect(seen.pulls).toBe(0)
    await items.next()
    expect(seen.pulls).toBe(1)
  })

  it.each(Object.entries(readers))('%s cancels the source when it is left early', async (_, reader) => {
    const { stream, seen } = watched([sse(said('a')), sse(said('b'))])
    for await (const _item of reader('openai', stream)) break
    expect(seen).toEqual({ pulls: 1, cancels: 1 })
  })

  it.each(Object.entries(readers))('%s returns an iterator that is left early', async (_, reader) => {
    const seen: string[] = []
    const source = (async function* () {
      try {
        yield sse(said('a'))
        seen.push('asked on')
        yield sse(said('b'))
      } finally {
        seen.push('returned')
      }
    })()
    for await (const _item of reader('openai', source)) break
    expect(seen).toEqual(['returned'])
  })

  it.each(Object.entries(readers))(
    '%s returns an iterator once, and not when it ended by itself',
    async (_, reader) => {
      let returns = 0
      const source = () => ({
        [Symbol.iterator]: () => {
          const pieces = [sse(said('a')), sse(said('b', 'stop'))].values()
          return {
            next: () => pieces.next(),
            return: () => {
              returns++
              return { done: true as const, value: undefined }
            },
          }
        },
      })
      for await (const _item of reader('openai', source())) break
      expect(returns).toBe(1)
      await collectAsync<unknown>(reader('openai', source()))
      expect(returns).toBe(1)
    },
  )

  it.each(Object.entries(readers))(
    '%s cancels the source when it is stopped before the first read',
    async (_, reader) => {
      const { stream, seen } = watched([sse(said('a'))])
      const items = reader('openai', stream)
      expect(await items.return?.()).toEqual({ done: true, value: undefined })
      expect(await items.next()).toEqual({ done: true, value: undefined })
      expect(seen).toEqual({ pulls: 0, cancels: 1 })
    },
  )

  it.each(Object.entries(readers))(
    '%s can be stopped while it waits for a source that says no more',
    async (_, reader) => {
      const { stream, seen } = watched([sse(said('a')).slice(0, -4)], 'silence')
      const items = reader('openai', stream)
      const waiting = items.next()
      await vi.waitFor(() => expect(seen.pulls).toBe(2))
      await items.return?.()
      expect(seen.cancels).toBe(1)
      expect(await waiting).toEqual({ done: true, value: undefined })
      expect(await items.next()).toEqual({ done: true, value: undefined })
    },
  )

  it.each(Object.entries(readers))(
    '%s tells no failure that stopping it brought about',
    async (_, reader) => {
      let fail = (_error: Error): void => {}
      const source: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({
          next: () =>
            new Promise((_, reject) => {
              fail = reject
            }),
          return: async () => {
            fail(new Error('stopped'))
            return { done: true, value: undefined }
          },
        }),
      }
      const items = reader('openai', source)
      const waiting = items.next()
      await items.return?.()
      expect(await waiting).toEqual({ done: true, value: undefined })
    },
  )

  it.each(Object.entries(readers))('%s never throws what the source throws', async (_, reader) => {
    for (const thrown of [new Error('gone'), abort, undefined]) {
      const { stream } = watched([sse(said('a'))], 'silence')
      const source = (async function* () {
        yield* stream
      })()
      source.next = () => Promise.reject(thrown)
      await expect(collectAsync<unknown>(reader('openai', source))).resolves.not.toHaveLength(0)
    }
  })

  it('refuses options that make no sense at the call', () => {
    const options: ProviderOptions = { choices: 0 }
    expect(() => readFrames('openai', [], options)).toThrow(TypeError)
    expect(() => readStates('openai', [], options)).toThrow(TypeError)
    expect(() => readResponse('openai', [], options)).toThrow(TypeError)
  })
})

describe('readChunks', () => {
  it('reads to the end of the source, past the end mark', async () => {
    expect(await readPlain([sse('[DONE]'), sse(said('a'))])).toEqual(['[DONE]', said('a')])
  })

  it('says last that the connection was lost, after what was left', async () => {
    const { stream } = watched([sse(said('a')), 'data: {"a', ''], new TypeError('terminated'))
    const decoded = await collectAsync(readChunks('openai', stream))
    expect(decoded.map((one) => (E.isLeft(one) ? one.left : one.right.event))).toEqual([
      said('a'),
      { code: 'truncated-event', message: expect.any(String), text: '{"a' },
      {
        code: 'connection-lost',
        message: 'The source failed before its end: TypeError: terminated.',
        cause: 'TypeError: terminated',
      },
    ])
  })

  it('says last that the stream was aborted', async () => {
    const { stream } = watched([sse(said('a'))], abort)
    expect(await readPlain(stream)).toEqual([said('a'), { left: 'aborted' }])
  })

  it('says what a source throws that is no promise', async () => {
    const source: Iterable<string> = {
      [Symbol.iterator]: () => ({
        next: () => {
          throw new Error('gone')
        },
      }),
    }
    expect(await readPlain(source)).toEqual([{ left: 'connection-lost' }])
  })

  it('folds to the response', async () => {
    let state = initial('openai')
    for await (const decoded of readChunks('openai', [sse(said('Hel'), said('lo', 'stop'))])) {
      state = collectDecoded(state, decoded)
    }
    expect(finalize(state)).toMatchObject({ right: { text: 'Hello' } })
  })
})

describe('readFrames', () => {
  it('gives the frames of the end too', async () => {
    const frames = await collectAsync(readFrames('openai', [sse(said('Hel'), said('lo', 'stop'))]))
    expect(typesOf(frames)).toEqual(['start', 'text-delta', 'text-delta', 'text-complete', 'end'])
  })

  it('gives the frames of what is no event', async () => {
    const { stream } = watched([sse(said('a')), 'data: oops\n\n'], new Error('gone'))
    const frames = await collectAsync(readFrames('openai', stream))
    expect(typesOf(frames)).toEqual([
      'start',
      'text-delta',
      'issue',
      'issue',
      'text-complete',
      'issue',
      'error',
    ])
    expect(frames.at(-1)).toMatchObject({ error: { code: 'incomplete-stream', reason: 'cut' } })
  })

  it('gives each frame once when the end mark ends the response', async () => {
    const frames = await collectAsync(readFrames('openai', [sse(said('a', 'stop'), '[DONE]')]))
    expect(typesOf(frames).filter((type) => type === 'end')).toHaveLength(1)
    expect(frames.at(-1)?.type).toBe('end')
  })

  it('hands on its options', async () => {
    const source = [sse(said('<think>hm</think>yes', 'stop'))]
    const frames = await collectAsync(readFrames('openai', source, { thinkTags: true }))
    expect(typesOf(frames)).toContain('reasoning-delta')
  })
})

describe('readStates', () => {
  it('gives each state that differs, and the closed one last', async () => {
    const states = await collectAsync(
      readStates('openai', [sse({ choices: [] }), sse(said('Hel'), { choices: [] }, said('lo', 'stop'))]),
    )
    expect(states.map((state) => state.head.phase.type)).toEqual(['open', 'open', 'open', 'closed'])
    expect(new Set(states).size).toBe(4)
  })

  it('gives the failed state of a stream that says nothing', async () => {
    const states = await collectAsync(readStates('openai', []))
    expect(states.map((state) => state.head.phase)).toMatchObject([
      { type: 'failed', error: { code: 'empty-stream' } },
    ])
  })
})

describe('readResponse', () => {
  it('throws at the call for an unknown provider and for a source it cannot read', () => {
    expect(() => readResponse('nobody' as Provider, [])).toThrow(TypeError)
    expect(() => readResponse('openai', 42 as unknown as Source)).toThrow(TypeError) // a caller without types
  })

  it('gives the whole response', async () => {
    const result = await readResponse('openrouter', new Response(sse(said('Hello', 'stop'), '[DONE]')))
    expect(result).toMatchObject({ right: { provider: 'openrouter', text: 'Hello' } })
  })

  it.each([
    [new Error('gone'), 'cut'],
    [abort, 'aborted'],
  ])('gives what came before the source failed: %s', async (thrown, reason) => {
    const result = await readResponse('openai', watched([sse(said('Hel'))], thrown).stream)
    expect(result).toMatchObject({ left: { code: 'incomplete-stream', reason, partial: { text: 'Hel' } } })
  })

  it('is whole when the source fails after the finish reason', async () => {
    const result = await readResponse(
      'openai',
      watched([sse(said('Hello', 'stop'))], new Error('gone')).stream,
    )
    expect(result).toMatchObject({
      right: { text: 'Hello', issues: [{ code: 'connection-lost' }, { code: 'cut-after-finish' }] },
    })
  })

  it('reads no further than the response goes, wherever the cuts are', async () => {
    const body = sse(said('a', 'stop'), '[DONE]', said('b'), { error: { message: 'late' } })
    const whole = await readResponse('openai', [body])
    expect(whole).toMatchObject({ right: { text: 'a', issues: [] } })
    expect(await readResponse('openai', [...body])).toEqual(whole)
    const failing = sse(said('a'), { error: { message: 'm' } }, said('b', 'stop'), '[DONE]')
    const failed = await readResponse('openai', [failing])
    expect(failed).toMatchObject({
      left: { message: 'm', partial: { text: 'a', issues: [{ code: 'finish-reason-missing' }] } },
    })
    expect(await readResponse('openai', [...failing])).toEqual(failed)
  })

  it('does not wait for a source that is slow to stop', async () => {
    const source = new ReadableStream<string>({
      start: (controller) => controller.enqueue(sse({ error: { message: 'm' } })),
      cancel: () => new Promise(() => {}),
    })
    expect(await readResponse('openai', source)).toMatchObject({ left: { message: 'm' } })
  })
})

describe('after the end mark', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const read = async (pieces: readonly string[], last: 'close' | 'silence' | Error) => {
    const { stream, seen } = watched(pieces, last)
    const result: E.Either<unknown, LlmResponse> = await readResponse('openai', stream)
    expect(result).toMatchObject({ right: { text: 'a' } })
    await vi.advanceTimersByTimeAsync(200)
    const soon = { cancels: seen.cancels, waits: vi.getTimerCount() > 0 }
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(0)
    return { pulls: seen.pulls, soon, late: seen.cancels }
  }
  const body = sse(said('a'), '[DONE]')

  it('the transfer may come to its own end', async () => {
    expect(await read([body], 'close')).toEqual({
      pulls: 2,
      soon: { cancels: 0, waits: false },
      late: 0,
    })
  })

  it('a transfer that does not end in time is cancelled', async () => {
    expect(await read([body], 'silence')).toEqual({
      pulls: 2,
      soon: { cancels: 0, waits: true },
      late: 1,
    })
  })

  it('a transfer that goes on is cancelled', async () => {
    expect(await read([body, sse(said('b')), sse(said('c'))], 'silence')).toEqual({
      pulls: 2,
      soon: { cancels: 1, waits: false },
      late: 1,
    })
  })

  it('a source that is at its end is not asked again', async () => {
    const results = [
      { done: false, value: 'data: [DONE]' },
      { done: true, value: undefined },
    ] as const
    let asked = 0
    const next = () => results[asked++] ?? expect.unreachable()
    await readResponse('openai', { [Symbol.iterator]: () => ({ next }) })
    expect(asked).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a transfer that fails does no harm', async () => {
    expect(await read([body], new Error('gone'))).toEqual({
      pulls: 2,
      soon: { cancels: 0, waits: false },
      late: 0,
    })
  })
})
