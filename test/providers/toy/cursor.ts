import { emptyList, type List } from '../../../src/persistent'
import type { ProviderOptions } from '../../../src/providers'

export interface ToyCursor {
  readonly options: ProviderOptions
  /** How many parts there are. */
  readonly parts: number
  /** The text that is open, or -1. */
  readonly text: number
  /** The calls, by their parts: they end with the stream. */
  readonly calls: List<number>
}

export const initialCursor = (options: ProviderOptions): ToyCursor => ({
  options,
  parts: 0,
  text: -1,
  calls: emptyList,
})
