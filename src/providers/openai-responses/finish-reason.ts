import type { FinishKind, FinishReason } from '../../frames'
import { textOf } from '../shared/fields'
import type { ResponsesObject } from './events'

const REASONS: ReadonlyMap<string, FinishKind> = new Map([
  ['completed', 'stop'],
  ['done', 'stop'],
  ['failed', 'error'],
  ['max_output_tokens', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content-filter'],
])

/**
 * Why the response ended: its status, or the word of its last event; of an incomplete one the reason that it gives. A completed response
 * with calls waits for their results.
 */
export const finishReason = (response: ResponsesObject, word: string, hasCalls: boolean): FinishReason => {
  const status = textOf(response.status) || word
  const reason = status === 'incomplete' ? textOf(response.incomplete_details?.reason) : ''
  const raw = reason || status
  const kind = REASONS.get(raw) ?? 'other'
  return { kind: kind === 'stop' && hasCalls ? 'tool-calls' : kind, raw }
}
