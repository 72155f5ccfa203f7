import { isRecord, toJson } from '../../data'
import { isNoText, textOf } from '../shared/fields'
import { mapAccum, NOTHING, place } from '../shared/signals'
import {
  choiceOf,
  closeOpen,
  cumulativeIssues,
  type Desk,
  freshOf,
  openPart,
  partOf,
  type Reader,
  type Said,
  withSent,
} from './desk'
import { toContentPart } from './parts'
import { readThinking } from './reasoning'
import { sayTagged, settleTags } from './think'
import { sayWhole } from './whole'

export const readContent: Reader = (desk, delta) => {
  const { content } = delta
  if (typeof content === 'string') return content === '' ? null : sayText(desk, content)
  if (content === undefined || content === null) return null
  const pieces: readonly unknown[] = Array.isArray(content) ? content : [content]
  return mapAccum(desk, pieces, readPiece)
}

/** A piece of a content list, as Mistral sends them: text, thinking, or something else that is kept whole. */
const readPiece = (desk: Desk, piece: unknown): Said => {
  if (typeof piece === 'string') return piece === '' ? [desk, NOTHING] : sayText(desk, piece)
  if (!isRecord(piece)) return sayWhole(desk, { type: 'unknown', raw: toJson(piece) })
  switch (piece['type']) {
    case 'text':
    case 'output_text': {
      const { text } = piece
      if (isNoText(text)) return sayWhole(desk, toContentPart(piece))
      return textOf(text) === '' ? [desk, NOTHING] : sayText(desk, textOf(text))
    }
    case 'thinking':
    case 'reasoning':
      return readThinking(desk, piece)
    case 'reference':
      return cite(desk, piece)
    case 'refusal': {
      const { refusal } = piece
      if (isNoText(refusal)) return sayWhole(desk, toContentPart(piece))
      return readRefusal(desk, { refusal: textOf(refusal) }) ?? [desk, NOTHING]
    }
    default:
      return sayWhole(desk, toContentPart(piece))
  }
}

/** What the text so far rests on. The text ends with it, as on the wire, so that both can go back in their order. */
const cite = (desk: Desk, reference: object): Said => {
  const [settled, held] = settleTags(desk)
  const [opened, ended] = openPart(settled, 'text')
  const where = place(partOf(opened), desk.lane.choice)
  const [closed, end] = closeOpen(opened)
  return [closed, [...held, ...ended, { type: 'citation', ...where, citation: toJson(reference) }, ...end]]
}

export const sayText = (desk: Desk, sent: string): Said => {
  const fresh = freshOf(desk.lane.sentText, sent)
  const after = withSent(desk, 'sentText', fresh)
  const issues = cumulativeIssues(fresh, choiceOf(desk))
  if (fresh.text === '') return [after, issues]
  const [told, said] = desk.lane.think === null ? sayPlain(after, fresh.text) : sayTagged(after, fresh.text)
  return [told, issues.length === 0 ? said : [...issues, ...said]]
}

const sayPlain = (desk: Desk, text: string): Said => {
  const [opened, said] = openPart(desk, 'text')
  return [opened, [...said, { type: 'text-delta', ...place(partOf(opened), desk.lane.choice), text }]]
}

export const readRefusal: Reader = (desk, delta) => {
  const text = textOf(delta.refusal)
  if (text === '') return null
  const [settled, held] = settleTags(desk)
  const [opened, said] = openPart(settled, 'refusal')
  return [
    opened,
    [...held, ...said, { type: 'refusal-delta', ...place(partOf(opened), desk.lane.choice), text }],
  ]
}
