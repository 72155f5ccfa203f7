import type { Signal } from '../../frames'
import { isRecord, mergeJson } from '../../json'
import { restOf } from '../shared/rest'
import { mapAccum, NOTHING, place } from '../shared/signals'
import { type OpenPart, REASONING_FIELDS, type ReasoningField } from './cursor'
import {
  choiceOf,
  cumulativeIssues,
  type Desk,
  freshOf,
  openPart,
  partOf,
  type Reader,
  type Said,
  textOf,
  withLane,
  withSent,
} from './desk'
import type { ChatDelta, ReasoningDetail } from './events'
import { settleTags } from './think'

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
  const [settled, held] = settleTags(desk)
  const [opened, ended] = openPart(settled, 'reasoning', detailKey(settled.lane.open, detail))
  const where = place(partOf(opened), desk.lane.choice)
  const [marked, mark] = markDetail(opened, detail, where)
  const isContent = textOf(detail.text) !== ''
  const text = isContent ? textOf(detail.text) : textOf(detail.summary)
  const deltas: readonly Signal[] =
    text === ''
      ? NOTHING
      : [{ type: 'reasoning-delta', ...where, kind: isContent ? 'content' : 'summary', text }]
  return [marked, [...held, ...ended, ...deltas, ...mark]]
}

/** Type, index and id name a detail; an id that comes late, or only once, is still the same detail's. */
const detailKey = (open: OpenPart | null, detail: ReasoningDetail): string => {
  const id = textOf(detail.id)
  const stem = `${textOf(detail.type)}#${typeof detail.index === 'number' ? detail.index : ''}#`
  if (open === null || !open.detail.startsWith(stem)) return stem + id
  const openId = open.detail.slice(stem.length)
  return id === '' || openId === '' ? open.detail : stem + id
}

/** What a fragment says beside its text; fields that say what they said before say nothing. */
const markDetail = (desk: Desk, detail: ReasoningDetail, where: ReturnType<typeof place>): Said => {
  const { open } = desk.lane
  if (open === null) return [desk, NOTHING]
  const encrypted = textOf(detail.data)
  const signature = textOf(detail.signature)
  const extra = restOf(detail, READ_FIELDS, open.extra)
  if (encrypted === '' && signature === '' && extra === null) return [desk, NOTHING]
  const mark: Signal = {
    type: 'reasoning-mark',
    ...where,
    ...(signature !== '' && { signature }),
    ...(encrypted !== '' && { encrypted }),
    ...(extra !== null && { extra }),
  }
  if (extra === null) return [desk, [mark]]
  const known = { ...open, extra: mergeJson(open.extra, extra) }
  return [withLane(desk, { open: known }), [mark]]
}

const READ_FIELDS: ReadonlySet<string> = new Set(['text', 'summary', 'data', 'signature'])

export const sayReasoning = (desk: Desk, sent: string): Said => {
  const fresh = freshOf(desk.lane.sentReasoning, sent)
  const after = withSent(desk, 'sentReasoning', fresh)
  const issues = cumulativeIssues(fresh, choiceOf(desk))
  if (fresh.text === '') return [after, issues]
  const [settled, held] = settleTags(after)
  const [opened, ended] = openPart(settled, 'reasoning')
  const where = place(partOf(opened), desk.lane.choice)
  const delta: Signal = { type: 'reasoning-delta', ...where, kind: 'content', text: fresh.text }
  return [opened, [...issues, ...held, ...ended, delta]]
}

/** A reasoning field that is there but empty is remembered: it may have to go back so. */
export const readBlankReasoning: Reader = (desk, delta) => {
  const field = REASONING_FIELDS.find((name) => delta[name] === '')
  return field === undefined || desk.lane.blankReasoning !== ''
    ? null
    : [withLane(desk, { blankReasoning: field }), NOTHING]
}
