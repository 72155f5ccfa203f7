import { isJsonObject, type JsonObject } from '../../data'
import type { Usage } from '../../frames'
import { count, usageOf } from '../shared/usage'

/**
 * Counts of the Messages API in the neutral convention: on the wire the input leaves out what was read from a cache or written to one, so that
 * both are added. The second names are those of Amazon Bedrock's metrics, which stand in where a message has no counts.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching#tracking-cache-performance
 */
export const toUsage = (raw: JsonObject): Usage => {
  const fresh = count(raw['input_tokens'] ?? raw['inputTokenCount'])
  const cached = count(raw['cache_read_input_tokens'] ?? raw['cacheReadInputTokenCount'])
  const written = count(raw['cache_creation_input_tokens'] ?? raw['cacheWriteInputTokenCount'])
  const details = raw['output_tokens_details']
  return usageOf(raw, {
    input: fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    output: count(raw['output_tokens'] ?? raw['outputTokenCount']),
    cached,
    written,
    reasoning: isJsonObject(details) ? count(details['thinking_tokens']) : undefined,
  })
}
