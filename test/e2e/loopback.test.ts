// Streams over real HTTP, from a server process that decides on each byte, to fetch and what is built on it.
import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/Either'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChunks, readFrames, readResponse } from '../../src/wire'
import { collectAsync, cut, encode, plain, said, shred, sse } from '../wire/support'
import { type Loopback, startLoopback } from './loopback'
import type { Order } from './server'

let server: Loopback

beforeAll(async () => {
  server = await startLoopback()
})

afterAll(() => {
  server.stop()
})

type Request = { readonly signal?: AbortSignal; readonly id?: string }

/** Orders an answer. */
const order = (
  pieces: readonly (string | Uint8Array)[],
  rest: Partial<Omit<Order, 'writes'>> = {},
  { signal, id = randomUUID() }: Request = {},
): Promise<Response> => {
  const writes = pieces.map((piece) => Buffer.from(piece).toString('base64'))
  const body: Order = { writes, ending: 'end', ...rest }
  return fetch(`${server.origin}/${id}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

const call = (index: number, id: string, name: string) => ({
  choices: [
    { index: 0, delta: { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] } },
  ],
})

const args = (index: number, text: string) => ({
  choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: text } }] } }],
})

const body = encode(
  sse(
    { ...said('Schöne Grüße 😀, '), id: 'c1', model: 'm' },
    said('one moment.'),
    call(0, 'a', 'add'),
    args(0, '{"x":'),
    args(0, '1}'),
    call(1, 'b', 'now'),
    said('', 'tool_calls'),
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 } },
    '[DONE]',
  ),
)

const response = {
  id: 'c1',
  model: 'm',
  text: 'Schöne Grüße 😀, one moment.',
  toolCalls: [
    { id: 'a', name: 'add', arguments: '{"x":1}', input: E.right({ x: 1 }) },
    { id: 'b', name: 'now', arguments: '', input: E.right({}) },
  ],
  finishReason: { kind: 'tool-calls', raw: 'tool_calls' },
  usage: { inputTokens: 3, outputTokens: 5, totalTokens: 8 },
}

describe('a stream over HTTP', () => {
  it.each([
    ['in one write', [body]],
    ['in writes of one byte', shred(body)],
    [
      'in writes of 100 bytes',
      cut(
        body,
        Array.from({ length: 20 }, (_, n) => n * 100),
      ),
    ],
    [
      'with lines that end in CRLF, in writes of seven bytes',
      cut(
        encode(new TextDecoder().decode(body).replaceAll('\n', '\r\n')),
        Array.from({ length: 300 }, (_, n) => n * 7),
      ),
    ],
  ])('folds to the response, %s', async (_, pieces) => {
    expect(await readResponse('openai', await order(pieces))).toMatchObject({ right: response })
  })

  it('gives frames while it is still open', async () => {
    const frames = readFrames('openai', await order([sse(said('Hel'))], { ending: 'hold' }))
    expect((await frames.next()).value).toMatchObject({ type: 'start' })
    expect((await frames.next()).value).toMatchObject({ type: 'text-delta', text: 'Hel' })
    await frames.return?.()
  })

  it('is closed at the server when the reader stops', async () => {
    const id = randomUUID()
    for await (const _ of readChunks('openai', await order([sse(said('Hel'))], { ending: 'hold' }, { id })))
      break
    expect(await server.endOf(`/${id}`)).toMatchObject({ whole: false })
  })

  it('is closed at the server when it tells an error and stays open', async () => {
    const id = randomUUID()
    const pieces = [sse(said('Hel'), { error: { message: 'upstream gone', code: 502 } })]
    const result = await readResponse('openai', await order(pieces, { ending: 'hold' }, { id }))
    expect(result).toMatchObject({
      left: { code: 'provider-error', error: { status: 502, retryable: true }, partial: { text: 'Hel' } },
    })
    expect(await server.endOf(`/${id}`)).toMatchObject({ whole: false })
  })

  it('is closed at the server when it stays open after its end mark', async () => {
    const id = randomUUID()
    const result = await readResponse('openai', await order([body], { ending: 'hold' }, { id }))
    expect(result).toMatchObject({ right: response })
    expect(await server.endOf(`/${id}`)).toMatchObject({ whole: false })
  })

  it('may come to its own end after its end mark, so that the connection can be used again', async () => {
    const id = randomUUID()
    const result = await readResponse('openai', await order([body], { delay: 30 }, { id }))
    expect(result).toMatchObject({ right: response })
    expect(await server.endOf(`/${id}`)).toMatchObject({ whole: true })
  })

  it('keeps what came before the connection broke', async () => {
    const pieces = [sse(said('Hel')), 'data: {"choices":[{"del']
    const decoded = await collectAsync(readChunks('openai', await order(pieces, { ending: 'destroy' })))
    expect(plain(decoded)).toEqual([said('Hel'), { left: 'truncated-event' }, { left: 'connection-lost' }])
    expect(await readResponse('openai', await order(pieces, { ending: 'destroy' }))).toMatchObject({
      left: { code: 'incomplete-stream', reason: 'cut', partial: { text: 'Hel' } },
    })
  })

  it('keeps what came before it was aborted', async () => {
    const controller = new AbortController()
    const answer = await order([sse(said('Hel'))], { ending: 'hold' }, { signal: controller.signal })
    const frames = []
    for await (const frame of readFrames('openai', answer)) {
      frames.push(frame)
      if (frame.type === 'text-delta') controller.abort()
    }
    expect(frames.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'incomplete-stream', reason: 'aborted' },
    })
  })
})

describe('a refusal over HTTP', () => {
  it('is told with all that the server said', async () => {
    const said = { error: { message: 'slow down', type: 'requests', code: 'rate_limit_exceeded' } }
    const headers = { 'content-type': 'application/json', 'retry-after': '7', 'x-request-id': 'r1' }
    const refused = { status: 429, headers }
    const decoded = await collectAsync(readChunks('openai', await order([JSON.stringify(said)], refused)))
    expect(decoded).toMatchObject([
      {
        left: {
          code: 'http-error',
          status: 429,
          json: said,
          requestId: 'r1',
          error: { retryable: true, retryAfter: 7 },
        },
      },
    ])
    expect(await readResponse('openai', await order([JSON.stringify(said)], refused))).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'slow down',
        error: { status: 429, code: 'rate_limit_exceeded' },
      },
    })
  })

  it('is told when it is a page', async () => {
    const page = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n</html>\r\n'
    const refused = { status: 502, headers: { 'content-type': 'text/html' } }
    expect(await readResponse('openai', await order(shred(page), refused))).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'A page of markup came in place of a stream: 502 Bad Gateway.',
        error: { status: 502, retryable: true, raw: page },
      },
    })
  })

  it('is told when it comes at HTTP 200', async () => {
    const refused = { headers: { 'content-type': 'application/json' } }
    const pieces = shred('{"error":{"message":"no such model","code":"model_not_found"}}')
    expect(await readResponse('openai', await order(pieces, refused))).toMatchObject({
      left: { code: 'provider-error', message: 'no such model', error: { retryable: false } },
    })
  })
})
