export { aggregateCosts, type CurrencySum, type TotalCost, type TotalUsage, totalUsage } from './aggregate'
export { type Cost, costOf, type KnownCost, type Spent, type UnknownCost } from './cost'
export { type CalcPrice, genaiPriceBook } from './genai-prices'
export {
  type Amount,
  type PriceBook,
  type PriceQuery,
  type Prices,
  type PriceTable,
  priceTable,
} from './prices'
