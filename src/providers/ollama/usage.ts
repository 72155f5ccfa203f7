import type { JsonObject } from '../../data'
import type { Usage } from '../../frames'
import { count, usageOf } from '../shared/usage'

/** Ollama counts all of the prompt and all of the output, thinking included; a prompt that was cached whole may have no count. */
export const toUsage = (raw: JsonObject): Usage =>
  usageOf(raw, { input: count(raw['prompt_eval_count']), output: count(raw['eval_count']) })
