import type { ReasoningMark, Signal } from '../../frames'
import { isRecord, toJsonObject } from '../../json'
import { mapAccum, place } from '../shared/signals'
import { type OpenPart, REASONING_FIELDS, type ReasoningField } from './cursor'
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
import type { ChatDelta, ReasoningDetail } from './events'

/** The aliases of one delta mirror each other: the details are the richest; of the plain fields the longest counts, once. */
export const readReasoning: Reader = (desk, delta) => {
  const details = Array.isArray(delta.reasoning_details) ? delta.reasoning_details.filter(isRecord) : []
  const field = details.some(hasVisibleText) ? undefined : longestReasoning(delta)
  if (details.length === 0 && field === undefined) return null
  const plain = field === undefined ? null : sayReasoning(desk, String(delta[field]))
  const [after, said] = mapAccum(plain?.[0] ?? desk, details, readDetail)
  return [after, plain === null ? said : [...plain[1], ...said]]
}

const hasVisibleText = (detail: ReasoningDetail): boolean =>
  textOf(detail.text) !== '' || textOf(detail.summary) !== ''

const longestReasoning = (delta: ChatDelta): ReasoningField | undefined => {
  let longest: ReasoningField | undefined
  let length = 0
  for (const field of REASONING_FIELDS) {
    const value: unknown = delta[field]
    if (typeof value === 'string' && value.length > length) {
      longest = field
      length = value.length
    }
  }
  return longest
}

/** An entry of `reasoning_details`: it goes on with the open part when it is a fragment of the same detail, else it opens one. */
const readDetail = (desk: Desk, detail: ReasoningDetail): Said => {
  const key = detailKey(desk.lane.open, detail)
  const [opened, said] = openPart(desk, 'reasoning', key)
  const part = partOf(opened)
  const where = place(part, desk.lane.choice)
  const mark = detailMark(detail, opened.lane.open !== desk.lane.open)
  const marks: readonly Signal[] = mark === null ? NOTHING : [{ type: 'reasoning-mark', ...where, ...mark }]
  const [text, kind] =
    textOf(detail.text) !== '' ? [detail.text, 'content' as const] : [detail.summary, 'summary' as const]
  const deltas: readonly Signal[] =
    textOf(text) === '' ? NOTHING : [{ type: 'reasoning-delta', ...where, kind, text: textOf(text) }]
  return [opened, [...said, ...deltas, ...marks]]
}

/** Type, index and id name a detail; an id that comes late, or only once, is still the same detail's. */
const detailKey = (open: OpenPart | null, detail: ReasoningDetail): string => {
  const id = textOf(detail.id)
  const stem = `${textOf(detail.type)}#${typeof detail.index === 'number' ? detail.index : ''}#`
  if (open === null || !open.detail.startsWith(stem)) return stem + id
  const openId = open.detail.slice(stem.length)
  return id === '' || openId === '' ? open.detail : stem + id
}

const detailMark = (
  detail: ReasoningDetail,
  isNew: boolean,
): Omit<ReasoningMark, 'type' | 'part' | 'choice'> | null => {
  const { text: _text, summary: _summary, data, signature, ...rest } = detail
  const encrypted = textOf(data)
  const signed = textOf(signature)
  if (encrypted === '' && signed === '' && !isNew) return null
  return {
    ...(signed !== '' && { signature: signed }),
    ...(encrypted !== '' && { encrypted }),
    extra: toJsonObject(rest),
  }
}

export const sayReasoning = (desk: Desk, sent: string): Said => {
  const fresh = freshOf(desk.lane.sentReasoning, sent)
  const [opened, said] = openPart(withSent(desk, 'sentReasoning', fresh), 'reasoning')
  const where = place(partOf(opened), desk.lane.choice)
  return [
    opened,
    [
      ...said,
      ...cumulativeIssues(fresh, where),
      { type: 'reasoning-delta', ...where, kind: 'content', text: fresh.text },
    ],
  ]
}

/** A reasoning field that is there but empty is remembered: it may have to go back so. */
export const readBlankReasoning: Reader = (desk, delta) => {
  const field = REASONING_FIELDS.find((name) => delta[name] === '')
  return field === undefined || desk.lane.blankReasoning !== ''
    ? null
    : [{ ...desk, lane: { ...desk.lane, blankReasoning: field } }, NOTHING]
}
