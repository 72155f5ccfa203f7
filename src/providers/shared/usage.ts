import type { Usage } from '../../frames'
import type { JsonObject } from '../../json'

/** The wire's names of the counts, for a wire that counts reasoning apart from the answer and cached tokens as input. */
export interface CountNames {
  readonly input: string
  readonly answer: string
  readonly reasoning: string
  readonly cached: string
  readonly total: string
}

/** Counts that leave reasoning out of the answer, in the neutral convention. The total is as reported, else the sum. */
export const usageOf = (raw: JsonObject, names: CountNames): Usage => {
  const count = (name: keyof CountNames): number | undefined => {
    const value = raw[names[name]]
    return typeof value === 'number' ? value : undefined
  }
  const input = count('input')
  const answer = count('answer')
  const reasoning = count('reasoning')
  const cached = count('cached')
  const output =
    answer === undefined && reasoning === undefined ? undefined : (answer ?? 0) + (reasoning ?? 0)
  const total = count('total') ?? (input === undefined || output === undefined ? undefined : input + output)
  const usage: { -readonly [K in keyof Usage]?: Usage[K] } = {} // assigned one by one: this may run at every event
  if (input !== undefined) usage.inputTokens = input
  if (output !== undefined) usage.outputTokens = output
  if (total !== undefined) usage.totalTokens = total
  if (cached !== undefined) usage.cachedInputTokens = cached
  if (reasoning !== undefined) usage.reasoningTokens = reasoning
  usage.raw = raw
  return usage as Usage // `raw`, the only field that must be there, is
}
