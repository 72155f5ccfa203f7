// A tool turn in every dialect that the mock server speaks: asked, folded, answered with results, and asked again, over HTTP.
import * as E from 'fp-ts/Either'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversation, LlmResponse, Provider } from '../../src'
import { type ToolDefinition, toRequest } from '../../src/request'
import { readResponse } from '../../src/wire'
import { type Mock, startMock } from './mock'

let mock: Mock

beforeAll(async () => {
  mock = await startMock()
})

afterAll(() => {
  mock.stop()
})

const MODEL = 'gpt-4o'

const tools: readonly ToolDefinition[] = [
  {
    name: 'get_weather',
    description: 'The weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
]

const PATHS: { readonly [P in Provider]?: string } = {
  openai: '/v1/chat/completions',
  openrouter: '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
  google: `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
  'google-interactions': '/v1beta/interactions',
  bedrock: `/model/${MODEL}/converse-stream`,
  'bedrock-invoke': `/model/${MODEL}/invoke-with-response-stream`,
  ollama: '/api/chat',
  cohere: '/v2/chat',
}

const ask = async <P extends Provider>(provider: P, conversation: Conversation): Promise<LlmResponse> => {
  const body = toRequest(provider)(conversation, tools, { model: MODEL, maxOutputTokens: 100 })
  const answer = await fetch(mock.origin + PATHS[provider], {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer mock',
      'x-api-key': 'mock',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify(body),
  })
  const result = await readResponse(provider, answer)
  if (E.isLeft(result)) throw new Error(`${result.left.code}: ${result.left.message}`)
  return result.right
}

describe.each(Object.keys(PATHS) as readonly Provider[])('%s', (provider) => {
  it('goes on with a tool turn that was folded', async () => {
    const question = { role: 'user', content: 'weather in two cities' } as const
    const first = await ask(provider, [question])
    expect(first.toolCalls.map(({ name, input }) => [name, input])).toEqual([
      ['get_weather', E.right({ city: 'Paris', units: ['c', 'f'] })],
      ['get_weather', E.right({ city: 'Zürich' })],
    ])
    expect(first.finishReason.kind).toBe(provider === 'google' ? 'other' : 'tool-calls') // the mock's word, which Gemini has not
    const results = first.toolCalls.map(({ id }, n) => ({
      role: 'tool' as const,
      toolCallId: id,
      content: n === 0 ? 'rain' : 'sun',
    }))
    const second = await ask(provider, [question, first.message, ...results])
    expect(second.text).toBe('Rain in Paris, sun in Zürich.')
    expect(second.finishReason.kind).toBe('stop')
  })
})
