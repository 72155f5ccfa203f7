import { describe, expect, it } from 'vitest'
import { toUsage } from '../../../src/providers/anthropic/usage'

describe('counts of the Messages API', () => {
  it('leave cached and cache-written tokens out of the input; they are added', () => {
    const raw = {
      input_tokens: 10,
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 30,
      output_tokens: 4,
      output_tokens_details: { thinking_tokens: 3 },
    }
    expect(toUsage(raw)).toEqual({
      inputTokens: 240,
      outputTokens: 4,
      totalTokens: 244,
      cachedInputTokens: 200,
      cacheWriteTokens: 30,
      reasoningTokens: 3,
      raw,
    })
  })

  it.each([
    [{}, {}],
    [{ input_tokens: 0 }, { inputTokens: 0 }],
    [{ output_tokens: 5 }, { outputTokens: 5 }],
    [{ cache_read_input_tokens: 7 }, { cachedInputTokens: 7 }],
    [{ input_tokens: '5', output_tokens: true, output_tokens_details: 3 }, {}],
  ])('that are missing are absent: %j', (raw, usage) => {
    expect(toUsage(raw)).toEqual({ ...usage, raw })
  })

  it('may be those of Bedrock’s metrics', () => {
    const raw = {
      inputTokenCount: 10,
      outputTokenCount: 4,
      cacheReadInputTokenCount: 2,
      invocationLatency: 869,
    }
    expect(toUsage(raw)).toEqual({
      inputTokens: 12,
      outputTokens: 4,
      totalTokens: 16,
      cachedInputTokens: 2,
      raw,
    })
  })
})
