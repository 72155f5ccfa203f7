import { isJsonObject, type Json, type JsonObject } from '../../data'
import type { CostInfo, Usage } from '../../frames'
import { count, usageOf } from '../shared/usage'

/**
 * Chat Completions counts in the neutral convention. `prompt_tokens` holds cached tokens and `completion_tokens` holds reasoning tokens
 * already, with two exceptions, told by their total: where it is the sum of prompt, completion and reasoning, as xAI counts, reasoning stands
 * outside and is added; where it is that of prompt, completion and heard audio, as Mistral counts, so is the audio.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export const toUsage = (raw: JsonObject): Usage => {
  const prompt = count(raw['prompt_tokens']) ?? count(raw['input_tokens'])
  const completion = count(raw['completion_tokens']) ?? count(raw['output_tokens'])
  const reportedTotal = count(raw['total_tokens'])
  const inputDetails = objectOf(raw['prompt_tokens_details']) ?? objectOf(raw['input_tokens_details'])
  const outputDetails = objectOf(raw['completion_tokens_details']) ?? objectOf(raw['output_tokens_details'])
  const reasoning = count(outputDetails?.['reasoning_tokens']) ?? count(raw['reasoning_tokens'])
  const cached =
    count(inputDetails?.['cached_tokens']) ??
    count(raw['prompt_cache_hit_tokens']) ??
    count(raw['cache_read_input_tokens']) ??
    count(raw['cached_tokens'])
  const written = count(inputDetails?.['cache_write_tokens']) ?? count(raw['cache_creation_input_tokens'])
  const apart =
    reasoning !== undefined &&
    reasoning > 0 &&
    prompt !== undefined &&
    completion !== undefined &&
    reportedTotal === prompt + completion + reasoning
  const output = apart ? completion + reasoning : completion
  const audio = count(inputDetails?.['audio_tokens'])
  const heard =
    audio !== undefined &&
    prompt !== undefined &&
    completion !== undefined &&
    reportedTotal === prompt + completion + audio
  const input = heard ? prompt + audio : prompt
  return usageOf(raw, { input, output, total: reportedTotal, cached, written, reasoning })
}

/**
 * The price that the provider itself puts on the response: `usage.cost` in US dollars (OpenRouter, Vercel's gateway), or an object of
 * costs (Perplexity).
 *
 * @see https://openrouter.ai/docs/use-cases/usage-accounting
 * @see https://docs.perplexity.ai/api-reference/chat-completions-post
 */
export const toCost = (raw: JsonObject): CostInfo | undefined => {
  const cost = raw['cost']
  const total = isJsonObject(cost) ? amount(cost['total_cost']) : amount(cost)
  if (total === undefined) return undefined
  const input = isJsonObject(cost) ? amount(cost['input_tokens_cost']) : undefined
  const output = isJsonObject(cost) ? amount(cost['output_tokens_cost']) : undefined
  return {
    source: 'provider',
    currency: 'USD',
    totalCost: total,
    ...(input !== undefined && { inputCost: input }),
    ...(output !== undefined && { outputCost: output }),
  }
}

/** Decimal text of a number as JSON has it, without the exponent that JavaScript writes from 1e-7 down and from 1e21 up. */
const amount = (value: Json | undefined): string | undefined => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const [all, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (all === undefined) return undefined
  if (exponent === '') return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}${point < digits.length ? `.${digits.slice(point)}` : ''}`
}

const objectOf = (value: Json | undefined): JsonObject | undefined =>
  isJsonObject(value) ? value : undefined
