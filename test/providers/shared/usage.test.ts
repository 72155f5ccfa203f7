import { describe, expect, it } from 'vitest'
import { count, usageByNames, usageOf } from '../../../src/providers/shared/usage'

describe('count', () => {
  it.each([null, undefined, '7', true, [7], {}])('is none for %j', (value) => {
    expect(count(value)).toBeUndefined()
  })

  it('may be 0', () => {
    expect(count(0)).toBe(0)
  })
})

describe('usageOf', () => {
  const raw = { tokens: 1 }

  it('has what is known, and the sum where no total was reported', () => {
    expect(usageOf(raw, { input: 2, output: 0, cached: 1, written: 1, reasoning: 0 })).toStrictEqual({
      inputTokens: 2,
      outputTokens: 0,
      totalTokens: 2,
      cachedInputTokens: 1,
      cacheWriteTokens: 1,
      reasoningTokens: 0,
      raw,
    })
  })

  it('has the total as reported, also alone', () => {
    expect(usageOf(raw, { input: 2, output: 3, total: 9 }).totalTokens).toBe(9)
    expect(usageOf(raw, { input: undefined, output: undefined, total: 9 })).toStrictEqual({
      totalTokens: 9,
      raw,
    })
  })

  it.each([
    ['input', { input: 2, output: undefined }, { inputTokens: 2, raw }],
    ['output', { input: undefined, output: 3 }, { outputTokens: 3, raw }],
  ])('has no total where only the %s is known', (_, counts, usage) => {
    expect(usageOf(raw, counts)).toStrictEqual(usage)
  })
})

describe('usageByNames', () => {
  const names = { input: 'i', answer: 'a', reasoning: 'r', cached: 'c', total: 't' }

  it.each([
    ['the answer and the reasoning', { a: 3, r: 4 }, { outputTokens: 7, reasoningTokens: 4 }],
    ['the answer alone', { a: 3 }, { outputTokens: 3 }],
    ['the reasoning alone', { r: 4 }, { outputTokens: 4, reasoningTokens: 4 }],
    ['neither', { c: 1 }, { cachedInputTokens: 1 }],
  ])('takes for output %s', (_, raw, usage) => {
    expect(usageByNames(raw, names)).toStrictEqual({ ...usage, raw })
  })
})
