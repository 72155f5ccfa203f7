// Models over real HTTP: a server process that answers each request as the request orders it to.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelRunner, modelProvider } from '../../src/runner'
import { askModel, fetchModel, streamModel, type Timeouts } from '../../src/transport'
import { said, sse } from '../wire/support'
import { type Loopback, startLoopback } from './loopback'
import type { Order } from './server'

let server: Loopback

beforeAll(async () => {
  server = await startLoopback()
})

afterAll(() => {
  server.stop()
})

/** A model behind a path of its own, and a request that orders its answer. */
const ordering = (
  texts: readonly string[],
  order: Partial<Omit<Order, 'writes'>>,
  timeouts: Timeouts = {},
) => {
  const id = randomUUID()
  const writes = texts.map((text) => Buffer.from(text).toString('base64'))
  const extra = { writes, ending: 'end', ...order }
  return {
    model: fetchModel({ provider: 'openai', baseUrl: `${server.origin}/${id}`, timeouts }),
    request: { conversation: [], settings: { model: 'm', extra } },
    path: `/${id}/chat/completions`,
  }
}

const whole = [sse(said('Hel')), sse(said('lo')), 'data: [DONE]\n\n']

describe('a model over HTTP', () => {
  it('gives its whole response', async () => {
    const { model, request, path } = ordering(whole, {})
    expect(await askModel(model, request)).toMatchObject({ _tag: 'Right', right: { text: 'Hello' } })
    expect(await server.endOf(path)).toMatchObject({ whole: true })
  })

  it('gives its response at the end mark, though the connection stays open, and then gives that up', async () => {
    const { model, request, path } = ordering(whole, { ending: 'hold' })
    expect(await askModel(model, request)).toMatchObject({ _tag: 'Right', right: { text: 'Hello' } })
    expect(await server.endOf(path)).toMatchObject({ whole: false })
  })

  it('that falls silent is given up when its time is over', async () => {
    const { model, request, path } = ordering([sse(said('Hel'))], { ending: 'hold' }, { idle: 100 })
    expect(await askModel(model, request)).toMatchObject({
      left: { code: 'incomplete-stream', reason: 'cut', partial: { text: 'Hel' } },
    })
    expect(await server.endOf(path)).toMatchObject({ whole: false })
  })

  it('that never answers is given up when its time is over', async () => {
    const { model, request } = ordering([], { ending: 'hold' }, { firstChunk: 100 })
    expect(await askModel(model, request)).toMatchObject({ left: { code: 'empty-stream', reason: 'cut' } })
  })

  it('whose connection breaks leaves what came', async () => {
    const { model, request } = ordering([sse(said('Hel'))], { ending: 'destroy' })
    expect(await askModel(model, request)).toMatchObject({
      left: { code: 'incomplete-stream', reason: 'cut', partial: { text: 'Hel' } },
    })
  })

  it('that is not there is told as a lost connection', async () => {
    const model = fetchModel({ provider: 'openai', baseUrl: 'http://127.0.0.1:1' })
    expect(await askModel(model, { conversation: [], settings: { model: 'm' } })).toMatchObject({
      left: { code: 'empty-stream', reason: 'cut' },
    })
  })

  it('that refuses says when to try again', async () => {
    const body = JSON.stringify({ error: { message: 'Slow down.', code: 'rate_limited' } })
    const headers = { 'content-type': 'application/json', 'retry-after-ms': '1500', 'x-request-id': 'req_1' }
    const { model, request } = ordering([body], { status: 429, headers })
    expect(await askModel(model, request)).toMatchObject({
      left: {
        code: 'provider-error',
        error: { status: 429, code: 'rate_limited', retryable: true, retryAfter: 1.5 },
      },
    })
  })

  it('is given up when its reader stops', async () => {
    const { model, request, path } = ordering([sse(said('Hel')), sse(said('lo'))], { ending: 'hold' })
    for await (const frame of streamModel(model, request)) if (frame.type === 'text-delta') break
    expect(await server.endOf(path)).toMatchObject({ whole: false })
  })

  it('is given up when its signal says so', async () => {
    const { model, request, path } = ordering([sse(said('Hel'))], { ending: 'hold' })
    const result = await askModel(model, request, { signal: AbortSignal.timeout(150) })
    expect(result).toMatchObject({ left: { code: 'incomplete-stream', reason: 'aborted' } })
    expect(await server.endOf(path)).toMatchObject({ whole: false })
  })

  it('that a runner asks may come to its own end too', async () => {
    const asked = ordering([...whole.slice(0, 2), sse(said('', 'stop'), '[DONE]')], { delay: 30 })
    const runner = new ModelRunner({ provider: modelProvider(asked.model, asked.request.settings) })
    expect(await runner.invoke('Hello')).toMatchObject({ value: 'Hello' })
    expect(await server.endOf(asked.path)).toMatchObject({ whole: true })
  })

  it('that a runner asks is given up when it stays open after its end mark', async () => {
    const asked = ordering(whole, { ending: 'hold' })
    const runner = new ModelRunner({ provider: modelProvider(asked.model, asked.request.settings) })
    expect(await runner.invoke('Hello')).toMatchObject({ value: 'Hello' })
    expect(await server.endOf(asked.path)).toMatchObject({ whole: false })
  })
})
