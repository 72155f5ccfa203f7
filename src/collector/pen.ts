import type { ContentPart, Continuation, ReasoningPart } from '../frames'
import { at, set } from '../persistent'
import type { Draft, Slot } from './state'

/** The text of a part that fragments go to. */
export const penText = (slot: Slot): string => {
  const { content } = slot
  switch (content.type) {
    case 'text':
    case 'refusal':
      return content.text
    case 'tool-call':
      return content.arguments
    case 'reasoning':
      return content[slot.section].at(-1) ?? ''
    default:
      return ''
  }
}

/** The part with `text` where its fragments go. Literals, not spreads, for the parts that take turns under the pen. */
export const withPenText = (slot: Slot, text: string): ContentPart => {
  const { content } = slot
  switch (content.type) {
    case 'text':
      return content.citations === undefined ? { type: 'text', text } : { ...content, text }
    case 'refusal':
      return { type: 'refusal', text }
    case 'tool-call':
      return content.extra === undefined && content.synthesizedId === undefined
        ? {
            type: 'tool-call',
            id: content.id,
            name: content.name,
            arguments: text,
            input: content.input,
            kind: content.kind,
          }
        : { ...content, arguments: text }
    case 'reasoning':
      return withLastSection(content, slot.section, text)
    default:
      return content
  }
}

const withLastSection = (content: ReasoningPart, section: Slot['section'], text: string): ReasoningPart => {
  const list = content[section]
  const last = list.length === 0 ? [text] : list.with(-1, text)
  return section === 'content' ? { ...content, content: last } : { ...content, summary: last }
}

/** The slot of a part as it stands, its newest text included. */
export const slotAt = (draft: Draft, part: number): Slot | undefined => {
  const slot = at(draft.parts, part)
  if (slot === undefined || part !== draft.pen) return slot
  const content = withPenText(slot, draft.tail)
  return { choice: slot.choice, state: slot.state, content, section: slot.section }
}

/** Writes the tail back to its part. */
export const liftPen = (draft: Draft): Draft => {
  if (draft.pen < 0) return draft
  const slot = slotAt(draft, draft.pen)
  return {
    head: draft.head,
    parts: slot === undefined ? draft.parts : set(draft.parts, draft.pen, slot),
    pen: -1,
    tail: '',
  }
}

/** Puts the pen on a part. */
export const penOn = (draft: Draft, part: number): Draft => {
  if (draft.pen === part) return draft
  const lifted = liftPen(draft)
  const slot = at(lifted.parts, part)
  return slot === undefined
    ? lifted
    : { head: lifted.head, parts: lifted.parts, pen: part, tail: penText(slot) }
}

/** Whether a fragment can go straight on with its part: the part is open, and its fragments go where this one belongs. */
export const canGoOn = (draft: Draft, { type, part }: Continuation): boolean => {
  if (part === draft.pen) return true
  const slot = at(draft.parts, part)
  return (
    slot?.state === 'open' &&
    (type !== 'reasoning-delta' || (slot.section === 'content' && isReasoningBegun(slot)))
  )
}

const isReasoningBegun = ({ content }: Slot): boolean =>
  content.type === 'reasoning' && content.content.length > 0
