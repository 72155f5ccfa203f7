import type { Usage } from '../../frames'
import type { JsonObject } from '../../json'
import { count, usageOf } from '../shared/usage'

/**
 * `candidatesTokenCount` leaves out the thoughts, which are output too; `promptTokenCount` holds the cached tokens already. Tokens of prompts that
 * the provider's own tools made (`toolUsePromptTokenCount`) stay in `raw` and in the total: they are no part of the prompt that was sent.
 *
 * @see https://ai.google.dev/api/generate-content#UsageMetadata
 */
export const toUsage = (raw: JsonObject): Usage => {
  const answer = count(raw['candidatesTokenCount'])
  const thoughts = count(raw['thoughtsTokenCount'])
  return usageOf(raw, {
    input: count(raw['promptTokenCount']),
    output: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
    total: count(raw['totalTokenCount']),
    cached: count(raw['cachedContentTokenCount']),
    reasoning: thoughts,
  })
}
