import type { ReasoningKind, Signal } from '../../frames'
import { at } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { NOTHING } from '../shared/signals'
import type { Item, ResponsesCursor } from './cursor'
import { extraOf, heldExtraOf, recordsIn, type Said, withItem, withPart } from './items'

// One reasoning item is one part, whatever it holds: each entry of its summary and of its content is a section.

/** An item of reasoning may show nothing, and still has to go back before the item that it led to. */
export const announceReasoning = (cursor: ResponsesCursor, position: number): Said => {
  const item = at(cursor.items, position)
  if (item === undefined || item.part >= 0) return [cursor, NOTHING]
  const extra = heldExtraOf(item)
  const mark: Signal = { type: 'reasoning-mark', part: cursor.parts, ...(extra !== null && { extra }) }
  return [withPart(cursor, position, item), [mark]]
}

/** A fragment of a section. */
export const readSection = (
  cursor: ResponsesCursor,
  position: number,
  kind: ReasoningKind,
  index: number,
  text: string,
): Said => {
  const [opened, marks] = announceReasoning(cursor, position)
  const item = at(opened.items, position)
  if (item === undefined) return [cursor, NOTHING]
  const section = `${kind} ${index}`
  const isNew = item.section !== '' && item.section !== section
  const delta: Signal = {
    type: 'reasoning-delta',
    part: item.part,
    kind,
    ...(isNew && { newSection: true }),
    text,
  }
  return [
    item.section === section ? opened : withItem(opened, position, begun(item, kind, index, section)),
    marks.length === 0 ? [delta] : [...marks, delta],
  ]
}

const begun = (item: Item, kind: ReasoningKind, index: number, section: string): Item =>
  kind === 'summary'
    ? { ...item, section, summaries: Math.max(item.summaries, index + 1, 1) }
    : { ...item, section, contents: Math.max(item.contents, index + 1, 1) }

/** The whole of a section: told where no fragment of it came. What its fragments said wrong, the whole item sets right. */
export const settleSection = (
  cursor: ResponsesCursor,
  position: number,
  kind: ReasoningKind,
  index: number,
  text: string,
): Said => {
  const item = at(cursor.items, position)
  const come = item === undefined ? 0 : kind === 'summary' ? item.summaries : item.contents
  return text === '' || Math.max(index, 0) < come
    ? [cursor, NOTHING]
    : readSection(cursor, position, kind, index, text)
}

/** A section was announced: the next fragment starts it, whatever its index. */
export const breakSection = (cursor: ResponsesCursor, position: number): Said => {
  const item = at(cursor.items, position)
  return item === undefined || item.section === ''
    ? [cursor, NOTHING]
    : [withItem(cursor, position, { ...item, section: 'next' }), NOTHING]
}

/** The item as its end shows it. A list that is empty there takes nothing back. */
export const settleReasoning = (cursor: ResponsesCursor, item: Item, wire: Fields): Said => {
  const content = textsIn(wire['content'])
  const summary = textsIn(wire['summary'])
  const encrypted = textOf(wire['encrypted_content'])
  const extra = extraOf(wire)
  const { part } = item
  const marks = { ...(encrypted !== '' && { encrypted }), ...(extra !== null && { extra }) }
  const lacks =
    content.length + summary.length === 0 ||
    (content.length === 0 && item.contents > 0) ||
    (summary.length === 0 && item.summaries > 0)
  if (!lacks)
    return [cursor, [{ type: 'part-end', part, content: { type: 'reasoning', content, summary, ...marks } }]]
  if (item.raw === null) return [cursor, NOTHING]
  return [
    cursor,
    [
      { type: 'reasoning-mark', part, ...marks },
      { type: 'part-end', part },
    ],
  ]
}

const textsIn = (list: unknown): readonly string[] =>
  recordsIn(list)
    .map((entry) => textOf(entry['text']))
    .filter((text) => text !== '')
