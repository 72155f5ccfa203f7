import { flatten, LONGEST_TREE } from '../data'
import type { ContentPart, Continuation, ReasoningPart } from '../frames'
import { at, replace } from '../persistent'
import type { Draft, Slot } from './state'

/** The part with more where its fragments go. Literals, not spreads, for the parts that take turns under the pen. */
export const withMore = (slot: Slot, more: string): ContentPart => {
  const { content } = slot
  switch (content.type) {
    case 'text':
      return content.citations === undefined && content.extra === undefined
        ? { type: 'text', text: content.text + more }
        : { ...content, text: content.text + more }
    case 'refusal':
      return { ...content, text: content.text + more }
    case 'tool-call':
      return content.extra === undefined && content.synthesizedId === undefined
        ? {
            type: 'tool-call',
            id: content.id,
            name: content.name,
            arguments: content.arguments + more,
            input: content.input,
            kind: content.kind,
          }
        : { ...content, arguments: content.arguments + more }
    case 'reasoning':
      return withLastSection(content, slot.section, more)
    case 'server-tool-call':
      return { ...content, input: `${typeof content.input === 'string' ? content.input : ''}${more}` }
    default:
      return content
  }
}

const withLastSection = (content: ReasoningPart, section: Slot['section'], more: string): ReasoningPart => {
  const list = content[section]
  const last = list.length === 0 ? [more] : list.with(-1, (list.at(-1) ?? '') + more)
  return section === 'content' ? { ...content, content: last } : { ...content, summary: last }
}

/** The slot of a part as it stands, its newest text included. */
export const slotAt = (draft: Draft, part: number): Slot | undefined => {
  const slot = at(draft.parts, part)
  return slot === undefined || part !== draft.pen ? slot : slotWith(slot, draft.tail)
}

const slotWith = (slot: Slot, more: string): Slot => ({
  choice: slot.choice,
  state: slot.state,
  content: withMore(slot, more),
  section: slot.section,
})

/** Writes the tail back to its part. */
export const liftPen = (draft: Draft): Draft => (draft.pen < 0 ? draft : movePen(draft, -1))

const partsWritten = (parts: Draft['parts'], pen: number, tail: string): Draft['parts'] => {
  const slot = at(parts, pen)
  return slot === undefined ? parts : replace(parts, pen, slotWith(slot, tail))
}

/** Puts the pen on a part. */
export const penOn = (draft: Draft, part: number): Draft => {
  if (draft.pen === part) return draft
  const slot = at(draft.parts, part)
  return slot === undefined ? liftPen(draft) : movePen(draft, part)
}

/** {@link penOn} for a part that is known to be there, or -1 for none. */
export const movePen = (draft: Draft, part: number): Draft => ({
  head: draft.head,
  parts: partsWritten(draft.parts, draft.pen, draft.tail),
  pen: part,
  tail: '',
})

/** The draft with more text under the pen. */
export const write = (draft: Draft, more: string): Draft => {
  const tail = draft.tail + more
  if (tail.length <= LONGEST_TREE) return { head: draft.head, parts: draft.parts, pen: draft.pen, tail }
  flatten(tail)
  return { head: draft.head, parts: partsWritten(draft.parts, draft.pen, tail), pen: draft.pen, tail: '' }
}

/** Whether a fragment can go straight on with its part: the part is open, and its fragments go where this one belongs. */
export const goesOn = (draft: Draft, type: Continuation['type'], part: number): boolean => {
  const slot = at(draft.parts, part)
  if (slot?.state !== 'open') return false
  if (type !== 'reasoning-delta' && type !== 'summary-delta') return true
  const kind = type === 'summary-delta' ? 'summary' : 'content'
  return slot.section === kind && slot.content.type === 'reasoning' && slot.content[kind].length > 0
}
