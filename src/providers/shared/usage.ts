import type { Json, JsonObject } from '../../data'
import type { Usage } from '../../frames'

/** Counts in the neutral convention, those that are known. */
interface Counts {
  readonly input: number | undefined
  readonly output: number | undefined
  /** As reported; else the total is the sum of the two above. */
  readonly total?: number | undefined
  readonly cached?: number | undefined
  readonly written?: number | undefined
  readonly reasoning?: number | undefined
}

export const count = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

/** Fields are assigned one by one: this may run at every event. */
export const usageOf = (
  raw: JsonObject,
  { input, output, total, cached, written, reasoning }: Counts,
): Usage => {
  const usage: { -readonly [K in keyof Usage]?: Usage[K] } = {}
  const sum = total ?? (input === undefined || output === undefined ? undefined : input + output)
  if (input !== undefined) usage.inputTokens = input
  if (output !== undefined) usage.outputTokens = output
  if (sum !== undefined) usage.totalTokens = sum
  if (cached !== undefined) usage.cachedInputTokens = cached
  if (written !== undefined) usage.cacheWriteTokens = written
  if (reasoning !== undefined) usage.reasoningTokens = reasoning
  usage.raw = raw
  return usage as Usage // `raw`, the only field that must be there, is
}

/** The wire's names of the counts, for a wire that counts reasoning apart from the answer and cached tokens as input. */
export interface CountNames {
  readonly input: string
  readonly answer: string
  readonly reasoning: string
  readonly cached: string
  readonly total: string
}

/** Counts that leave reasoning out of the answer, in the neutral convention. */
export const usageByNames = (raw: JsonObject, names: CountNames): Usage => {
  const answer = count(raw[names.answer])
  const reasoning = count(raw[names.reasoning])
  return usageOf(raw, {
    input: count(raw[names.input]),
    output: answer === undefined && reasoning === undefined ? undefined : (answer ?? 0) + (reasoning ?? 0),
    total: count(raw[names.total]),
    cached: count(raw[names.cached]),
    reasoning,
  })
}
