import type { Frame, Signal } from '../frames'
import { at } from '../persistent'
import { slotAt } from './pen'
import type { Draft } from './state'

/** The frames that a signal is worth, given the drafts before and after it was folded. */
export const framesOf = (before: Draft, signal: Signal, after: Draft): readonly Frame[] => {
  if (before === after) return NONE
  if (before.head.issues !== after.head.issues) return newIssue(before, after) // an issue, or a signal that became one
  switch (signal.type) {
    case 'issue':
    case 'identify':
    case 'choice':
    case 'finish':
    case 'text-mark':
    case 'reasoning-mark':
    case 'arrange':
    case 'failure':
    case 'done':
      return NONE // told by `start`, by `end`, by the part's complete, by `error`
    case 'part-end':
      return completeOf(after, signal.part)
    case 'tool-call-delta': {
      const { synthesizedId: _synthesized, extra: _extra, ...frame } = signal
      return [frame]
    }
    case 'server-tool-call-delta': {
      const { raw: _raw, ...frame } = signal
      return [frame]
    }
    default:
      return [signal]
  }
}

const NONE: readonly Frame[] = []

/** An issue is told when it is first met; when it comes again it is only counted. */
const newIssue = (before: Draft, after: Draft): readonly Frame[] => {
  const { issues } = after.head
  const issue = at(issues, issues.size - 1)
  return issue === undefined || issues.size === before.head.issues.size ? NONE : [{ type: 'issue', issue }]
}

/** The complete of a part that has ended. */
const completeOf = (draft: Draft, part: number): readonly Frame[] => {
  const slot = slotAt(draft, part)
  if (slot?.state !== 'closed') return NONE
  const where = slot.choice === 0 ? { part } : { part, choice: slot.choice }
  const { content } = slot
  switch (content.type) {
    case 'text':
      return [{ ...content, type: 'text-complete', ...where }]
    case 'refusal':
      return [{ ...content, type: 'refusal-complete', ...where }]
    case 'reasoning':
      return [{ ...content, type: 'reasoning-complete', ...where }]
    case 'tool-call':
      return [{ ...content, type: 'tool-call-complete', ...where }]
    default:
      return [{ type: 'part', ...where, content }]
  }
}
