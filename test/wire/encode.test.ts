import { describe, expect, it } from 'vitest'
import type { Chunk, Provider } from '../../src'
import { encodeRecording, encodeSse } from '../../src/wire'
import { chunkOf } from '../support/fold'

describe('encodeSse', () => {
  it('gives one event a chunk, and the end mark as it is', () => {
    expect(
      encodeSse([
        { provider: 'openai', event: { id: 'a\nb' } },
        { provider: 'openai', event: '[DONE]' },
      ]),
    ).toBe('data: {"id":"a\\nb"}\n\ndata: [DONE]\n\n')
  })

  it('gives nothing for nothing', () => {
    expect(encodeSse([])).toBe('')
  })
})

describe('encodeRecording', () => {
  const textOf = <P extends Provider>(provider: P, event: unknown): string =>
    new TextDecoder().decode(encodeRecording(provider, [chunkOf(provider, event) as Chunk<P>])) // of that provider

  it.each<[Provider, object, string]>([
    ['openai', { id: 'a' }, ''],
    ['openrouter', { id: 'a' }, ''],
    ['mistral', { id: 'a' }, ''],
    ['google', { candidates: [] }, ''],
    ['anthropic', { type: 'ping' }, 'event: ping\n'],
    ['openai-responses', { type: 'response.created' }, 'event: response.created\n'],
    ['cohere', { type: 'message-start' }, 'event: message-start\n'],
    ['google-interactions', { event_type: 'step.delta' }, 'event: step.delta\n'],
  ])('names the events of %s as its servers do', (provider, event, name) => {
    expect(textOf(provider, event)).toBe(`${name}data: ${JSON.stringify(event)}\n\n`)
  })

  it('gives Ollama a line an event', () => {
    expect(textOf('ollama', { done: true })).toBe('{"done":true}\n')
  })

  it('names no event whose type would break the line, nor the end mark', () => {
    const odd = { type: 'a\nb' } as unknown as { type: 'ping' } // a lie: what a server sends may be anything
    const chunks = [{ type: 'ping' }, odd, '[DONE]'] as const
    const bytes = encodeRecording(
      'anthropic',
      chunks.map((event) => ({ provider: 'anthropic', event: event === '[DONE]' ? event : { ...event } })),
    )
    expect(new TextDecoder().decode(bytes)).toBe(
      'event: ping\ndata: {"type":"ping"}\n\ndata: {"type":"a\\nb"}\n\ndata: [DONE]\n\n',
    )
  })
})
