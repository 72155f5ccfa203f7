import type { Signal } from '../../frames'
import { isRecord, toJson } from '../../json'
import { issue, mapAccum, place } from '../shared/signals'
import { splitThink, type ThinkPiece } from '../shared/think-tags'
import {
  cumulativeIssues,
  type Desk,
  freshOf,
  NOTHING,
  openPart,
  partOf,
  type Reader,
  type Said,
  textOf,
  withSent,
} from './desk'
import { toContentPart } from './parts'
import { sayReasoning } from './reasoning'
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
  const said = textOf(piece['text'])
  switch (piece['type']) {
    case 'text':
    case 'output_text':
      return said === '' ? [desk, NOTHING] : sayText(desk, said)
    case 'thinking':
    case 'reasoning': {
      const thought = thinkingText(piece['thinking']) || said
      return thought === '' ? [desk, NOTHING] : sayReasoning(desk, thought)
    }
    case 'refusal':
      return readRefusal(desk, { refusal: textOf(piece['refusal']) }) ?? [desk, NOTHING]
    default:
      return sayWhole(desk, toContentPart(piece))
  }
}

const thinkingText = (thinking: unknown): string =>
  typeof thinking === 'string'
    ? thinking
    : Array.isArray(thinking)
      ? thinking.map((piece: unknown) => (isRecord(piece) ? textOf(piece['text']) : textOf(piece))).join('')
      : ''

const sayText = (desk: Desk, sent: string): Said => {
  const fresh = freshOf(desk.lane.sentText, sent)
  const after = withSent(desk, 'sentText', fresh)
  if (desk.lane.think === null) {
    const [opened, said] = openPart(after, 'text')
    const where = place(partOf(opened), desk.lane.choice)
    return [
      opened,
      [...said, ...cumulativeIssues(fresh, where), { type: 'text-delta', ...where, text: fresh.text }],
    ]
  }
  const [think, pieces] = splitThink(desk.lane.think, fresh.text)
  const [split, said] = mapAccum(
    { ...after, lane: { ...after.lane, think, touched: true } },
    pieces,
    sayPiece,
  )
  return [split, [...cumulativeIssues(fresh, place(partOf(split), desk.lane.choice)), ...said]]
}

/** A piece of text whose `<think>` tags were taken out. */
export const sayPiece = (desk: Desk, piece: ThinkPiece): Said => {
  if (piece.kind === 'orphan') return restateAsReasoning(desk, piece.text)
  if (piece.text === '') return [desk, NOTHING]
  const [opened, said] = openPart(desk, piece.kind)
  const where = place(partOf(opened), desk.lane.choice)
  const delta: Signal =
    piece.kind === 'text'
      ? { type: 'text-delta', ...where, text: piece.text }
      : { type: 'reasoning-delta', ...where, kind: 'content', text: piece.text }
  return [opened, [...said, delta]]
}

/** A closing tag without an opening one: the text shown so far was reasoning. It is taken back and said again as what it is. */
const restateAsReasoning = (desk: Desk, last: string): Said => {
  const { open, choice, think } = desk.lane
  const text = (think?.untagged ?? '') + last
  const note = issue(
    'orphan-think-tag',
    'A closing think tag came without an opening one; the text before it is reasoning.',
    {
      ...(choice !== 0 && { choice }),
    },
  )
  if (open?.type !== 'text') {
    const [after, said] = sayPiece(desk, { kind: 'reasoning', text })
    return [after, [note, ...said]]
  }
  const where = place(open.part, choice)
  return [
    { ...desk, lane: { ...desk.lane, open: { type: 'reasoning', part: open.part, detail: '' } } },
    [note, { type: 'reset', ...where }, { type: 'reasoning-delta', ...where, kind: 'content', text }],
  ]
}

export const readRefusal: Reader = (desk, delta) => {
  const text = textOf(delta.refusal)
  if (text === '') return null
  const [opened, said] = openPart(desk, 'refusal')
  return [opened, [...said, { type: 'refusal-delta', ...place(partOf(opened), desk.lane.choice), text }]]
}
