import { isRecord, mergeJson, toJson } from '../../data'
import type { Signal } from '../../frames'
import { type Fields, isNoText, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { mapAccum, NOTHING, place } from '../shared/signals'
import { type OpenPart, REASONING_FIELDS, type ReasoningField } from './cursor'
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
  withLane,
  withSent,
} from './desk'
import type { ChatDelta, ReasoningDetail } from './events'
import { toContentPart } from './parts'
import { settleTags } from './think'
import { sayWhole } from './whole'

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

/** A thinking piece of a content list, as Mistral sends them: its text, what it refers to, and what has to go back with it. */
export const readThinking = (desk: Desk, piece: Fields): Said => {
  const { thinking } = piece
  const pieces: readonly unknown[] = Array.isArray(thinking) ? thinking : [thinking]
  const text =
    pieces.map((one) => textOf(isRecord(one) ? one['text'] : one)).join('') || textOf(piece['text'])
  const [thought, said] = text === '' ? [desk, NOTHING] : sayReasoning(desk, text)
  const others = pieces.filter((one) => (isRecord(one) ? typeof one['text'] !== 'string' : isNoText(one)))
  const [referred, more] = mapAccum(thought, others, (current, one) =>
    sayWhole(current, isRecord(one) ? toContentPart(one) : { type: 'unknown', raw: toJson(one) }),
  )
  const [marked, mark] = markThinking(referred, piece)
  return [marked, [...said, ...more, ...mark]]
}

/** A signature is of all the thinking before it, and so ends it. */
const markThinking = (desk: Desk, piece: Fields): Said => {
  const signature = textOf(piece['signature'])
  const extra = restOf(piece, READ_THINKING)
  if (signature === '' && extra === null) return [desk, NOTHING]
  const [settled, held] = settleTags(desk)
  const [opened, ended] = openPart(settled, 'reasoning')
  const mark: Signal = {
    type: 'reasoning-mark',
    ...place(partOf(opened), desk.lane.choice),
    ...(signature !== '' && { signature }),
    ...(extra !== null && { extra }),
  }
  const [closed, end] = signature === '' ? [opened, NOTHING] : closeOpen(opened)
  return [closed, [...held, ...ended, mark, ...end]]
}

const READ_THINKING: ReadonlySet<string> = new Set(['type', 'thinking', 'text', 'signature'])

/** A reasoning field that is there but empty is remembered: it may have to go back so. */
export const readBlankReasoning: Reader = (desk, delta) => {
  const field = REASONING_FIELDS.find((name) => delta[name] === '')
  return field === undefined || desk.lane.blankReasoning !== ''
    ? null
    : [withLane(desk, { blankReasoning: field }), NOTHING]
}
