import type { Usage } from '../../frames'
import { isJsonObject, type Json, type JsonObject } from '../../json'

/**
 * Counts of the Messages API in the neutral convention: on the wire `input_tokens` leaves out what was read from a cache or written to one, so that
 * both are added. Where a message has no counts at all, those of Amazon Bedrock's metrics stand in.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching#tracking-cache-performance
 */
export const toUsage = (raw: JsonObject): Usage => {
  const fresh = count(raw['input_tokens'])
  const cached = count(raw['cache_read_input_tokens']) ?? count(raw['cacheReadInputTokenCount'])
  const written = count(raw['cache_creation_input_tokens']) ?? count(raw['cacheWriteInputTokenCount'])
  const input = fresh === undefined ? count(raw['inputTokenCount']) : fresh + (cached ?? 0) + (written ?? 0)
  const output = count(raw['output_tokens']) ?? count(raw['outputTokenCount'])
  const details = raw['output_tokens_details']
  const reasoning = isJsonObject(details) ? count(details['thinking_tokens']) : undefined
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(input !== undefined && output !== undefined && { totalTokens: input + output }),
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(written !== undefined && { cacheWriteTokens: written }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
    raw,
  }
}

const count = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined)
