import { isJsonObject, type JsonObject } from '../../data'
import type { Usage } from '../../frames'
import { count, usageOf } from '../shared/usage'

/**
 * Of the two sets of counts, `tokens` is what the model read and wrote, with cached and reasoning tokens in it; `billed_units` stands in where it is
 * missing.
 */
export const toUsage = (raw: JsonObject): Usage => {
  const [tokens, billed] = [raw['tokens'], raw['billed_units']].map((set) => (isJsonObject(set) ? set : {}))
  const either = (name: string): number | undefined => count(tokens?.[name]) ?? count(billed?.[name])
  return usageOf(raw, {
    input: either('input_tokens'),
    output: either('output_tokens'),
    cached: count(raw['cached_tokens']),
    reasoning: either('reasoning_tokens'),
  })
}
