import type { Signal } from '../../frames'
import { issue, mapAccum, NOTHING, place } from '../shared/signals'
import { flushThink, splitThink, type ThinkPiece } from '../shared/think-tags'
import { choiceOf, closeOpen, type Desk, openPart, partOf, type Said, withLane } from './desk'

/** Text in which `<think>` tags mark the reasoning. */
export const sayTagged = (desk: Desk, text: string): Said => {
  const { think } = desk.lane
  if (think === null) return [desk, NOTHING]
  const [next, pieces] = splitThink(think, text)
  return mapAccum(withLane(desk, { think: next, touched: true }), pieces, sayPiece)
}

/** What was held back as the possible beginning of a tag is none: something else comes, or nothing more. */
export const settleTags = (desk: Desk): Said => {
  const { think } = desk.lane
  if (think === null || think.held === '') return [desk, NOTHING]
  return mapAccum(withLane(desk, { think: { ...think, held: '' } }), flushThink(think), sayPiece)
}

const sayPiece = (desk: Desk, piece: ThinkPiece): Said => {
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

/** A closing tag without an opening one: the text of the open part is reasoning. It is taken back and said again as what it is. */
const restateAsReasoning = (desk: Desk, text: string): Said => {
  const { open, choice } = desk.lane
  const note = issue(
    'orphan-think-tag',
    'A closing think tag came without an opening one; the text before it is reasoning.',
    choiceOf(desk),
  )
  if (open?.type !== 'text') {
    const [closed, ended] = text === '' ? [desk, NOTHING] : closeOpen(desk) // as text it would have been a part of its own
    const [after, said] = sayPiece(closed, { kind: 'reasoning', text })
    return [after, [note, ...ended, ...said]]
  }
  const where = place(open.part, choice)
  return [
    withLane(desk, { open: { ...open, type: 'reasoning' }, reasoned: true }),
    [note, { type: 'reset', ...where }, { type: 'reasoning-delta', ...where, kind: 'content', text }],
  ]
}
