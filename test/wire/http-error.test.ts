import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { finalize, initial, type Provider } from '../../src'
import { collectDecoded, type HttpError, readChunks, readResponse } from '../../src/wire'
import { collectAsync } from './support'

/** The one thing that is read from a response that refuses. */
const read = async (response: Response): Promise<HttpError> => {
  const [only, ...more] = await collectAsync(readChunks('openai', response))
  expect(more).toEqual([])
  if (only === undefined || E.isRight(only) || only.left.code !== 'http-error') return expect.unreachable()
  expect(collectDecoded(initial('openai'), only).head.phase).toMatchObject({
    type: 'failed',
    error: { code: 'provider-error', error: only.left.error },
  })
  return only.left
}

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

describe('a response that refuses the request', () => {
  it('is one error, with all that the server said', async () => {
    const said = { error: { message: 'slow down', type: 'requests', code: 'rate_limit_exceeded' } }
    const headers = { 'retry-after': '7', 'x-request-id': 'r1', 'request-id': 'r2' }
    expect(await read(answer(429, said, headers))).toEqual({
      code: 'http-error',
      message: 'The server answered with HTTP status 429: slow down',
      status: 429,
      body: JSON.stringify(said),
      json: said,
      error: {
        message: 'slow down',
        code: 'rate_limit_exceeded',
        type: 'requests',
        status: 429,
        retryable: true,
        retryAfter: 7,
        raw: said.error,
      },
      requestId: 'r1',
    })
  })

  it('is read no further than anybody would: a body may never end', async () => {
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('no '.repeat(50_000))),
      cancel: () => {
        isCancelled = true
      },
    })
    const { body, error } = await read(new Response(endless, { status: 500 }))
    expect(body).toHaveLength(1_000_000)
    expect(error).toMatchObject({ status: 500, retryable: true })
    expect(error.message.length).toBeLessThan(300)
    expect(isCancelled).toBe(true)
  })

  it('has a message that can be read, and all that was said beside it', async () => {
    const said = { error: { message: 'no '.repeat(100_000) } }
    const { error, json } = await read(answer(400, said))
    expect(error.message).toHaveLength(2_001)
    expect(error.raw).toEqual(said.error)
    expect(json).toEqual(said)
  })

  it('is told by its status where its body does not come to an end', async () => {
    const trickle = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        controller.enqueue(new TextEncoder().encode(' '))
      },
    })
    const begun = performance.now()
    const refused = await read(new Response(trickle, { status: 429, headers: { 'retry-after': '3' } }))
    expect(refused.error).toMatchObject({ status: 429, retryable: true, retryAfter: 3 })
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  it('is none where its body was aborted: nobody waits for it', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new DOMException('stop', 'AbortError')),
    })
    const chunks = await collectAsync(readChunks('openai', new Response(body, { status: 500 })))
    expect(chunks).toMatchObject([{ left: { code: 'aborted' } }])
  })

  it.each<[string, number | undefined]>([
    ['7', 7],
    [' 7 ', 7],
    ['7, 9', 7],
    ['1.5', 1.5],
    ['Tue, 01 Dec 2026 12:00:30 GMT', 30],
    ['Tuesday, 01-Dec-26 12:00:30 GMT', 30],
    ['Tue Dec  1 12:00:30 2026 GMT', 30],
    ['Tue, 01 Dec 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['try again in 7', undefined],
    ['limit 2099', undefined],
    ['9'.repeat(400), undefined],
    ['', undefined],
  ])('says by the header retry-after: %j that it may pass in %s s', async (value, seconds) => {
    const headers = { 'retry-after': value, date: 'Tue, 01 Dec 2026 12:00:00 GMT' }
    expect((await read(answer(503, {}, headers))).error.retryAfter).toBe(seconds)
  })

  it('may be named by a header, as AWS does', async () => {
    const headers = {
      'x-amzn-errortype': 'ThrottlingException:http://internal.example/coral/',
      'x-amzn-requestid': 'r1',
    }
    const { error, requestId } = await read(answer(429, { message: 'slow down' }, headers))
    expect(error).toMatchObject({
      message: 'slow down',
      code: 'ThrottlingException',
      status: 429,
      retryable: true,
    })
    expect(requestId).toBe('r1')
    const broke = { 'x-amzn-errortype': 'ModelStreamErrorException' }
    expect((await read(answer(424, { message: 'm' }, broke))).error.retryable).toBe(true)
    expect((await read(answer(424, { message: 'm' }))).error.retryable).toBe(false)
    const own = await read(answer(400, { error: { message: 'm', type: 'mine' } }, headers))
    expect(own.error.code).toBe('mine')
    expect((await read(answer(400, { message: 'm' }, { 'x-amzn-errortype': '' }))).error.code).toBeUndefined()
  })

  it.each([
    ['JSON over many lines', JSON.stringify({ error: { message: 'm' } }, null, 2)],
    ['a list, as Google sends', JSON.stringify([{ error: { message: 'm' } }])],
    ['an error in place of the object', { error: 'm' }],
    ['an object without an error in it', { message: 'm' }],
    ['the detail of a web framework', { detail: 'm' }],
    ['server-sent events', 'data: {"error":{"message":"m"}}\n\ndata: [DONE]\n\n'],
    ['an event of type error', 'event: error\ndata: {"message":"m"}\n\n'],
    ['text', ' m\n'],
  ])('says its message, in %s', async (_, body) => {
    const { error } = await read(answer(400, body))
    expect(error).toMatchObject({ message: 'm', status: 400, retryable: false })
  })

  it.each<[Provider, number, object, string]>([
    ['ollama', 404, { error: "model 'm' not found" }, "model 'm' not found"],
    ['mistral', 401, { detail: 'Unauthorized' }, 'Unauthorized'],
    ['mistral', 422, { object: 'error', message: 'no such model', type: 'invalid_model' }, 'no such model'],
    ['cohere', 401, { id: 'x', message: 'invalid api token' }, 'invalid api token'],
  ])('says its message, in the form of %s, status %d', async (provider, status, body, message) => {
    const result = await readResponse(provider, answer(status, body))
    expect(result).toMatchObject({
      left: { code: 'provider-error', error: { message, status, retryable: false } },
    })
  })

  it('keeps other JSON as the error, and text as text', async () => {
    expect((await read(answer(400, { reason: 'r' }))).error.raw).toEqual({ reason: 'r' })
    expect((await read(answer(400, 'no'))).error.raw).toBe('no')
    expect(await read(answer(400, 'no'))).not.toHaveProperty('json')
  })

  it('names a page by its title, and an empty body by its status', async () => {
    expect((await read(answer(502, '<html><title>502 Bad Gateway</title>'))).error).toMatchObject({
      message: 'A page of markup came in place of a stream: 502 Bad Gateway.',
      retryable: true,
    })
    expect((await read(new Response(null, { status: 503, statusText: 'Unavailable' }))).error.message).toBe(
      'Unavailable',
    )
    expect((await read(new Response(null, { status: 503 }))).error.message).toBe('HTTP status 503')
  })

  it('bounds a message that is the whole body', async () => {
    const { body, error } = await read(answer(500, 'x'.repeat(5_000)))
    expect([body.length, error.message.length]).toEqual([5_000, 201])
  })

  it.each([
    [400, false],
    [401, false],
    [404, false],
    [408, true],
    [409, true],
    [422, false],
    [429, true],
    [500, true],
    [529, true],
  ])('with status %i is worth another try: %s', async (status, retryable) => {
    const { error } = await read(
      answer(status, { error: { message: 'm', status: 'UNAVAILABLE', code: 500 } }),
    )
    expect(error).toMatchObject({ status, retryable })
  })

  it.each([
    [400, 'true', true],
    [429, 'false', false],
    [429, '', true],
    [400, 'maybe', false],
  ])(
    'with status %i and the header `x-should-retry: %s` is worth another try: %s',
    async (status, word, retryable) => {
      const { error } = await read(answer(status, { error: { message: 'm' } }, { 'x-should-retry': word }))
      expect(error.retryable).toBe(retryable)
    },
  )

  it('is worth no other try when the quota is used up', async () => {
    const { error } = await read(answer(429, { error: { message: 'm', code: 'insufficient_quota' } }))
    expect(error).toMatchObject({ status: 429, retryable: false })
  })

  it.each([
    [{ 'retry-after': '1.5' }, 1.5],
    [{ 'retry-after': '7', 'retry-after-ms': '250' }, 0.25],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 0],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, undefined],
    [{ 'retry-after': 'soon', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
    [{ 'retry-after-ms': '-1' }, undefined],
    [{}, undefined],
  ])('with %j asks to wait %s seconds', async (headers, seconds) => {
    const { error } = await read(answer(429, {}, headers as Record<string, string>)) // no field is undefined
    expect(error.retryAfter).toBe(seconds)
    expect('retryAfter' in error).toBe(seconds !== undefined)
  })

  it('takes the request id from either header', async () => {
    expect((await read(answer(500, {}, { 'request-id': 'r2' }))).requestId).toBe('r2')
    expect(await read(answer(500, {}))).not.toHaveProperty('requestId')
  })

  it('is still that one error when its body breaks off', async () => {
    let reads = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (reads++ === 0) controller.enqueue(new TextEncoder().encode('over'))
        else controller.error(new Error('gone'))
      },
    })
    expect(await read(new Response(body, { status: 503 }))).toMatchObject({
      status: 503,
      body: 'over',
      error: { message: 'over' },
    })
  })

  it('has a body that ends within a character', async () => {
    expect((await read(new Response(Uint8Array.of(0x6f, 0xc3), { status: 503 }))).body).toBe('o\ufffd')
  })

  it('is not told to a reader that stopped while the body was read', async () => {
    const items = readChunks('openai', new Response(new ReadableStream(), { status: 503 }))
    const waiting = items.next()
    await items.return?.()
    expect(await waiting).toEqual({ done: true, value: undefined })
  })

  it('is the error of the response', async () => {
    const result = await readResponse('openai', answer(401, { error: { message: 'who are you' } }))
    expect(result).toMatchObject({
      left: { code: 'provider-error', message: 'who are you', error: { status: 401, retryable: false } },
    })
    expect(finalize(initial('openai'))).toMatchObject({ left: { code: 'empty-stream' } })
  })
})
