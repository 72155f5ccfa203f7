import { describe, expect, it } from 'vitest'
import { encodeRecording, encodeSse } from '../../src/wire'

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
  it('names the events of the Messages API, where its readers look for their type', () => {
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
