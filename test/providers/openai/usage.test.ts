import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Usage } from '../../../src'
import type { JsonObject } from '../../../src/data'
import { toCost, toUsage } from '../../../src/providers/openai/usage'
import { runs } from '../../support/runs'

describe('toUsage', () => {
  it('reads the counts of Chat Completions', () => {
    const raw: JsonObject = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 5, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 7 },
    }
    expect(toUsage(raw)).toStrictEqual({
      inputTokens: 100,
      outputTokens: 20,
      totalTokens: 120,
      cachedInputTokens: 30,
      cacheWriteTokens: 5,
      reasoningTokens: 7,
      raw,
    })
  })

  it('leaves out what was not reported, and does not make up zeroes', () => {
    expect(toUsage({})).toStrictEqual({ raw: {} })
    expect(toUsage({ prompt_tokens: 1 })).toStrictEqual({ inputTokens: 1, raw: { prompt_tokens: 1 } })
  })

  it('tells zero from nothing', () => {
    expect(toUsage({ prompt_tokens: 0, completion_tokens: 0 })).toMatchObject({
      inputTokens: 0,
      outputTokens: 0,
      totalTokens: 0,
    })
  })

  it.each<[string, JsonObject]>([
    ['text', { prompt_tokens: '5', completion_tokens: '6', total_tokens: '11' }],
    ['objects', { prompt_tokens: {}, completion_tokens: [], prompt_tokens_details: 3 }],
  ])('reads no count from %s', (_, raw) => {
    expect(toUsage(raw)).toStrictEqual({ raw })
  })

  it('adds up the total where none was reported', () => {
    expect(toUsage({ prompt_tokens: 3, completion_tokens: 4 }).totalTokens).toBe(7)
    expect(toUsage({ completion_tokens: 4 })).not.toHaveProperty('totalTokens')
  })

  it('keeps a total that is not the sum', () => {
    expect(toUsage({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 9 }).totalTokens).toBe(9)
  })

  it.each<[string, JsonObject, Partial<Usage>]>([
    [
      'the words of the Responses API',
      { input_tokens: 3, output_tokens: 4 },
      { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    ],
    [
      'the details of the Responses API',
      { input_tokens_details: { cached_tokens: 2 } },
      { cachedInputTokens: 2 },
    ],
    ['DeepSeek', { prompt_cache_hit_tokens: 2, prompt_cache_miss_tokens: 9 }, { cachedInputTokens: 2 }],
    [
      'Anthropic',
      { cache_read_input_tokens: 2, cache_creation_input_tokens: 3 },
      { cachedInputTokens: 2, cacheWriteTokens: 3 },
    ],
    ['Moonshot', { cached_tokens: 2 }, { cachedInputTokens: 2 }],
    ['a bare reasoning count', { reasoning_tokens: 5 }, { reasoningTokens: 5 }],
    [
      'reasoning in output details',
      { output_tokens_details: { reasoning_tokens: 5 } },
      { reasoningTokens: 5 },
    ],
  ])('knows the place of %s', (_, raw, usage) => {
    expect(toUsage(raw)).toStrictEqual({ ...usage, raw })
  })

  it('prefers the usual places', () => {
    const raw = {
      prompt_tokens: 1,
      input_tokens: 99,
      completion_tokens: 2,
      output_tokens: 99,
      prompt_tokens_details: { cached_tokens: 0 },
      prompt_cache_hit_tokens: 99,
      completion_tokens_details: { reasoning_tokens: 0 },
      reasoning_tokens: 99,
    }
    expect(toUsage(raw)).toMatchObject({
      inputTokens: 1,
      outputTokens: 2,
      cachedInputTokens: 0,
      reasoningTokens: 0,
    })
  })

  describe('reasoning beside the completion, as xAI counts', () => {
    const counted = (total: number | null, reasoning: number) =>
      toUsage({
        prompt_tokens: 702,
        completion_tokens: 17,
        total_tokens: total,
        completion_tokens_details: { reasoning_tokens: reasoning },
      })

    it('is added where the total says that it stands outside', () => {
      expect(counted(839, 120)).toMatchObject({ outputTokens: 137, totalTokens: 839, reasoningTokens: 120 })
      expect(counted(839, 120).raw['completion_tokens']).toBe(17)
    })

    it.each([719, 838, 840, null])('is not added where the total is %s', (total) => {
      expect(counted(total, 120)).toMatchObject({ outputTokens: 17, totalTokens: total ?? 719 })
    })

    it('is not added where it is nothing', () => {
      expect(counted(719, 0)).toMatchObject({ outputTokens: 17, reasoningTokens: 0 })
    })
  })

  describe('heard audio beside the prompt, as Mistral counts', () => {
    const counted = (total: number) =>
      toUsage({
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: total,
        prompt_tokens_details: { audio_tokens: 30 },
      })

    it('is added where the total says that it stands outside', () => {
      expect(counted(150)).toMatchObject({ inputTokens: 130, outputTokens: 20, totalTokens: 150 })
    })

    it.each([120, 149, 151])('is not added where the total is %s', (total) => {
      expect(counted(total)).toMatchObject({ inputTokens: 100, totalTokens: total })
    })
  })
})

describe('toCost', () => {
  it('is undefined where there is none', () => {
    for (const cost of [undefined, null, '', true, [], {}, { total_cost: null }]) {
      expect(toCost(cost === undefined ? {} : { cost })).toBeUndefined()
    }
  })

  it.each([
    [0, '0'],
    [0.00014, '0.00014'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-6, '0.000001'],
    [1e-7, '0.0000001'],
    [1.25e-7, '0.000000125'],
    [3e-21, '0.000000000000000000003'],
    [-1.5e-7, '-0.00000015'],
    [1e21, '1000000000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [1.2345678901234568e21, '1234567890123456800000'],
    [12, '12'],
  ])('writes %d as %s', (cost, totalCost) => {
    expect(toCost({ cost })).toStrictEqual({ source: 'provider', currency: 'USD', totalCost })
  })

  it('keeps decimal text to its last digit', () => {
    expect(toCost({ cost: '0.000123456789012345678900' })?.totalCost).toBe('0.000123456789012345678900')
  })

  it('reads an object of costs', () => {
    const cost = { input_tokens_cost: 1e-7, output_tokens_cost: '0.2', request_cost: 1, total_cost: 0.3 }
    expect(toCost({ cost })).toStrictEqual({
      source: 'provider',
      currency: 'USD',
      totalCost: '0.3',
      inputCost: '0.0000001',
      outputCost: '0.2',
    })
    expect(toCost({ cost: { input_tokens_cost: 1 } }), 'without a total').toBeUndefined()
  })

  it.prop([fc.double({ noNaN: true, noDefaultInfinity: true })], { numRuns: runs(500) })(
    'writes any number without an exponent, as exactly as it is',
    (cost) => {
      const { totalCost = '' } = toCost({ cost: cost + 0 }) ?? {}
      expect(totalCost).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Number(totalCost)).toBe(cost + 0)
    },
  )
})
