import type { Provider, Usage } from '../frames'
import type { Amount, PriceBook, Prices } from './prices'

/**
 * What is used of `calcPrice` of the package `@pydantic/genai-prices`, a dataset of list prices that is kept up to date.
 *
 * @see https://github.com/pydantic/genai-prices
 */
export type CalcPrice = (
  usage: { readonly input_tokens: number; readonly output_tokens: number },
  model: string,
  options: { readonly providerId: string },
) => { readonly model_price: GenaiPrices } | null

/** US dollars a million tokens; where they depend on the size of the request, by tiers. */
interface GenaiPrices {
  readonly [unit: string]: number | GenaiTiers | undefined
}

interface GenaiTiers {
  readonly base: number
  /** `start`: the input tokens from which on the price holds, for all tokens of the request. */
  readonly tiers: readonly { readonly start: number; readonly price: number }[]
}

/**
 * A book of the list prices in `@pydantic/genai-prices`, which the caller installs and hands over: its data finds the model and its prices of today, the
 * arithmetic is exact and ours.
 *
 * ```ts
 * import { calcPrice } from '@pydantic/genai-prices'
 * costOf(response, genaiPriceBook(calcPrice))
 * ```
 */
export const genaiPriceBook =
  (calcPrice: CalcPrice): PriceBook =>
  ({ provider, model, usage }) => {
    const providerId = GENAI_PROVIDERS[provider]
    if (providerId === undefined) return undefined
    const tokens = { input_tokens: usage.inputTokens ?? 0, output_tokens: usage.outputTokens ?? 0 }
    const found = calcPrice(tokens, model, { providerId })
    return found === null ? undefined : pricesOf(found.model_price, usage)
  }

/** Its names for those who bill. Who runs a model at home bills nobody. */
const GENAI_PROVIDERS: { readonly [P in Provider]: string | undefined } = {
  openai: 'openai',
  openrouter: 'openrouter',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  google: 'google',
  'google-interactions': 'google',
  bedrock: 'aws',
  'bedrock-invoke': 'aws',
  ollama: undefined,
  mistral: 'mistral',
  cohere: 'cohere',
}

/** Prices of input and output at least; a model that is billed by other units has none here. */
const pricesOf = (units: GenaiPrices, usage: Usage): Prices | undefined => {
  const priceOf = (unit: string): Amount | undefined => tierOf(units[unit], usage.inputTokens ?? 0)
  const input = priceOf('input_mtok')
  const output = priceOf('output_mtok')
  if (input === undefined || output === undefined) return undefined
  const cachedInput = priceOf('cache_read_mtok')
  const cacheWrite = priceOf('cache_write_mtok')
  const reasoning = priceOf('output_reasoning_mtok')
  return {
    currency: 'USD',
    input,
    output,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

const tierOf = (price: number | GenaiTiers | undefined, inputTokens: number): number | undefined =>
  typeof price === 'object'
    ? (price.tiers.findLast(({ start }) => inputTokens > start)?.price ?? price.base)
    : price
