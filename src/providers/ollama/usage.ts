import type { Usage } from '../../frames'
import { finiteNumber, type JsonObject } from '../../json'

/** Ollama counts all of the prompt and all of the output, thinking included; a prompt that was cached whole may have no count. */
export const toUsage = (raw: JsonObject): Usage => {
  const input = finiteNumber(raw['prompt_eval_count'])
  const output = finiteNumber(raw['eval_count'])
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
    ...(input !== undefined && output !== undefined && { totalTokens: input + output }),
    raw,
  }
}
