import type { JsonObject } from '../data'

/**
 * Token counts of one response in one convention for every provider: `inputTokens` includes cached and cache-written tokens,
 * `outputTokens` includes reasoning tokens, as in OpenTelemetry's GenAI conventions. A count that the provider did not report is absent.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** As reported, else the sum of the two above where both are known. */
  readonly totalTokens?: number
  /** Input tokens read from a cache; part of `inputTokens`. */
  readonly cachedInputTokens?: number
  /** Input tokens written to a cache; part of `inputTokens`. */
  readonly cacheWriteTokens?: number
  /** Output tokens spent on reasoning; part of `outputTokens`. */
  readonly reasoningTokens?: number
  /** The provider's own numbers, merged over all its reports: the last non-null value of each field. */
  readonly raw: JsonObject
}

/** What the provider itself says the response cost. Amounts are decimal text, as exact as they came. */
export interface CostInfo {
  readonly source: 'provider'
  readonly currency: 'USD'
  readonly totalCost: string
  readonly inputCost?: string
  readonly outputCost?: string
}
