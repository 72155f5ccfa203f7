import { describe, expect, it } from 'vitest'
import { toUsage } from '../../../src/providers/bedrock/usage'

describe('usage of ConverseStream', () => {
  it('adds what the input leaves out', () => {
    const raw = {
      inputTokens: 10,
      outputTokens: 5,
      totalTokens: 315,
      cacheReadInputTokens: 200,
      cacheWriteInputTokens: 100,
    }
    expect(toUsage(raw)).toEqual({
      inputTokens: 310,
      outputTokens: 5,
      totalTokens: 315,
      cachedInputTokens: 200,
      cacheWriteTokens: 100,
      raw,
    })
  })

  it('knows the names of Nova’s own events, and adds up a total that is missing', () => {
    const raw = {
      inputTokens: 10,
      outputTokens: 5,
      cacheReadInputTokenCount: 3,
      cacheWriteInputTokenCount: 0,
    }
    expect(toUsage(raw)).toEqual({
      inputTokens: 13,
      outputTokens: 5,
      totalTokens: 18,
      cachedInputTokens: 3,
      cacheWriteTokens: 0,
      raw,
    })
  })

  it('claims nothing that was not said', () => {
    expect(toUsage({})).toEqual({ raw: {} })
    expect(toUsage({ inputTokens: '10', cacheReadInputTokens: 3 })).toEqual({
      cachedInputTokens: 3,
      raw: { inputTokens: '10', cacheReadInputTokens: 3 },
    })
  })
})
