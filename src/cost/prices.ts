import type { Provider, Usage } from '../frames'

/**
 * What a model's tokens cost, by the million. An amount is decimal text, or a number, which is taken as it prints: `0.15` is fifteen hundredths exactly.
 */
export interface Prices {
  /** By its ISO 4217 code, such as `USD`. */
  readonly currency: string
  readonly input: Amount
  readonly output: Amount
  /** Of input that was read from a cache; absent: the price of other input. */
  readonly cachedInput?: Amount
  /** Of input that was written to a cache; absent: the price of other input. */
  readonly cacheWrite?: Amount
  /** Of output that was reasoning; absent: the price of other output. */
  readonly reasoning?: Amount
}

export type Amount = string | number

/** What one asks a price book. */
export interface PriceQuery {
  readonly provider: Provider
  readonly model: string
  /** For books in which the price depends on the size of the request. */
  readonly usage: Usage
}

/** Gives the prices of a model; undefined where they are not known. */
export type PriceBook = (query: PriceQuery) => Prices | undefined

/** Prices by the model's name. */
export interface PriceTable {
  readonly [model: string]: Prices
}

/**
 * A book made of a table. A model that is not in it by its own name is looked for without the region before it (`eu.`, `us.`, `apac.`, `global.`, …), and without the
 * date or version behind it: `gpt-4o-2024-08-06` has the prices of `gpt-4o` if it has none itself.
 */
export const priceTable =
  (table: PriceTable): PriceBook =>
  ({ model }) =>
    namesOf(model)
      .filter((name) => Object.hasOwn(table, name))
      .map((name) => table[name])[0]

/** A model's name as it is, then ever less of it. */
const namesOf = (model: string): readonly string[] => {
  const local = model.replace(REGION, '')
  return [model, local, model.replace(DATE, ''), local.replace(DATE, '')]
}

/** @see https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html */
const REGION = /^(?:us-gov|us|eu|apac|ap|au|ca|jp|global)\./

/** `-2024-08-06` of OpenAI, `-20250514` of Anthropic, with Bedrock's `-v1:0` behind it. */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8})(?:-v\d+(?::\d+)?)?$/
