import { fc, it as prop } from '@fast-check/vitest'
import { calcPrice } from '@pydantic/genai-prices'
import { describe, expect, it } from 'vitest'
import type { Usage } from '../../src'
import { aggregateCosts, type Cost, costOf, genaiPriceBook, type Prices, priceTable } from '../../src/cost'
import { runs } from '../support/runs'

const usd = (input: string | number, output: string | number, more: Partial<Prices> = {}): Prices => ({
  currency: 'USD',
  input,
  output,
  ...more,
})

const used = (inputTokens: number, outputTokens: number, more: Partial<Usage> = {}) => ({
  provider: 'openai' as const,
  model: 'gpt-4o-mini',
  usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, raw: {}, ...more },
})

describe('costOf', () => {
  it('counts tokens at prices by the million, and keeps what it counted', () => {
    expect(costOf(used(150_000, 75_000), usd('1.0', '3.0'))).toEqual({
      provider: 'openai',
      model: 'gpt-4o-mini',
      inputTokens: 150_000,
      outputTokens: 75_000,
      totalTokens: 225_000,
      source: 'prices',
      currency: 'USD',
      inputCost: '0.15',
      outputCost: '0.225',
      totalCost: '0.375',
      prices: usd('1.0', '3.0'),
    })
  })

  it.each<
    [
      string,
      ReturnType<typeof used>,
      Prices,
      Partial<Record<keyof Cost | 'inputCost' | 'outputCost' | 'totalCost', string>>,
    ]
  >([
    [
      'a price as a number, as it prints',
      used(1_000, 100),
      usd(0.15, 0.6),
      { inputCost: '0.00015', outputCost: '0.00006', totalCost: '0.00021' },
    ],
    ['a price with an exponent', used(1, 1), usd('2.5e-7', 1e-7), { totalCost: '0.00000000000035' }],
    [
      'fractions that binary numbers do not have',
      used(150_000, 0),
      usd('0.002', '0'),
      { inputCost: '0.0003' },
    ],
    ['many tokens', used(100_000_000, 0), usd('1.25', '0'), { totalCost: '125' }],
    ['no tokens', used(0, 0), usd('1.25', '10'), { totalCost: '0' }],
    [
      'cached input at its own price',
      used(100, 0, { cachedInputTokens: 30 }),
      usd('1', '2', { cachedInput: '0.25' }),
      { inputCost: '0.0000775' },
    ],
    [
      'cached input at the full price where it has none',
      used(100, 0, { cachedInputTokens: 30 }),
      usd('1', '2'),
      { inputCost: '0.0001' },
    ],
    [
      'more cached input than input as all of it',
      used(100, 0, { cachedInputTokens: 150 }),
      usd('1', '2', { cachedInput: '0.25' }),
      { inputCost: '0.000025' },
    ],
    [
      'a million tokens with a fifth of them cached',
      used(1_000_000, 1_000_000, { cachedInputTokens: 200_000 }),
      usd('0.15', '0.30', { cachedInput: '0.05' }),
      { inputCost: '0.13', totalCost: '0.43' },
    ],
    [
      'input written to the cache at its own price',
      used(1_000, 0, { cachedInputTokens: 200, cacheWriteTokens: 300 }),
      usd('1', '5', { cachedInput: '0.1', cacheWrite: '1.25' }),
      { inputCost: '0.000895' },
    ],
    [
      'input written to the cache at the full price where it has none',
      used(1_000, 0, { cacheWriteTokens: 300 }),
      usd('1', '5'),
      { inputCost: '0.001' },
    ],
    [
      'reasoning as output',
      used(0, 1_000_000, { reasoningTokens: 400_000 }),
      usd('1', '10'),
      { outputCost: '10' },
    ],
    [
      'reasoning at its own price',
      used(0, 1_000_000, { reasoningTokens: 400_000 }),
      usd('1', '10', { reasoning: '3' }),
      { outputCost: '7.2' },
    ],
    [
      'counts below 0, which mean that nobody counted, as 0',
      used(-1, 10, { cachedInputTokens: -1 }),
      usd('1', '1'),
      { inputCost: '0', totalCost: '0.00001' },
    ],
  ])('takes %s', (_, response, prices, expected) => {
    expect(costOf(response, prices)).toMatchObject(expected)
  })

  it('believes the provider about its own price, and counts nothing then', () => {
    const cost = { source: 'provider', currency: 'USD', totalCost: '0.0042' } as const
    expect(costOf({ ...used(150, 75), cost }, usd('1', '3'))).toEqual({
      provider: 'openai',
      model: 'gpt-4o-mini',
      inputTokens: 150,
      outputTokens: 75,
      totalTokens: 225,
      ...cost,
    })
  })

  it('is unknown without prices, without counts, and for a model that the book does not have', () => {
    expect(costOf(used(150, 75))).toMatchObject({ source: 'unknown', reason: 'no-prices', inputTokens: 150 })
    expect(costOf(used(150, 75), () => undefined)).toMatchObject({ source: 'unknown', reason: 'no-prices' })
    expect(costOf({ provider: 'ollama' }, usd('1', '3'))).toEqual({
      provider: 'ollama',
      source: 'unknown',
      reason: 'no-usage',
    })
    const half = { provider: 'openai', usage: { inputTokens: 5, raw: {} } } as const
    expect(costOf(half, usd('1', '3'))).toMatchObject({
      source: 'unknown',
      reason: 'no-usage',
      inputTokens: 5,
    })
  })

  it.each(['a dollar', '', '-1', Number.NaN, Number.POSITIVE_INFINITY, -0.5])(
    'throws for the price %s',
    (price) => {
      expect(() => costOf(used(1, 1), usd(price, '1'))).toThrow(TypeError)
      expect(() => costOf(used(1, 1), usd('1', price))).toThrow('An amount is a decimal number, 0 or more')
    },
  )

  it('asks a book with the provider, the model and the counts', () => {
    const asked: unknown[] = []
    costOf(used(150, 75), (query) => {
      asked.push(query)
      return undefined
    })
    expect(asked).toEqual([used(150, 75)])
  })

  prop.prop([fc.nat(1e9), fc.nat(1e9), fc.nat(1e6), fc.nat(1e6)], { numRuns: runs() })(
    'is exact: the sums of whole billionths',
    (inputTokens, outputTokens, input, output) => {
      const cost = costOf(used(inputTokens, outputTokens), usd(thousandths(input), thousandths(output)))
      const billionths = BigInt(inputTokens) * BigInt(input) + BigInt(outputTokens) * BigInt(output)
      expect(cost).toMatchObject({ totalCost: decimalOf(billionths, 9) })
    },
  )
})

const thousandths = (count: number): string => decimalOf(BigInt(count), 3)

/** A whole number of parts of a power of ten as decimal text. */
const decimalOf = (count: bigint, places: number): string => {
  const digits = count.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return digits.slice(0, -places) + (fraction === '' ? '' : `.${fraction}`)
}

describe('priceTable', () => {
  const book = priceTable({
    'gpt-4o': usd('2.5', '10'),
    'gpt-4o-2024-05-13': usd('5', '15'),
    'anthropic.claude-sonnet-4': usd('3', '15'),
    'eu.anthropic.claude-haiku-4': usd('1.1', '5.5'),
    'anthropic.claude-haiku-4': usd('1', '5'),
  })
  const inputOf = (model: string) => book({ ...used(0, 0), model })?.input

  it.each([
    ['gpt-4o', '2.5'],
    ['gpt-4o-2024-05-13', '5'],
    ['gpt-4o-2024-08-06', '2.5'],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', '3'],
    ['global.anthropic.claude-sonnet-4', '3'],
    ['eu.anthropic.claude-haiku-4-20251001-v1:0', '1.1'],
    ['apac.anthropic.claude-haiku-4', '1'],
    ['gpt-4o-mini', undefined],
    ['user.gpt-4o', undefined],
    ['', undefined],
    ['toString', undefined],
  ])('of %s has the input price %s', (model, price) => {
    expect(inputOf(model)).toBe(price)
  })
})

describe('genaiPriceBook', () => {
  const book = genaiPriceBook(calcPrice)
  const ask = (provider: Parameters<typeof book>[0]['provider'], model: string, inputTokens = 1_000) =>
    book({ provider, model, usage: { inputTokens, outputTokens: 100, raw: {} } })

  it('has the list prices of the dataset, for every dialect that is billed', () => {
    const models = {
      openai: 'gpt-4o-mini-2024-07-18',
      'openai-responses': 'gpt-4o-mini',
      openrouter: 'openai/gpt-4o-mini',
      anthropic: 'claude-sonnet-4-5-20250929',
      google: 'gemini-2.5-pro',
      'google-interactions': 'gemini-2.5-pro',
      bedrock: 'eu.anthropic.claude-sonnet-4-20250514-v1:0',
      'bedrock-invoke': 'eu.anthropic.claude-sonnet-4-20250514-v1:0',
      mistral: 'mistral-large-latest',
      cohere: 'command-r-plus',
    } as const
    for (const [provider, model] of Object.entries(models)) {
      const found = ask(provider as keyof typeof models, model) // a key of the object
      expect(found, model).toMatchObject({
        currency: 'USD',
        input: expect.any(Number),
        output: expect.any(Number),
      })
    }
  })

  it('has the prices of the tier that the request is in', () => {
    const [small, large] = [
      ask('google', 'gemini-2.5-pro', 200_000),
      ask('google', 'gemini-2.5-pro', 200_001),
    ]
    expect(Number(large?.input)).toBeGreaterThan(Number(small?.input))
    expect(Number(large?.cachedInput)).toBeGreaterThan(Number(small?.cachedInput))
  })

  it('comes to what the dataset itself counts, without its rounding errors', () => {
    for (const inputTokens of [0, 1_000, 200_000, 200_001, 300_000]) {
      const theirs = calcPrice({ input_tokens: inputTokens, output_tokens: 100 }, 'gemini-2.5-pro', {
        providerId: 'google',
      })
      const response = { ...used(inputTokens, 100), provider: 'google', model: 'gemini-2.5-pro' } as const
      const ours = costOf(response, book)
      expect(ours.source === 'prices' && Number(ours.totalCost)).toBeCloseTo(
        theirs?.total_price ?? Number.NaN,
        12,
      )
    }
  })

  it('has none for models it does not know, for those who bill nobody, and for models of other units', () => {
    expect(ask('openai', 'nothing-of-the-kind')).toBeUndefined()
    expect(ask('ollama', 'gpt-4o')).toBeUndefined()
    const byImage = genaiPriceBook(() => ({ model_price: { output_image_mtok: 30 } }))
    expect(byImage({ provider: 'openai', model: 'm', usage: { raw: {} } })).toBeUndefined()
  })

  it('passes on every price that we count', () => {
    const all = genaiPriceBook(() => ({
      model_price: {
        input_mtok: 1,
        output_mtok: 2,
        cache_read_mtok: 3,
        cache_write_mtok: 4,
        output_reasoning_mtok: 5,
      },
    }))
    expect(all({ provider: 'openai', model: 'm', usage: { raw: {} } })).toEqual(
      usd(1, 2, { cachedInput: 3, cacheWrite: 4, reasoning: 5 }),
    )
  })
})

describe('aggregateCosts', () => {
  it('of none is none', () => {
    expect(aggregateCosts([])).toBeUndefined()
  })

  it('sums counts and money exactly, under the name of the first', () => {
    const first = costOf(used(10, 3, { cachedInputTokens: 4 }), usd('10000', '0'))
    const second = costOf({ ...used(20, 10), model: 'gpt-4o' }, usd('10000', '0'))
    expect(aggregateCosts([first, second])).toEqual({
      provider: 'openai',
      model: 'gpt-4o-mini',
      count: 2,
      unknown: 0,
      inputTokens: 30,
      outputTokens: 13,
      totalTokens: 43,
      cachedInputTokens: 4,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
      currency: 'USD',
      inputCost: '0.3',
      outputCost: '0',
      totalCost: '0.3',
    })
  })

  it('counts what is unknown, and takes it for nothing else', () => {
    const unknown = costOf(used(5, 5))
    expect(aggregateCosts([unknown, costOf(used(1_000_000, 0), usd('1', '1')), unknown])).toMatchObject({
      count: 3,
      unknown: 2,
      inputTokens: 1_000_010,
      currency: 'USD',
      totalCost: '1',
    })
    const none = aggregateCosts([unknown])
    expect(none).toMatchObject({ count: 1, unknown: 1 })
    expect(none).not.toHaveProperty('totalCost')
    expect(none).not.toHaveProperty('currency')
  })

  it('never adds one currency to another', () => {
    const million = used(1_000_000, 0)
    const euros = costOf(million, { ...usd('2', '0'), currency: 'EUR' })
    expect(aggregateCosts([costOf(million, usd('1', '0')), euros, euros])).toMatchObject({
      currency: 'USD',
      totalCost: '1',
      others: [{ currency: 'EUR', count: 2, totalCost: '4' }],
    })
  })

  it('sums input and output of those who tell them apart, and the total of all', () => {
    const cost = { source: 'provider', currency: 'USD', totalCost: '0.5' } as const
    const reported = costOf({ ...used(1, 1), cost })
    const odd = costOf({ ...used(1, 1), cost: { ...cost, totalCost: 'free' } })
    expect(aggregateCosts([reported, costOf(used(1_000_000, 0), usd('1', '0')), odd])).toMatchObject({
      totalCost: '1.5',
      inputCost: '1',
      outputCost: '0',
    })
    expect(aggregateCosts([reported])).not.toHaveProperty('inputCost')
  })
})
