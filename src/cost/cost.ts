import type { LlmResponse, Provider, Usage } from '../frames'
import { amountOf, type Decimal, MILLIONTH, plain } from './decimal'
import type { Amount, PriceBook, Prices } from './prices'

/** What one response cost, as exactly as that is known. Amounts are decimal text, never rounded. */
export type Cost = KnownCost | UnknownCost

export interface KnownCost extends Spent {
  /** `provider`: its own report. `prices`: its tokens at the prices given. */
  readonly source: 'provider' | 'prices'
  readonly currency: string
  readonly totalCost: string
  /** Absent where the provider reports the total alone. */
  readonly inputCost?: string
  readonly outputCost?: string
  /** What the tokens were counted at. */
  readonly prices?: Prices
}

export interface UnknownCost extends Spent {
  readonly source: 'unknown'
  /** `no-usage`: the counts of input or output are missing. `no-prices`: nobody gave any for this model. */
  readonly reason: 'no-usage' | 'no-prices'
}

/** Whose tokens they are, and how many, in the convention of {@link Usage}: cached ones are part of the input, reasoning is part of the output. */
export interface Spent extends Omit<Usage, 'raw'> {
  readonly provider: Provider
  readonly model?: string
}

/**
 * What a response cost: what the provider itself says, where it does, or else its tokens at the prices given. A count that is missing or a model
 * without prices is an unknown cost, never 0.
 *
 * ```ts
 * costOf(response, { currency: 'USD', input: 0.15, output: 0.6 })
 * // { source: 'prices', currency: 'USD', inputCost: '0.00015', outputCost: '0.00006', totalCost: '0.00021', … }
 * ```
 *
 * @throws TypeError for a price that is no decimal number, or below 0: the caller's mistake.
 */
export const costOf = (
  response: Pick<LlmResponse, 'provider' | 'model' | 'usage' | 'cost'>,
  prices?: Prices | PriceBook,
): Cost => {
  const { cost, usage } = response
  const spent = spentOf(response)
  if (cost !== undefined) return { ...spent, ...cost }
  if (usage?.inputTokens === undefined || usage.outputTokens === undefined) {
    return { ...spent, source: 'unknown', reason: 'no-usage' }
  }
  const found = typeof prices === 'function' ? prices({ ...asked(response), usage }) : prices
  return found === undefined
    ? { ...spent, source: 'unknown', reason: 'no-prices' }
    : { ...spent, ...priced(usage, found) }
}

const asked = ({ provider, model = '' }: Pick<LlmResponse, 'provider' | 'model'>) => ({ provider, model })

const spentOf = ({ provider, model, usage }: Pick<LlmResponse, 'provider' | 'model' | 'usage'>): Spent => {
  const { raw: _raw, ...tokens } = usage ?? { raw: {} }
  return { provider, ...(model !== undefined && { model }), ...tokens }
}

const priced = (usage: Usage, prices: Prices): Omit<KnownCost, keyof Spent> => {
  const inputCost = inputCostOf(usage, prices)
  const outputCost = outputCostOf(usage, prices)
  return {
    source: 'prices',
    currency: prices.currency,
    inputCost: plain(inputCost),
    outputCost: plain(outputCost),
    totalCost: plain(inputCost.plus(outputCost)),
    prices,
  }
}

/** A share that is reported larger than the whole is taken as all of it. */
const inputCostOf = (usage: Usage, prices: Prices): Decimal => {
  const [cached, rest] = split(usage.inputTokens, usage.cachedInputTokens)
  const [written, fresh] = split(rest, usage.cacheWriteTokens)
  return at(fresh, prices.input)
    .plus(at(cached, prices.cachedInput ?? prices.input))
    .plus(at(written, prices.cacheWrite ?? prices.input))
}

const outputCostOf = (usage: Usage, prices: Prices): Decimal => {
  const [reasoning, rest] = split(usage.outputTokens, usage.reasoningTokens)
  return at(rest, prices.output).plus(at(reasoning, prices.reasoning ?? prices.output))
}

/** A share of tokens, and the rest of them. Some servers report -1 for what they do not count. */
const split = (whole = 0, share = 0): readonly [share: number, rest: number] => {
  const all = Math.max(0, whole)
  const taken = Math.min(Math.max(0, share), all)
  return [taken, all - taken]
}

const at = (tokens: number, price: Amount): Decimal => amountOf(price).times(tokens).times(MILLIONTH)
