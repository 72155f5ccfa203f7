import Big from 'big.js'
import type { Amount } from './prices'

export type Decimal = Big

export const ZERO: Decimal = new Big(0)
export const MILLIONTH: Decimal = new Big('0.000001')

/**
 * An amount as an exact decimal; a number as it prints.
 *
 * @throws TypeError for what is no decimal number, or below 0.
 */
export const amountOf = (amount: Amount): Decimal => {
  const value = read(amount)
  if (value === undefined || value.lt(0)) {
    throw new TypeError(`An amount is a decimal number, 0 or more; it is ${JSON.stringify(amount)}.`)
  }
  return value
}

/** Undefined for what is no decimal number. */
export const read = (amount: Amount): Decimal | undefined => {
  try {
    return new Big(amount)
  } catch {
    return undefined
  }
}

/** Its decimal text, without an exponent. */
export const plain = (value: Decimal): string => value.toFixed()
