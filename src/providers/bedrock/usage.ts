import type { JsonObject } from '../../data'
import type { Usage } from '../../frames'
import { count, usageOf } from '../shared/usage'

/**
 * Bedrock's counts in the neutral convention: what was read from a cache or written to one stands beside the input and is added; the total is as
 * reported. Names that end in `TokenCount` are those of Nova's own events and of the service's `invocationMetrics`, the others those of
 * Titan and of Llama; a model's own count stands before the service's.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
export const toUsage = (raw: JsonObject): Usage => {
  const first = (...names: readonly string[]): number | undefined =>
    names.map((name) => count(raw[name])).find((found) => found !== undefined)
  const input = first('inputTokens', 'inputTextTokenCount', 'prompt_token_count', 'inputTokenCount')
  const cached = first('cacheReadInputTokens', 'cacheReadInputTokenCount')
  const written = first('cacheWriteInputTokens', 'cacheWriteInputTokenCount')
  return usageOf(raw, {
    input: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    output: first('outputTokens', 'totalOutputTextTokenCount', 'generation_token_count', 'outputTokenCount'),
    total: first('totalTokens'),
    cached,
    written,
  })
}
