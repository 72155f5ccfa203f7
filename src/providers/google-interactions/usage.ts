import type { JsonObject } from '../../data'
import type { Usage } from '../../frames'
import { usageByNames } from '../shared/usage'

/**
 * `total_output_tokens` leaves out the thoughts, which are output too; `total_input_tokens` holds the cached tokens already. What the provider's
 * own tools gave the model to read (`total_tool_use_tokens`) stays in `raw` and in the total.
 *
 * @see https://ai.google.dev/api/interactions-api
 */
export const toUsage = (raw: JsonObject): Usage => usageByNames(raw, NAMES)

const NAMES = {
  input: 'total_input_tokens',
  answer: 'total_output_tokens',
  reasoning: 'total_thought_tokens',
  cached: 'total_cached_tokens',
  total: 'total_tokens',
}
