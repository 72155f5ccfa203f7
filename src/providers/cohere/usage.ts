import type { Usage } from '../../frames'
import { finiteNumber, isJsonObject, type JsonObject } from '../../json'

/**
 * Of the two sets of counts, `tokens` is what the model read and wrote, with cached and reasoning tokens in it; `billed_units` stands in where it is
 * missing.
 */
export const toUsage = (raw: JsonObject): Usage => {
  const { tokens, billed_units: billed } = raw
  const count = (name: string): number | undefined =>
    [tokens, billed].map((set) => (isJsonObject(set) ? finiteNumber(set[name]) : undefined)).find(isThere)
  const input = count('input_tokens')
  const output = count('output_tokens')
  const cached = finiteNumber(raw['cached_tokens'])
  const reasoning = count('reasoning_tokens')
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(input !== undefined && output !== undefined && { totalTokens: input + output }),
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
    raw,
  }
}

const isThere = (count: number | undefined): count is number => count !== undefined
