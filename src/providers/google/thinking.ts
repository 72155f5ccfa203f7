import type { Effort } from '../settings'
import { nearestEffort } from '../shared/effort'

const THINKING_LEVELS = ['minimal', 'low', 'medium', 'high'] as const

export type ThinkingLevel = (typeof THINKING_LEVELS)[number]

/**
 * Gemini's word for an effort, from Gemini 3 on. Thinking cannot be turned off there: the least that a model takes stands for `none`. Pro models
 * refuse `minimal`, for which Google's own OpenAI-compatible endpoint gives them `low`.
 *
 * @see https://ai.google.dev/gemini-api/docs/openai#thinking
 */
export const thinkingLevel = (model: string, effort: Effort | undefined): ThinkingLevel | undefined =>
  effort && nearestEffort(effort, isPro(model) ? ['low', 'medium', 'high'] : THINKING_LEVELS)

/**
 * The tokens for an effort on models before Gemini 3, which know no words: those of the same endpoint. Undefined for other models.
 * Gemini 2.5 Pro refuses 0, too, and takes 128 at the least.
 *
 * @see https://ai.google.dev/gemini-api/docs/thinking#set-budget
 */
export const thinkingBudget = (model: string, effort: Effort | undefined): number | undefined => {
  if (effort === undefined || !isBeforeGemini3(model)) return undefined
  return effort === 'none' && isPro(model) ? 128 : BUDGETS[effort]
}

const BUDGETS: { readonly [E in Effort]: number } = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
}

export const isBeforeGemini3 = (model: string): boolean => /gemini-[12]\b/.test(model)

const isPro = (model: string): boolean => /\bpro\b/.test(model)
