import type { Usage } from '../../frames'
import type { Json, JsonObject } from '../../json'

/**
 * Bedrock's counts in the neutral convention: `inputTokens` leaves out what was read from a cache or written to one, which is added;
 * `totalTokens` is as reported. Nova's own events and the service's `invocationMetrics` have names that end in `Count`.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
export const toUsage = (raw: JsonObject): Usage => {
  const count = (name: string): number | undefined =>
    numberIn(raw[`${name}Tokens`]) ?? numberIn(raw[`${name}TokenCount`])
  const cached = count('cacheReadInput')
  const written = count('cacheWriteInput')
  const fresh = count('input')
  const output = count('output')
  const input = fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0)
  const total = count('total') ?? (input === undefined || output === undefined ? undefined : input + output)
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(total !== undefined && { totalTokens: total }),
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(written !== undefined && { cacheWriteTokens: written }),
    raw,
  }
}

const numberIn = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined
