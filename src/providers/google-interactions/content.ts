import { isRecord, toJson } from '../../data'
import type { Signal } from '../../frames'
import { type Fields, isNoText, textOf } from '../shared/fields'
import { toFilePart } from '../shared/file'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import type { InteractionsCursor } from './cursor'
import { openPart, type Said, sayWhole } from './desk'

/** A piece of what the model says: text with what it rests on, a file, or something else that is kept whole. */
export const readContent = (cursor: InteractionsCursor, position: number, content: unknown): Said => {
  if (!isRecord(content)) return sayWhole(cursor, { type: 'unknown', raw: toJson(content) })
  switch (content['type']) {
    case 'text':
    case 'text_annotation_delta':
    case 'text_annotation':
      return readText(cursor, position, content)
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
      return sayWhole(cursor, toFilePart(content['mime_type'], content['uri'], content['data'], content))
    default:
      return sayWhole(cursor, { type: 'unknown', raw: toJson(content) })
  }
}

const readText = (cursor: InteractionsCursor, position: number, content: Fields): Said => {
  if (isNoText(content['text'])) return sayWhole(cursor, { type: 'unknown', raw: toJson(content) })
  const text = textOf(content['text'])
  const list = content['annotations']
  const citations: readonly unknown[] = Array.isArray(list) ? list : []
  if (text === '' && citations.length === 0) return [cursor, NOTHING]
  const [opened, ended, part] = openPart(cursor, position, 'text')
  const delta: readonly Signal[] = text === '' ? NOTHING : [{ type: 'text-delta', part, text }]
  return [
    opened,
    [
      ...ended,
      ...delta,
      ...citations.map((citation): Signal => ({ type: 'citation', part, citation: toJson(citation) })),
    ],
  ]
}

/** A summary of thoughts; an image in it is a part of its own. */
export const readSummary = (cursor: InteractionsCursor, position: number, summary: unknown): Said => {
  const text = isRecord(summary) && summary['type'] === 'text' ? summary['text'] : undefined
  if (summary === undefined || summary === null || text === '') return [cursor, NOTHING]
  if (typeof text !== 'string') return readContent(cursor, position, summary)
  const [opened, ended, part] = openPart(cursor, position, 'reasoning')
  return [opened, [...ended, { type: 'reasoning-delta', part, kind: 'summary', text }]]
}

/** The step's type stays beside its signature: it tells this API's own, which alone it takes back, from those of others. */
export const readSignature = (cursor: InteractionsCursor, position: number, value: unknown): Said => {
  const signature = textOf(value)
  if (isNoText(value)) return [cursor, [issue('malformed-event', 'A signature is no text; it was left out.')]]
  if (signature === '') return [cursor, NOTHING]
  const [opened, ended, part] = openPart(cursor, position, 'reasoning')
  return [opened, [...ended, { type: 'reasoning-mark', part, signature, extra: { type: 'thought' } }]]
}

/** Lets `read` read each item of a list, or what stands in place of one. */
export const readEach = (
  cursor: InteractionsCursor,
  position: number,
  list: unknown,
  read: (cursor: InteractionsCursor, position: number, item: unknown) => Said,
): Said => {
  if (list === undefined || list === null) return [cursor, NOTHING]
  const items: readonly unknown[] = Array.isArray(list) ? list : [list]
  return mapAccum(cursor, items, (current, item) => read(current, position, item))
}
