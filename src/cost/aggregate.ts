import type { Cost, KnownCost } from './cost'
import { type Decimal, plain, read, ZERO } from './decimal'

/** Sums of the counts that were reported. */
export interface TotalUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly totalTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
}

/** What several responses cost together. */
export interface TotalCost extends TotalUsage {
  /** Of the first. */
  readonly provider: Cost['provider']
  readonly model?: string
  /** How many responses it is the sum of, those of unknown cost among them. */
  readonly count: number
  /** How many have no known cost, and are in none of the sums of money. */
  readonly unknown: number
  /** Of the first whose cost is known; the sums below are in it. Absent where none is. */
  readonly currency?: string
  readonly totalCost?: string
  /** Of those who tell them apart. */
  readonly inputCost?: string
  readonly outputCost?: string
  /** Sums in other currencies, which nothing here can add to the first. */
  readonly others?: readonly CurrencySum[]
}

export interface CurrencySum {
  readonly currency: string
  readonly count: number
  readonly totalCost: string
}

/**
 * The costs of a run's responses in one: what each turn of an agent cost, summed. Undefined for none at all. What is unknown is counted as unknown, not as
 * 0, and money of another currency than the first is summed on its own.
 */
export const aggregateCosts = (costs: readonly Cost[]): TotalCost | undefined => {
  const [first] = costs
  if (first === undefined) return undefined
  const known = costs.filter((cost): cost is KnownCost => cost.source !== 'unknown')
  const [currency, ...others] = [...new Set(known.map((cost) => cost.currency))]
  const inCurrency = (one: string): readonly KnownCost[] => known.filter((cost) => cost.currency === one)
  return {
    provider: first.provider,
    ...(first.model !== undefined && { model: first.model }),
    count: costs.length,
    unknown: costs.length - known.length,
    ...totalUsage(costs),
    ...(currency !== undefined && { currency, ...moneyOf(inCurrency(currency)) }),
    ...(others.length > 0 && { others: others.map((other) => currencySum(other, inCurrency(other))) }),
  }
}

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const

/** The tokens of several responses: 0 for what nobody reported. */
export const totalUsage = (costs: readonly Cost[]): TotalUsage =>
  Object.fromEntries(
    COUNTS.map((count) => [count, costs.reduce((sum, cost) => sum + (cost[count] ?? 0), 0)]),
  ) as unknown as TotalUsage // one entry a count

const currencySum = (currency: string, costs: readonly KnownCost[]): CurrencySum => ({
  currency,
  count: costs.length,
  totalCost: plain(sumOf(costs.map((cost) => cost.totalCost))),
})

const moneyOf = (costs: readonly KnownCost[]): Pick<TotalCost, 'totalCost' | 'inputCost' | 'outputCost'> => {
  const inputs = costs.flatMap(({ inputCost }) => inputCost ?? [])
  const outputs = costs.flatMap(({ outputCost }) => outputCost ?? [])
  return {
    totalCost: plain(sumOf(costs.map((cost) => cost.totalCost))),
    ...(inputs.length > 0 && { inputCost: plain(sumOf(inputs)) }),
    ...(outputs.length > 0 && { outputCost: plain(sumOf(outputs)) }),
  }
}

/** What a provider reports that is no number adds nothing. */
const sumOf = (amounts: readonly string[]): Decimal =>
  amounts.reduce((sum, amount) => sum.plus(read(amount) ?? ZERO), ZERO)
