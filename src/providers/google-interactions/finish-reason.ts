import type { FinishKind, FinishReason } from '../../frames'

/** @see https://ai.google.dev/api/interactions-api */
const STATUSES: readonly (readonly [FinishKind, ...words: readonly string[]])[] = [
  ['stop', 'completed'],
  ['tool-calls', 'requires_action'],
  ['length', 'incomplete', 'budget_exceeded'],
  ['pause', 'requires_continuation'],
  ['error', 'failed'],
]

/** Those of an interaction that goes on. */
const UNFINISHED: readonly unknown[] = ['', 'in_progress', 'queued']

/** Reads a status; a word we do not know, `cancelled` too, is `other`. Undefined where the interaction goes on. */
export const finishReason = (raw: unknown): FinishReason | undefined =>
  typeof raw !== 'string' || UNFINISHED.includes(raw)
    ? undefined
    : { kind: STATUSES.find(([, ...words]) => words.includes(raw))?.[0] ?? 'other', raw }
