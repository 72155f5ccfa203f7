// The official SDKs themselves, over a stand-in for `fetch` or for their HTTP: what they give and what they throw.
import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI, type GoogleGenAIOptions } from '@google/genai'
import { HTTPClient, Mistral } from '@mistralai/mistralai'
import { CohereClientV2 } from 'cohere-ai'
import * as E from 'fp-ts/Either'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { type CollectorState, finalize, initial, type Provider } from '../../src'
import { fromSdkStream, type SdkStream } from '../../src/transport'
import { collectDecoded, type Decoded } from '../../src/wire'
import { collectAsync } from '../wire/support'

const respond = async <P extends Provider>(provider: P, stream: SdkStream) => {
  let state: CollectorState<P> = initial(provider)
  for await (const decoded of fromSdkStream(provider, stream)) state = collectDecoded(state, decoded)
  return finalize(state)
}

type Fetch = typeof globalThis.fetch

const answering =
  (body: string, init: ResponseInit = {}): Fetch =>
  async () =>
    new Response(body, { headers: { 'content-type': 'text/event-stream' }, ...init })

const sse = (...events: readonly (object | string)[]): string =>
  events
    .map((event) => {
      if (typeof event === 'string') return `data: ${event}\n\n`
      const name = 'type' in event ? `event: ${String(event.type)}\n` : ''
      return `${name}data: ${JSON.stringify(event)}\n\n`
    })
    .join('')

async function* streamOf(events: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
  yield* events
}

const nothing = streamOf([])

const chatEvent = {
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }],
}

const chatText = sse(
  chatEvent,
  {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  },
  '[DONE]',
)

const messageStart = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}
const messageText = [
  messageStart,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
]
const messageEnd = [
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 2 },
  },
  { type: 'message_stop' },
]

/** Each SDK asked by its own stream method; none of them tries again. */
const asked: {
  readonly [name: string]: readonly [Provider, (fetch: Fetch, signal?: AbortSignal) => SdkStream]
} = {
  'openai, Chat Completions': [
    'openai',
    (fetch, signal) =>
      new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 }).chat.completions.create(
        { model: 'm', messages: [], stream: true },
        signal ? { signal } : {},
      ),
  ],
  'openai, Responses': [
    'openai-responses',
    (fetch, signal) =>
      new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 }).responses.create(
        { model: 'm', input: 'Hi', stream: true },
        signal ? { signal } : {},
      ),
  ],
  anthropic: [
    'anthropic',
    (fetch, signal) =>
      new Anthropic({ apiKey: 'k', fetch, maxRetries: 0 }).messages.create(
        { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }], stream: true },
        signal ? { signal } : {},
      ),
  ],
  ollama: [
    'ollama',
    (fetch) =>
      new Ollama({ host: 'http://here', fetch }).chat({
        model: 'm',
        messages: [{ role: 'user', content: 'Hi' }],
        stream: true,
      }),
  ],
  mistral: [
    'mistral',
    (fetch) =>
      new Mistral({
        apiKey: 'k',
        httpClient: new HTTPClient({ fetcher: (input, init) => fetch(input as Request, init) }),
        retryConfig: { strategy: 'none' },
      }).chat.stream({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
  ],
  cohere: [
    'cohere',
    (fetch) =>
      new CohereClientV2({ token: 'k', fetch, maxRetries: 0 }).chatStream({
        model: 'm',
        messages: [{ role: 'user', content: 'Hi' }],
      }),
  ],
}

const texts: { readonly [P in Provider]?: string } = {
  openai: chatText,
  'openai-responses': sse(
    {
      type: 'response.created',
      sequence_number: 0,
      response: { id: 'r', object: 'response', model: 'm', status: 'in_progress', output: [] },
    },
    {
      type: 'response.output_item.added',
      sequence_number: 1,
      output_index: 0,
      item: { id: 'i', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    },
    {
      type: 'response.output_text.delta',
      sequence_number: 2,
      output_index: 0,
      content_index: 0,
      item_id: 'i',
      delta: 'Hi',
      logprobs: [],
    },
    {
      type: 'response.completed',
      sequence_number: 3,
      response: {
        id: 'r',
        object: 'response',
        model: 'm',
        status: 'completed',
        output: [
          {
            id: 'i',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
          },
        ],
      },
    },
  ),
  anthropic: sse(...messageText, ...messageEnd),
  ollama: [
    {
      model: 'm',
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', content: 'Hi' },
      done: false,
    },
    {
      model: 'm',
      created_at: '2026-01-01T00:00:01Z',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'stop',
    },
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join(''),
  mistral: chatText,
  cohere: sse(
    {
      type: 'message-start',
      id: 'm',
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    },
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
    { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hi' } } } },
    { type: 'content-end', index: 0 },
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: {} } },
  ),
}

describe.each(Object.entries(asked))('the SDK of %s', (_, [provider, ask]) => {
  it('gives a stream that is folded to its response', async () => {
    const result = await respond(provider, ask(answering(texts[provider] ?? '')))
    expect(result).toMatchObject({ _tag: 'Right', right: { text: 'Hi', finishReason: { kind: 'stop' } } })
  })

  it('throws at a refused request, which is told with its status and whether to try again', async () => {
    for (const [status, retryable] of [
      [401, false],
      [503, true],
    ] as const) {
      const body = JSON.stringify({
        message: 'No.',
        error: provider === 'ollama' ? 'No.' : { message: 'No.', type: 'x_error' },
      })
      const headers = { 'content-type': 'application/json', 'retry-after': '7' }
      const result = await respond(provider, ask(answering(body, { status, headers })))
      expect(result, String(status)).toMatchObject({
        left: { code: 'provider-error', error: { status, retryable, message: 'No.' } },
      })
    }
  })

  it('throws at a connection that never came to be, which is told', async () => {
    const result = await respond(
      provider,
      ask(async () => {
        throw new TypeError('fetch failed')
      }),
    )
    expect(result).toMatchObject({
      left: { code: 'empty-stream', partial: { issues: [{ code: 'connection-lost' }] } },
    })
  })
})

const held: Fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

const midStreamError = { error: { message: 'Overloaded.', type: 'overloaded_error' } }

describe('fromSdkStream', () => {
  it.each([
    ['openai', asked['openai, Chat Completions']?.[1]],
    ['openai-responses', asked['openai, Responses']?.[1]],
    ['anthropic', asked['anthropic']?.[1]],
  ] as const)('takes an abort of the SDK of %s for one', async (provider, ask) => {
    const result = await respond(provider, ask?.(held, AbortSignal.timeout(20)) ?? nothing)
    expect(result).toMatchObject({ left: { reason: 'aborted' } })
  })

  it.each([
    ['openai', asked['openai, Chat Completions']?.[1], sse(chatEvent, midStreamError)],
    ['anthropic', asked['anthropic']?.[1], sse(...messageText, { type: 'error', ...midStreamError })],
  ] as const)(
    'tells an error in mid-stream that the SDK of %s throws, with what came',
    async (provider, ask, body) => {
      const result = await respond(provider, ask?.(answering(body)) ?? nothing)
      expect(result).toMatchObject({
        left: {
          code: 'provider-error',
          message: expect.stringContaining('Overloaded.'),
          partial: { text: 'Hi' },
        },
      })
    },
  )

  it('reads Google’s SDK: its chunks, and its word for a refusal', async () => {
    const ask = (fetch: Fetch) =>
      new GoogleGenAI({
        apiKey: 'k',
        httpOptions: { fetch, retryOptions: { attempts: 1 } },
      } as GoogleGenAIOptions).models.generateContentStream({ model: 'm', contents: 'Hi' })
    const chunk = {
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
    }
    expect(await respond('google', ask(answering(sse(chunk))))).toMatchObject({ right: { text: 'Hi' } })
    const body = JSON.stringify({ error: { code: 429, message: 'Quota.', status: 'RESOURCE_EXHAUSTED' } })
    const headers = { 'content-type': 'application/json' }
    expect(await respond('google', ask(answering(body, { status: 429, headers })))).toMatchObject({
      left: { code: 'provider-error', error: { status: 429, retryable: true } },
    })
  })

  it('reads Amazon’s SDK: what it throws for a refusal has its name and the request’s id', async () => {
    const client = new BedrockRuntimeClient({
      region: 'eu-west-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
      maxAttempts: 1,
      requestHandler: {
        handle: async () => ({
          response: {
            statusCode: 429,
            headers: { 'x-amzn-errortype': 'ThrottlingException', 'x-amzn-requestid': 'req_1' },
            body: new Blob([JSON.stringify({ message: 'Slow down.' })]).stream(),
          },
        }),
      },
    })
    const streamed = async () =>
      (await client.send(new ConverseStreamCommand({ modelId: 'm' }))).stream ?? nothing
    const [first] = await collectAsync(fromSdkStream('bedrock', streamed()))
    expect(first).toMatchObject({
      left: {
        code: 'http-error',
        status: 429,
        requestId: 'req_1',
        error: { code: 'ThrottlingException', message: 'Slow down.', retryable: true },
      },
    })
  })

  it('decodes what an SDK gives, and tells what is no event', async () => {
    const choice = { index: 0, delta: { content: 'a', toolCalls: null }, finishReason: null }
    const events = [42, { data: { id: 'x', model: 'm', choices: [choice] } }]
    const seen: unknown[] = []
    for await (const decoded of fromSdkStream('mistral', streamOf(events))) seen.push(decoded)
    expect(seen).toMatchObject([
      { left: { code: 'not-an-event', json: 42 } },
      { right: { event: { choices: [{ delta: { tool_calls: null }, finish_reason: null }] } } },
    ])
  })

  it('may be left unread, whatever becomes of it', async () => {
    const unread = fromSdkStream('openai', Promise.reject(new Error('401')))
    await new Promise((resolve) => setTimeout(resolve, 5)) // an unhandled rejection would end the run
    expect((await unread.next()).value).toMatchObject({
      left: { code: 'connection-lost', cause: 'Error: 401' },
    })
    await fromSdkStream('openai', Promise.reject(new Error('401'))).return?.()
  })

  it('ends at once when its reader stops while a read is under way, and aborts the SDK’s request', async () => {
    const controller = new AbortController()
    const stream = Object.assign(
      (async function* () {
        await new Promise(() => {})
        yield {}
      })(),
      { controller },
    )
    const chunks = fromSdkStream('openai', stream)
    void chunks.next()
    expect(await chunks.return?.()).toMatchObject({ done: true })
    expect(controller.signal.aborted).toBe(true)
  })

  it('tells an abort that the SDK ends in silence', async () => {
    const controller = new AbortController()
    const stream = Object.assign(
      (async function* () {
        yield { choices: [] }
        controller.abort()
      })(),
      { controller },
    )
    expect(await collectAsync(fromSdkStream('openai', stream))).toMatchObject([
      { _tag: 'Right' },
      { left: { code: 'aborted' } },
    ])
  })

  it.each<[Provider, Error]>([
    ['ollama', new Error('CUDA is out of memory')],
    ['openai', Object.assign(new Error('x'), { error: 'CUDA is out of memory' })],
  ])('tells what %s said in mid-stream, though it is but a text', async (provider, thrown) => {
    const stream = (async function* () {
      yield { choices: [] }
      throw thrown
    })()
    const [, told] = await collectAsync(fromSdkStream(provider, stream))
    const state = collectDecoded(initial(provider), told as Decoded)
    expect(state.head.phase).toMatchObject({
      type: 'failed',
      error: { code: 'provider-error', message: 'CUDA is out of memory' },
    })
  })

  it('throws at once for an unknown provider', () => {
    expect(() => fromSdkStream('nobody' as Provider, nothing)).toThrow(TypeError)
  })

  it('stops the SDK when its reader stops', async () => {
    let isStopped = false
    const stream = (async function* () {
      try {
        for (;;) yield { choices: [] }
      } finally {
        isStopped = true
      }
    })()
    for await (const decoded of fromSdkStream('openai', stream)) {
      expect(E.isRight(decoded)).toBe(true)
      break
    }
    expect(isStopped).toBe(true)
  })
})
