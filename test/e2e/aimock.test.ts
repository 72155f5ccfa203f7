// A mock of the providers' APIs, made by others, run as a process of its own and called over HTTP.
import * as E from 'fp-ts/Either'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readResponse } from '../../src/wire'
import { type Mock, startMock } from './mock'

let mock: Mock

beforeAll(async () => {
  mock = await startMock()
})

afterAll(() => {
  mock.stop()
})

const ask = (content: string): Promise<Response> =>
  fetch(`${mock.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer mock' },
    body: JSON.stringify({
      model: 'gpt-4o',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content }],
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
    }),
  })

describe('Chat Completions as a mock server streams them', () => {
  it('give the text, the finish reason and the usage', async () => {
    const response = await ask('say hello')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await readResponse('openai', response)).toMatchObject({
      right: {
        provider: 'openai',
        model: 'gpt-4o',
        text: 'Grüße from the mock: “hello” 😀!',
        toolCalls: [],
        finishReason: { kind: 'stop', raw: 'stop' },
        usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 },
        issues: [],
      },
    })
  })

  it('give the tool calls', async () => {
    expect(await readResponse('openai', await ask('weather in two cities'))).toMatchObject({
      right: {
        text: '',
        toolCalls: [
          { id: 'call_1', name: 'get_weather', input: E.right({ city: 'Paris', units: ['c', 'f'] }) },
          { id: 'call_2', name: 'get_weather', input: E.right({ city: 'Zürich' }) },
        ],
        finishReason: { kind: 'tool-calls', raw: 'tool_calls' },
        issues: [],
      },
    })
  })

  it('give the error of a refusal', async () => {
    expect(await readResponse('openai', await ask('too much'))).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'Rate limit reached',
        error: { status: 429, retryable: true },
        partial: { text: '' },
      },
    })
  })

  it('give the error of a request that the mock has no answer to', async () => {
    expect(await readResponse('openai', await ask('anything else'))).toMatchObject({
      left: {
        code: 'provider-error',
        message: 'Strict mode: no fixture matched',
        error: { status: 503, retryable: true },
      },
    })
  })
})
