// A tool turn in every dialect that the mock server speaks: asked, folded, answered with results, and asked again, over HTTP.
import * as E from 'fp-ts/Either'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversation, LlmResponse, Provider } from '../../src'
import type { ToolDefinition } from '../../src/request'
import { askModel, fetchModel } from '../../src/transport'
import { baseOf, type Mock, mocked, startMock } from './mock'

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

const ask = async (provider: Provider, conversation: Conversation): Promise<LlmResponse> => {
  const model = fetchModel({ provider, baseUrl: baseOf(mock, provider), apiKey: 'mock' })
  const settings = { model: MODEL, maxOutputTokens: 100 }
  const result = await askModel(model, { conversation, tools, settings })
  if (E.isLeft(result)) throw new Error(`${result.left.code}: ${result.left.message}`)
  return result.right
}

describe.each(mocked)('%s', (provider) => {
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
