import type { JsonObject } from '../../data'
import type { Usage } from '../../frames'
import { usageByNames } from '../shared/usage'

/**
 * `candidatesTokenCount` leaves out the thoughts, which are output too; `promptTokenCount` holds the cached tokens already. What the provider's own
 * tools gave the model to read (`toolUsePromptTokenCount`) stays in `raw` and in the total: it is no part of the prompt that was sent.
 *
 * @see https://ai.google.dev/api/generate-content#UsageMetadata
 */
export const toUsage = (raw: JsonObject): Usage => usageByNames(raw, NAMES)

const NAMES = {
  input: 'promptTokenCount',
  answer: 'candidatesTokenCount',
  reasoning: 'thoughtsTokenCount',
  cached: 'cachedContentTokenCount',
  total: 'totalTokenCount',
}
