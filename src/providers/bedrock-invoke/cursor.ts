import type { JsonObject } from '../../data'
import type { ProviderOptions } from '../options'
import type { Cursors } from '../provider'

/** The dialects that models speak inside chunks. */
export type InnerProvider = 'anthropic' | 'bedrock' | 'openai'

export interface InvokeCursor {
  readonly options: ProviderOptions
  /** The dialect of the first event that has one, and where its translator is. Null until then. */
  readonly inner: Inner<InnerProvider> | null
  /** The model's own events have counts. */
  readonly counted: boolean
  /** Counts that stand beside them. */
  readonly usage: JsonObject
}

export interface Inner<P extends InnerProvider> {
  readonly provider: P
  readonly cursor: Cursors[P]
}

export const initialCursor = (options: ProviderOptions): InvokeCursor => ({
  options,
  inner: null,
  counted: false,
  usage: {},
})
