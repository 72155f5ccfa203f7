import type { ContentPart, Continuation, ReasoningPart } from '../frames'
import { at, replace } from '../persistent'
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
    case 'server-tool-call':
      return typeof content.input === 'string' ? content.input : ''
    default:
      return ''
  }
}

/** The part with `text` where its fragments go. Literals, not spreads, for the parts that take turns under the pen. */
export const withPenText = (slot: Slot, text: string): ContentPart => {
  const { content } = slot
  switch (content.type) {
    case 'text':
      return content.citations === undefined && content.extra === undefined
        ? { type: 'text', text }
        : { ...content, text }
    case 'refusal':
      return { ...content, text }
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
    case 'server-tool-call':
      return { ...content, input: text }
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
export const liftPen = (draft: Draft): Draft =>
  draft.pen < 0 ? draft : { head: draft.head, parts: partsWritten(draft), pen: -1, tail: '' }

const partsWritten = ({ parts, pen, tail }: Draft): Draft['parts'] => {
  const slot = at(parts, pen)
  if (slot === undefined) return parts
  const content = withPenText(slot, tail)
  return replace(parts, pen, { choice: slot.choice, state: slot.state, content, section: slot.section })
}

/** Puts the pen on a part. */
export const penOn = (draft: Draft, part: number): Draft => {
  if (draft.pen === part) return draft
  const slot = at(draft.parts, part)
  return slot === undefined ? liftPen(draft) : movePen(draft, part, slot)
}

/** {@link penOn} for a part whose slot is at hand. */
export const movePen = (draft: Draft, part: number, slot: Slot): Draft => ({
  head: draft.head,
  parts: draft.pen < 0 ? draft.parts : partsWritten(draft),
  pen: part,
  tail: penText(slot),
})

/** The slot that a fragment can go straight on with: it is open, and fragments go where this one belongs. */
export const continuedSlot = (draft: Draft, { type, part }: Continuation): Slot | undefined => {
  const slot = at(draft.parts, part)
  if (slot?.state !== 'open') return undefined
  if (type !== 'reasoning-delta' && type !== 'summary-delta') return slot
  const kind = type === 'summary-delta' ? 'summary' : 'content'
  const isOn = slot.section === kind && slot.content.type === 'reasoning' && slot.content[kind].length > 0
  return isOn ? slot : undefined
}
