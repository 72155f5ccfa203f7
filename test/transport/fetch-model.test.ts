import { getEventListeners } from 'node:events'
import * as E from 'fp-ts/Either'
import { describe, expect, it, vi } from 'vitest'
import { type Provider, providers } from '../../src'
import { toRequest } from '../../src/request'
import { askModel, fetchModel, type ModelRequest, streamModel } from '../../src/transport'
import { fakeFetch, heldAnswer, sseAnswer } from './support'

const request: ModelRequest = {
  conversation: [{ role: 'user', content: 'Hi' }],
  tools: [{ name: 'add', parameters: { type: 'object' } }],
  settings: { model: 'm:1', maxOutputTokens: 10 },
}

const said = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

const chatAnswer = () => sseAnswer(said('Hel'), said('lo', 'stop'), '[DONE]')

const addresses: { readonly [P in Provider]: string } = {
  openai: 'https://api.openai.com/v1/chat/completions',
  openrouter: 'https://openrouter.ai/api/v1/chat/completions',
  'openai-responses': 'https://api.openai.com/v1/responses',
  anthropic: 'https://api.anthropic.com/v1/messages',
  google: 'https://generativelanguage.googleapis.com/v1beta/models/m:1:streamGenerateContent?alt=sse',
  'google-interactions': 'https://generativelanguage.googleapis.com/v1beta/interactions',
  bedrock: 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m%3A1/converse-stream',
  'bedrock-invoke': 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m%3A1/invoke-with-response-stream',
  ollama: 'http://localhost:11434/api/chat',
  mistral: 'https://api.mistral.ai/v1/chat/completions',
  cohere: 'https://api.cohere.com/v2/chat',
}

const keyHeaders: { readonly [P in Provider]?: Readonly<Record<string, string>> } = {
  anthropic: { 'x-api-key': 'secret', 'anthropic-version': '2023-06-01' },
  google: { 'x-goog-api-key': 'secret' },
  'google-interactions': { 'x-goog-api-key': 'secret' },
}

describe.each(providers)('a model of %s', (provider) => {
  it('is asked at its own address, with its key and the body of its dialect', async () => {
    const { fetch, sent } = fakeFetch(() => new Response(''))
    await askModel(fetchModel({ provider, apiKey: 'secret', fetch, region: 'eu-west-1' }), request)
    const { conversation, tools = [], settings } = request
    expect(sent).toMatchObject([
      {
        url: addresses[provider],
        headers: {
          'content-type': 'application/json',
          accept: expect.stringMatching(
            /^(text\/event-stream|application\/(x-ndjson|vnd\.amazon\.eventstream))$/,
          ),
          ...(keyHeaders[provider] ?? { authorization: 'Bearer secret' }),
        },
        body: JSON.parse(JSON.stringify(toRequest(provider)(conversation, tools, settings))),
      },
    ])
  })

  it('is asked without a key where there is none, at another address where one is given', async () => {
    const { fetch, sent } = fakeFetch(() => new Response(''))
    for (const apiKey of [undefined, '']) {
      const model = fetchModel({ provider, apiKey, fetch, baseUrl: 'http://here:1/base//' })
      await askModel(model, request)
    }
    for (const { url, headers } of sent) {
      expect(url).toMatch(/^http:\/\/here:1\/base\/\w/)
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/authorization|api-key|goog/)]),
      )
    }
    expect(sent).toHaveLength(2)
  })
})

describe('fetchModel', () => {
  const ask = (answer: () => Response | Promise<Response>, more: object = {}) => {
    const { fetch, sent } = fakeFetch(answer)
    return { model: fetchModel({ provider: 'openai', fetch, ...more }), sent }
  }

  it('gives the chunks of the answer', async () => {
    const { model } = ask(chatAnswer)
    const chunks = []
    for await (const chunk of model.stream(request)) chunks.push(chunk)
    expect(chunks).toEqual([
      E.right({ provider: 'openai', event: said('Hel') }),
      E.right({ provider: 'openai', event: said('lo', 'stop') }),
      E.right({ provider: 'openai', event: '[DONE]' }),
    ])
  })

  it('sends nothing before it is asked for something', async () => {
    const { model, sent } = ask(chatAnswer)
    const chunks = model.stream(request)
    await Promise.resolve()
    expect(sent).toHaveLength(0)
    await chunks.next()
    expect(sent).toHaveLength(1)
    expect(await chunks.return?.()).toEqual({ done: true, value: undefined })
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
  })

  it('asks for the key before each request', async () => {
    let keys = 0
    const { model, sent } = ask(chatAnswer, { apiKey: async () => `key ${++keys}` })
    await askModel(model, request)
    await askModel(model, request)
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key 1', 'Bearer key 2'])
  })

  it('lets the caller’s headers take the place of its own, in any case', async () => {
    const headers = { Authorization: 'Basic xyz', 'X-Title': 'chunkfold' }
    const { model, sent } = ask(chatAnswer, { apiKey: 'secret', headers })
    await askModel(model, request)
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Basic xyz', 'x-title': 'chunkfold' })
  })

  it('sends what the signer makes of the request', async () => {
    const sign = vi.fn(async ({ headers }) => ({ ...headers, 'x-signed': 'yes' }))
    const { model, sent } = ask(chatAnswer, { sign })
    await askModel(model, request)
    expect(sent[0]?.headers).toMatchObject({ 'x-signed': 'yes', 'content-type': 'application/json' })
    expect(sign).toHaveBeenCalledWith({
      method: 'POST',
      url: addresses.openai,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify(sent[0]?.body),
    })
  })

  it('names a model of one’s own at Google as it is', async () => {
    const { fetch, sent } = fakeFetch(() => new Response(''))
    const settings = { model: 'tunedModels/mine' }
    await askModel(fetchModel({ provider: 'google', fetch }), { conversation: [], settings })
    expect(sent[0]?.url).toMatch(/\/v1beta\/tunedModels\/mine:streamGenerateContent\?alt=sse$/)
  })

  it('is asked at a path before the query of its base URL, as Azure is', async () => {
    const { fetch, sent } = fakeFetch(() => new Response(''))
    const deployment = ' https://mine.openai.azure.com/openai/deployments/mine/?api-version=2024-10-21 '
    await askModel(fetchModel({ provider: 'openai', fetch, baseUrl: deployment }), request)
    await askModel(fetchModel({ provider: 'google', fetch, baseUrl: 'http://here?key=k' }), request)
    expect(sent.map(({ url }) => url)).toEqual([
      'https://mine.openai.azure.com/openai/deployments/mine/chat/completions?api-version=2024-10-21',
      expect.stringMatching(/^http:\/\/here\/v1beta\/.*\?alt=sse&key=k$/),
    ])
  })

  it('follows nobody to another address, where its key would come along', async () => {
    const { fetch, sent } = fakeFetch(
      () => new Response('', { status: 307, headers: { location: 'http://b' } }),
    )
    const result = await askModel(fetchModel({ provider: 'anthropic', apiKey: 'secret', fetch }), request)
    expect(sent[0]?.redirect).toBe('manual')
    expect(result).toMatchObject({ left: { error: { status: 307, retryable: false } } })
  })

  it('says nothing of a key that no header can have', async () => {
    const { fetch } = fakeFetch(chatAnswer)
    const model = fetchModel({ provider: 'openai', apiKey: 'sk-one\nsk-two', fetch })
    const result = await askModel(model, request)
    expect(JSON.stringify(result)).not.toContain('sk-')
    expect(result).toMatchObject({
      left: {
        message: expect.stringContaining(
          'The header "authorization" has a character that no header may have.',
        ),
      },
    })
  })

  it('throws at once for a caller’s mistake', () => {
    expect(() => fetchModel({ provider: 'nobody' as Provider })).toThrow(TypeError)
    expect(() => fetchModel({ provider: 'bedrock' })).toThrow(
      new TypeError('The provider bedrock needs a region, or a base URL.'),
    )
    expect(() => fetchModel({ provider: 'bedrock', baseUrl: 'http://here' })).not.toThrow()
    expect(() => fetchModel({ provider: 'bedrock', region: '' })).toThrow(TypeError)
    expect(() => fetchModel({ provider: 'openai', baseUrl: 'https://user:password@here' })).toThrow(
      new TypeError('The base URL has a user or a password in it; say them in `headers`.'),
    )
    expect(() => fetchModel({ provider: 'openai', baseUrl: 'localhost:11434/v1' })).toThrow(
      new TypeError(
        'The base URL "localhost:11434/v1" is none: it begins with https://, http:// or, in a browser, a slash.',
      ),
    )
    expect(() => fetchModel({ provider: 'openai', baseUrl: '/proxy/openai' })).not.toThrow()
  })

  it('tells a refusal with status, code, request id, and when to try again', async () => {
    const body = JSON.stringify({
      error: { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limited' },
    })
    const headers = { 'retry-after': '7', 'x-request-id': 'req_1' }
    const { model } = ask(() => new Response(body, { status: 429, headers }))
    const { value } = await model.stream(request).next()
    expect(value).toMatchObject({
      left: {
        code: 'http-error',
        status: 429,
        requestId: 'req_1',
        error: { code: 'rate_limited', retryable: true, retryAfter: 7 },
      },
    })
    expect(await askModel(model, request)).toMatchObject({
      left: { code: 'provider-error', error: { status: 429, message: 'Slow down.' } },
    })
  })

  it('tells a connection that never came to be', async () => {
    const { model } = ask(() =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('refused') })),
    )
    const result = await askModel(model, request)
    expect(result).toMatchObject({
      left: { code: 'empty-stream', reason: 'cut', partial: { issues: [{ code: 'connection-lost' }] } },
    })
    expect(JSON.stringify(result)).toContain('TypeError: fetch failed (Error: refused)')
  })

  it('tells what the key’s giver threw', async () => {
    const { model, sent } = ask(chatAnswer, { apiKey: () => Promise.reject(new Error('no key')) })
    const { value } = await model.stream(request).next()
    expect(value).toMatchObject({ left: { code: 'connection-lost', cause: 'Error: no key' } })
    expect(sent).toHaveLength(0)
  })
})

describe('a stop', () => {
  const held = (more: object = {}) => {
    const answers: ReturnType<typeof heldAnswer>[] = []
    const { fetch } = fakeFetch(({ signal }) => {
      const answer = heldAnswer(signal)
      answers.push(answer)
      return answer.response
    })
    return { model: fetchModel({ provider: 'openai', fetch, ...more }), answers }
  }
  const line = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`

  it('by the reader aborts the request, even while a read is under way', async () => {
    const { model, answers } = held()
    const chunks = model.stream(request)
    const first = chunks.next()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await chunks.return?.()
    expect(answers[0]?.seen.isCancelled).toBe(true)
    expect((await first).done).toBe(true)
  })

  it('by the signal ends the answer as aborted, with what came', async () => {
    const { model, answers } = held()
    const controller = new AbortController()
    const result = askModel(model, request, { signal: controller.signal })
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.push(line(said('Hel')))
    setTimeout(() => controller.abort(), 20)
    expect(await result).toMatchObject({
      left: { code: 'incomplete-stream', reason: 'aborted', partial: { text: 'Hel' } },
    })
    expect(answers[0]?.seen.isCancelled).toBe(true)
  })

  it('by a signal that was aborted before asks for nothing', async () => {
    const { fetch, sent } = fakeFetch(({ signal }) => {
      signal?.throwIfAborted()
      return chatAnswer()
    })
    const model = fetchModel({ provider: 'openai', fetch })
    const result = await askModel(model, request, { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ left: { reason: 'aborted' } })
    expect(sent.every(({ signal }) => signal?.aborted)).toBe(true)
  })

  it('by the signal ends what nobody else would: a key, a signature, a fetch that never come', async () => {
    const never = <T>(): Promise<T> => new Promise(() => {})
    const options = [
      { apiKey: never<string> },
      { sign: never<Record<string, string>> },
      { fetch: never<Response> },
    ]
    for (const deaf of options) {
      const { fetch } = fakeFetch(chatAnswer)
      const model = fetchModel({ provider: 'openai', fetch, ...deaf })
      const result = await askModel(model, request, { signal: AbortSignal.timeout(20) })
      expect(result).toMatchObject({ left: { code: 'empty-stream' } })
    }
    const asked = vi.fn(() => 'secret')
    const model = fetchModel({ provider: 'openai', apiKey: asked, fetch: fakeFetch(chatAnswer).fetch })
    const chunks = []
    for await (const chunk of model.stream(request, { signal: AbortSignal.abort() })) chunks.push(chunk)
    expect(chunks).toMatchObject([{ left: { code: 'aborted' } }])
    expect(asked).not.toHaveBeenCalled()
  })

  it('by the signal ends the answer there, whatever came in the same read', async () => {
    const { fetch } = fakeFetch(() => sseAnswer(said('a'), said('b'), said('c', 'stop'), '[DONE]'))
    const controller = new AbortController()
    const seen: unknown[] = []
    const chunks = fetchModel({ provider: 'openai', fetch }).stream(request, { signal: controller.signal })
    for await (const chunk of chunks) {
      seen.push(chunk)
      controller.abort()
    }
    expect(seen).toMatchObject([{ _tag: 'Right' }, { left: { code: 'aborted' } }])
  })

  it('is listened for once, however many requests a signal has', async () => {
    const { signal } = new AbortController()
    const { model, answers } = held()
    const reading = Array.from({ length: 20 }, () => model.stream(request, { signal }).next())
    await vi.waitFor(() => expect(answers).toHaveLength(20))
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1)
    for (const answer of answers) answer.push(line(said('Hel')))
    expect((await Promise.all(reading)).every(({ value }) => E.isRight(value))).toBe(true)
  })

  it('of the frames gives the request up', async () => {
    const { model, answers } = held()
    const frames = streamModel(model, request)
    const first = frames.next()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.push(line(said('Hel')))
    expect((await first).value).toMatchObject({ type: 'start' })
    await frames.return?.()
    expect(answers[0]?.seen.isCancelled).toBe(true)
    expect(await frames.next()).toEqual({ done: true, value: undefined })
  })

  it('after the end of the response gives the transfer a moment, then gives it up', async () => {
    const { model, answers } = held()
    const result = askModel(model, request)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.push(`${line(said('Hello', 'stop'))}data: [DONE]\n\n`)
    expect(await result).toMatchObject({ _tag: 'Right', right: { text: 'Hello' } })
    expect(answers[0]?.seen.isCancelled).toBe(false)
    await vi.waitFor(() => expect(answers[0]?.seen.isCancelled).toBe(true), { timeout: 5_000 })
  })

  it.each([
    ['first-chunk', { firstChunk: 30, idle: 5_000 }, [], 'The answer did not begin within 30 ms.'],
    ['idle', { firstChunk: 5_000, idle: 30 }, ['Hel'], 'Nothing more of the answer came within 30 ms.'],
    ['total', { idle: 5_000, total: 60 }, ['Hel'], 'The answer did not come to its end within 60 ms.'],
    ['total', { total: 30 }, [], 'The answer did not come to its end within 30 ms.'],
  ] as const)(
    'by the limit %s of %o aborts the request and says so',
    async (limit, timeouts, texts, message) => {
      const { model, answers } = held({ timeouts })
      const seen: unknown[] = []
      const reading = (async () => {
        for await (const chunk of model.stream(request)) seen.push(chunk)
      })()
      await vi.waitFor(() => expect(answers).toHaveLength(1))
      for (const text of texts) answers[0]?.push(line(said(text)))
      await reading
      expect(seen.at(-1)).toMatchObject({ left: { code: 'timed-out', limit, message } })
      expect(seen).toHaveLength(texts.length + 1)
      expect(answers[0]?.seen.isCancelled).toBe(true)
    },
  )

  it('by a limit leaves a response with what came, and the reason', async () => {
    const { model, answers } = held({ timeouts: { idle: 30 } })
    const result = askModel(model, request)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.push(line(said('Hel')))
    expect(await result).toMatchObject({
      left: {
        code: 'incomplete-stream',
        reason: 'cut',
        partial: {
          text: 'Hel',
          issues: expect.arrayContaining([
            expect.objectContaining({
              code: 'connection-lost',
              message: 'Nothing more of the answer came within 30 ms.',
            }),
          ]),
        },
      },
    })
  })

  it('by a limit that no timer can keep is none', async () => {
    const { fetch } = fakeFetch(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return chatAnswer()
    })
    for (const limit of [2 ** 31, Number.POSITIVE_INFINITY]) {
      const timeouts = { firstChunk: limit, idle: limit, total: limit }
      expect(E.isRight(await askModel(fetchModel({ provider: 'openai', fetch, timeouts }), request))).toBe(
        true,
      )
    }
  })

  it('by a limit that is no number is refused', () => {
    for (const limit of [-1, Number.NaN, '30' as unknown as number]) {
      expect(() => fetchModel({ provider: 'openai', timeouts: { idle: limit } })).toThrow(
        new TypeError(`\`timeouts.idle\` is a number of milliseconds, 0 or more; it is ${limit}.`),
      )
    }
  })

  it('by the limit on the whole comes for a reader who takes his time, though all lies ready', async () => {
    const events = Array.from({ length: 20 }, () => said('a'))
    const { fetch } = fakeFetch(() => sseAnswer(...events, said('b', 'stop'), '[DONE]'))
    const model = fetchModel({ provider: 'openai', fetch, timeouts: { total: 50 } })
    const seen = []
    for await (const chunk of model.stream(request)) {
      seen.push(chunk)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(seen.length).toBeLessThan(10)
    expect(seen.at(-1)).toMatchObject({ left: { code: 'timed-out', limit: 'total' } })
  })

  it('by no limit comes for a reader who takes his time', async () => {
    const { fetch } = fakeFetch(() => sseAnswer(said('a'), said('b'), said('c', 'stop'), '[DONE]'))
    const model = fetchModel({ provider: 'openai', fetch, timeouts: { firstChunk: 5_000, idle: 20 } })
    const seen = []
    for await (const chunk of model.stream(request)) {
      seen.push(chunk)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    expect(seen.every(E.isRight)).toBe(true)
    expect(seen).toHaveLength(4)
  })
})

describe('streamModel', () => {
  it('gives the frames of the response and of its end', async () => {
    const { fetch } = fakeFetch(chatAnswer)
    const types = []
    for await (const { type } of streamModel(fetchModel({ provider: 'openai', fetch }), request))
      types.push(type)
    expect(types).toEqual(['start', 'text-delta', 'text-delta', 'text-complete', 'end'])
  })

  it('closes what breaks off', async () => {
    const { fetch } = fakeFetch(() => sseAnswer(said('Hel')))
    const frames = []
    for await (const frame of streamModel(fetchModel({ provider: 'openai', fetch }), request))
      frames.push(frame)
    expect(frames.at(-1)).toMatchObject({ type: 'error', error: { code: 'incomplete-stream' } })
  })

  it('takes the options of the stream, and throws for senseless ones', async () => {
    const { fetch } = fakeFetch(() => sseAnswer(said('<think>hm</think>Hi', 'stop'), '[DONE]'))
    const model = fetchModel({ provider: 'openai', fetch })
    expect(await askModel(model, request, { thinkTags: true })).toMatchObject({
      right: { reasoning: 'hm', text: 'Hi' },
    })
    expect(() => streamModel(model, request, { choices: 0 })).toThrow(TypeError)
    expect(() => askModel(model, request, { choices: 0 })).toThrow(TypeError)
  })
})
