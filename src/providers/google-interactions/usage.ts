import type { Usage } from '../../frames'
import type { JsonObject } from '../../json'
import { count, usageOf } from '../shared/usage'

/**
 * `total_output_tokens` leaves out the thoughts, which are output too; `total_input_tokens` holds the cached tokens already. Tokens of prompts
 * that the provider's own tools made stay in `raw` and in the total.
 *
 * @see https://ai.google.dev/api/interactions-api
 */
export const toUsage = (raw: JsonObject): Usage => {
  const answer = count(raw['total_output_tokens'])
  const thoughts = count(raw['total_thought_tokens'])
  return usageOf(raw, {
    input: count(raw['total_input_tokens']),
    output: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
    total: count(raw['total_tokens']),
    cached: count(raw['total_cached_tokens']),
    reasoning: thoughts,
  })
}
