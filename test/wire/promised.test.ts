import * as E from 'fp-ts/Either'
import { describe, expect, it, vi } from 'vitest'
import { readChunks, readFrames, readResponse } from '../../src/wire'
import { collectAsync, said, sse } from './support'

const body = `${sse(said('Hi'))}data: [DONE]\n\n`

/** A response that comes when it is told to, and shows whether its body is cancelled. */
const later = () => {
  const seen = { isCancelled: false }
  let come: (response: Response) => void = () => {}
  let fail: (reason: unknown) => void = () => {}
  const promise = new Promise<Response>((resolve, reject) => {
    come = resolve
    fail = reject
  })
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
      cancel: () => {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { promise, come: () => come(new Response(stream)), fail: (reason: unknown) => fail(reason), seen }
}

describe('a response that is still to come', () => {
  it('is read as one that is there', async () => {
    const { promise, come } = later()
    const result = readResponse('openai', promise)
    come()
    expect(await result).toMatchObject(E.right({ text: 'Hi' }))
  })

  it('that refuses the request is told with its status', async () => {
    const refused = Promise.resolve(new Response('No.', { status: 403 }))
    expect(await readResponse('openai', refused)).toMatchObject({ left: { error: { status: 403 } } })
  })

  it('that never comes is a source that fails: as what it was, once', async () => {
    const lost = await collectAsync(readChunks('openai', Promise.reject(new TypeError('fetch failed'))))
    expect(lost).toMatchObject([{ left: { code: 'connection-lost', cause: 'TypeError: fetch failed' } }])
    const aborted = Promise.reject(new DOMException('stop', 'AbortError'))
    expect(await collectAsync(readChunks('openai', aborted))).toMatchObject([{ left: { code: 'aborted' } }])
  })

  it('that fails when nobody reads it any more is nobody’s concern', async () => {
    const { promise, fail } = later()
    const chunks = readChunks('openai', promise)
    await chunks.return?.()
    fail(new TypeError('fetch failed'))
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
  })

  it('and comes after its reader has gone is cancelled', async () => {
    const { promise, come, seen } = later()
    const frames = readFrames('openai', promise)
    const first = frames.next()
    await frames.return?.()
    expect(seen.isCancelled).toBe(false)
    expect(await first).toEqual({ done: true, value: undefined })
    come()
    await vi.waitFor(() => expect(seen.isCancelled).toBe(true))
  })

  it('is cancelled when its reader goes', async () => {
    const { promise, come, seen } = later()
    const chunks = readChunks('openai', promise)
    come()
    expect((await chunks.next()).value).toMatchObject({ _tag: 'Right' })
    await chunks.return?.()
    expect(seen.isCancelled).toBe(false) // all of it was read with the first piece
    const other = later()
    const unread = readChunks('openai', other.promise)
    const [first] = [unread.next()]
    other.come()
    await first
    await unread.return?.()
    expect(await unread.next()).toEqual({ done: true, value: undefined })
  })
})
