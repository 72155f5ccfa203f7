import type { Usage } from '../../frames'
import type { JsonObject } from '../../json'
import { count, usageOf } from '../shared/usage'

/**
 * Bedrock's counts in the neutral convention: what was read from a cache or written to one stands beside `inputTokens` and is added;
 * `totalTokens` is as reported. In Nova's own events and in the service's `invocationMetrics` names end in `TokenCount`.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
export const toUsage = (raw: JsonObject): Usage => {
  const counted = (name: string): number | undefined =>
    count(raw[`${name}Tokens`]) ?? count(raw[`${name}TokenCount`])
  const fresh = counted('input')
  const cached = counted('cacheReadInput')
  const written = counted('cacheWriteInput')
  return usageOf(raw, {
    input: fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    output: counted('output'),
    total: counted('total'),
    cached,
    written,
  })
}
