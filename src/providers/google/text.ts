import type { Signal } from '../../frames'
import { textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { NOTHING, place } from '../shared/signals'
import { closeOpen, type Desk, type Said, withLane, withNextPart } from './desk'
import type { GeminiPart } from './events'

/**
 * Text, or a thought. Plain fragments join. One with a signature, or another field of its own, is a part of its own even where its text is
 * empty: a signature goes back on the part that it came on.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const readText = (desk: Desk, part: GeminiPart): Said => {
  const text = textOf(part.text)
  const type = part.thought === true ? 'reasoning' : 'text'
  const fields = restOf(part, READ_FIELDS)
  if (fields !== null) {
    const [closed, ended] = closeOpen(desk)
    const where = place(desk.parts, desk.lane.choice)
    const delta = text === '' ? NOTHING : [fragment(type, where, text)]
    const mark: Signal =
      type === 'text'
        ? { type: 'text-mark', ...where, of: 'text', extra: fields }
        : thoughtMark(where, fields)
    return [withNextPart(closed), [...ended, ...delta, mark, { type: 'part-end', part: desk.parts }]]
  }
  if (text === '') return [desk, NOTHING]
  const { open, choice } = desk.lane
  if (open?.type === type) return [desk, [fragment(type, place(open.part, choice), text)]]
  const [closed, ended] = closeOpen(desk)
  const opened = withNextPart(withLane(closed, { open: { type, part: desk.parts } }))
  return [opened, [...ended, fragment(type, place(desk.parts, choice), text)]]
}

const READ_FIELDS: ReadonlySet<string> = new Set(['text', 'thought'])

type Where = ReturnType<typeof place>

const fragment = (type: 'text' | 'reasoning', where: Where, text: string): Signal =>
  type === 'text'
    ? { type: 'text-delta', ...where, text }
    : { type: 'reasoning-delta', ...where, kind: 'content', text }

/** `thought` stays beside a signature: it tells this API's own, which alone it takes back, from those of others. */
const thoughtMark = (where: Where, fields: NonNullable<ReturnType<typeof restOf>>): Signal => {
  const { thoughtSignature: signature, ...extra } = fields
  return typeof signature === 'string'
    ? { type: 'reasoning-mark', ...where, signature, extra: { thought: true, ...extra } }
    : { type: 'reasoning-mark', ...where, extra: fields }
}
