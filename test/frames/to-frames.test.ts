import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { type AssistantMessage, type LlmResponse, toFrames } from '../../src'

const message = (...content: AssistantMessage['content']): AssistantMessage => ({
  role: 'assistant',
  content,
})

const end = { type: 'end', finishReason: { kind: 'unknown' } } as const

describe('the frames of a message', () => {
  it('are each part with its deltas and its complete, then the end', () => {
    const input = E.right({ a: 1 })
    const call = { id: 'c', name: 'f', arguments: '{"a":1}', input, kind: 'function' } as const
    expect(
      toFrames(
        message(
          { type: 'reasoning', content: ['a', ''], summary: ['b'], signature: 's' },
          { type: 'text', text: 'Hello' },
          { type: 'tool-call', ...call },
          { type: 'refusal', text: 'no' },
        ),
      ),
    ).toStrictEqual([
      { type: 'reasoning-delta', part: 0, kind: 'content', text: 'a' },
      { type: 'reasoning-delta', part: 0, kind: 'summary', text: 'b' },
      { type: 'reasoning-complete', part: 0, content: ['a', ''], summary: ['b'], signature: 's' },
      { type: 'text-delta', part: 1, text: 'Hello' },
      { type: 'text-complete', part: 1, text: 'Hello' },
      { type: 'tool-call-delta', part: 2, id: 'c', name: 'f', arguments: '{"a":1}' },
      { type: 'tool-call-complete', part: 2, ...call },
      { type: 'refusal-delta', part: 3, text: 'no' },
      { type: 'refusal-complete', part: 3, text: 'no' },
      end,
    ])
  })

  it('start with its provider, where that is known', () => {
    expect(toFrames({ ...message({ type: 'unknown', raw: 1 }), provider: 'cohere' })).toStrictEqual([
      { type: 'start', provider: 'cohere' },
      { type: 'part', part: 0, content: { type: 'unknown', raw: 1 } },
      end,
    ])
  })

  it('have no delta for an empty text, and tell the kind of a call that is no function', () => {
    const call = { id: '', name: 'f', arguments: 'x', input: E.right('x'), kind: 'custom' } as const
    expect(
      toFrames(
        message({ type: 'text', text: '' }, { type: 'refusal', text: '' }, { type: 'tool-call', ...call }),
      ),
    ).toStrictEqual([
      { type: 'text-complete', part: 0, text: '' },
      { type: 'refusal-complete', part: 1, text: '' },
      { type: 'tool-call-delta', part: 2, name: 'f', kind: 'custom', arguments: 'x' },
      { type: 'tool-call-complete', part: 2, ...call },
      end,
    ])
  })

  it('hold other parts whole, sound after its delta and citations after their text', () => {
    const cited = { type: 'text', text: 'a', citations: [{ url: 'u' }] } as const
    const sound = { type: 'audio', id: 'x', data: 'AA', transcript: 'hm' } as const
    const odd = { type: 'unknown', raw: 1 } as const
    expect(toFrames(message(cited, sound, odd))).toStrictEqual([
      { type: 'text-delta', part: 0, text: 'a' },
      { type: 'citation', part: 0, citation: { url: 'u' } },
      { ...cited, type: 'text-complete', part: 0 },
      { type: 'audio-delta', part: 1, id: 'x', data: 'AA', transcript: 'hm' },
      { type: 'part', part: 1, content: sound },
      { type: 'part', part: 2, content: odd },
      end,
    ])
  })
})

describe('the frames of a response', () => {
  it('hold all it says, every choice under its own number', () => {
    const stop = { kind: 'stop', raw: 'stop' } as const
    const usage = { inputTokens: 1, raw: { prompt_tokens: 1 } }
    const cost = { source: 'provider', currency: 'USD', totalCost: '0.1' } as const
    const issue = { code: 'finish-reason-repeated', message: 'why', count: 2 } as const
    const answer = (said: string) => ({
      message: { ...message({ type: 'text', text: said }), extra: { said } },
      text: said,
      toolCalls: [],
      finishReason: stop,
      logprobs: { content: [said] },
    })
    const response: LlmResponse = {
      provider: 'openai',
      id: 'r1',
      model: 'm1',
      ...answer('a'),
      usage,
      cost,
      alternatives: [{ choice: 2, ...answer('b') }],
      metadata: { region: 'eu' },
      issues: [issue],
    }
    expect(toFrames(response)).toStrictEqual([
      { type: 'start', provider: 'openai', id: 'r1', model: 'm1' },
      { type: 'text-delta', part: 0, text: 'a' },
      { type: 'text-complete', part: 0, text: 'a' },
      { type: 'metadata', scope: 'message', metadata: { said: 'a' } },
      { type: 'logprobs', content: ['a'], refusal: [], reasoning: [] },
      { type: 'text-delta', part: 1, choice: 2, text: 'b' },
      { type: 'text-complete', part: 1, choice: 2, text: 'b' },
      { type: 'metadata', scope: 'message', choice: 2, metadata: { said: 'b' } },
      { type: 'logprobs', choice: 2, content: ['b'], refusal: [], reasoning: [] },
      { type: 'metadata', scope: 'response', metadata: { region: 'eu' } },
      { type: 'issue', issue },
      { type: 'usage', usage, cost },
      {
        type: 'end',
        finishReason: stop,
        alternatives: [{ choice: 2, finishReason: stop }],
        id: 'r1',
        model: 'm1',
        usage,
        cost,
      },
    ])
  })
})
