import type { CollectorState } from '../../src'
import { type Disagreement, disagreements } from './disagreements'
import { explain, type Reason } from './reasons'
import { readWithSdk } from './sdk'

/** One stream read by us and by the official SDK. */
export interface Comparison {
  readonly file: string
  readonly explained: readonly (Disagreement & { readonly reason: Reason })[]
  readonly unexplained: readonly Disagreement[]
}

/** @param bytes of server-sent events, which `ours` was folded from */
export const compareWithSdk = async (
  file: string,
  bytes: Uint8Array,
  ours: CollectorState,
): Promise<Comparison> => {
  const { events, result } = await readWithSdk(bytes)
  const evidence = { bytes: new TextDecoder().decode(bytes), events, sdk: result, ours }
  const found = disagreements(evidence).map((one) => ({ ...one, reason: explain(evidence, one) }))
  return {
    file,
    explained: found.flatMap(({ reason, ...one }) => (reason === undefined ? [] : [{ ...one, reason }])),
    unexplained: found.flatMap(({ reason, ...one }) => (reason === undefined ? [one] : [])),
  }
}
