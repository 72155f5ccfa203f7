import { describe, expect, it } from 'vitest'
import { readChunks, type Source } from '../../src/wire'
import { openSource } from '../../src/wire/source'
import { encode, readPlain, said, sse } from './support'

const body = sse(said('é'), '[DONE]')
const events = [said('é'), '[DONE]']
const bytes = encode(body)
const halves = [bytes.slice(0, 40), bytes.slice(40)]

async function* arriving<T>(items: readonly T[]) {
  for (const item of items) {
    await Promise.resolve()
    yield item
  }
}

/** The bytes as a part of a longer buffer. */
const viewWithin = (inner: Uint8Array): DataView =>
  new DataView(Uint8Array.of(0, ...inner, 0).buffer, 1, inner.length)

const streamOf = <T>(items: readonly T[]) =>
  new ReadableStream<T>({
    start: (controller) => {
      for (const item of items) controller.enqueue(item)
      controller.close()
    },
  })

describe('a source', () => {
  it.each<[string, () => Source]>([
    ['a Response', () => new Response(bytes)],
    ['a ReadableStream of bytes', () => streamOf(halves)],
    ['a ReadableStream of text', () => streamOf([...body])],
    ['an async iterable of bytes', () => arriving(halves)],
    ['an async iterable of text', () => arriving([...body])],
    ['an iterable of bytes', () => new Set(halves)],
    ['an iterable of text', () => [...body]],
    ['an iterable of both', () => [body.slice(0, 10), encode(body.slice(10))]],
    ['an iterable of Buffers', () => halves.map((half) => Buffer.from(half))],
    ['text', () => body],
    ['bytes', () => bytes],
    ['other views of bytes', () => [viewWithin(bytes)] as unknown as Source], // a caller without types
  ])('may be %s', async (_, source) => {
    expect(await readPlain(source())).toEqual(events)
  })

  it('may be a response without a body', async () => {
    expect(await readPlain(new Response(null, { status: 204 }))).toEqual([])
  })

  it('may be a stand-in for a response, with a body of another kind', async () => {
    const response = {
      ok: true,
      status: 200,
      headers: new Headers(),
      body: arriving(halves),
    } as unknown as Response // as old fetch packages give
    expect(await readPlain(response)).toEqual(events)
  })

  it.each([undefined, null, 42, {}, { ok: true }, () => body])(
    'of no known kind throws at the call: %j',
    (value) => {
      const source = value as unknown as Source // a caller without types
      expect(() => readChunks('openai', source)).toThrow(
        new TypeError(
          'A stream is read from a Response, a ReadableStream, an iterable of text or bytes, or text or bytes; this is none of them.',
        ),
      )
    },
  )

  it('that was read already throws at the call', async () => {
    const response = new Response(body)
    await response.text()
    expect(() => readChunks('openai', response)).toThrow(
      new TypeError('The body of this response was read already.'),
    )
  })

  it('that somebody reads throws at the call', () => {
    const stream = streamOf(halves)
    stream.getReader()
    expect(() => readChunks('openai', stream)).toThrow(
      new TypeError('This stream is locked: somebody reads it already.'),
    )
    const response = new Response(body)
    response.body?.getReader()
    expect(() => readChunks('openai', response)).toThrow(TypeError)
  })

  it('that gives what is neither text nor bytes throws when that is read, and is cancelled', async () => {
    let returned = false
    const source = (function* () {
      try {
        yield body
        yield { choices: [] }
      } finally {
        returned = true
      }
    })() as unknown as Source // a caller without types
    await expect(readPlain(source)).rejects.toThrow(TypeError)
    expect(returned).toBe(true)
  })
})

describe('openSource', () => {
  it('asks an iterator to return, and takes no offence', async () => {
    const stubborn = {
      [Symbol.iterator]: () => ({
        next: () => ({ done: false as const, value: '' }),
        return: () => {
          throw new Error('no')
        },
      }),
    }
    await expect(openSource(stubborn).pieces.cancel()).resolves.toBeUndefined()
    await expect(openSource(['a']).pieces.cancel()).resolves.toBeUndefined()
  })

  it('cancels a stream, and takes no offence', async () => {
    const stubborn = new ReadableStream<string>({ cancel: () => Promise.reject(new Error('no')) })
    await expect(openSource(stubborn).pieces.cancel()).resolves.toBeUndefined()
  })
})
