import type { JsonObject } from '../../data'
import type { Signal } from '../../frames'
import type { ProviderOptions } from '../options'
import { cumulativeMessages, type FreshPart, freshPart } from '../shared/cumulative'
import { issue, NOTHING } from '../shared/signals'
import { endUntagged } from '../shared/think-tags'
import type { Lane, OpenPart } from './cursor'
import type { ChatDelta } from './events'

/** One choice while one of its deltas is read. */
export interface Desk {
  readonly options: ProviderOptions
  readonly parts: number
  readonly lane: Lane
}

/** The desk after a reading, and what was read. */
export type Said = readonly [Desk, readonly Signal[]]

/** Reads one thing off a delta; null where there is none. */
export type Reader = (desk: Desk, delta: ChatDelta) => Said | null

const NO_FIELDS: JsonObject = Object.freeze({})

/** The desk with some of its lane's fields replaced. By name, as a spread of so many fields costs as much as parsing a chunk does. */
export const withLane = ({ options, parts, lane }: Desk, fields: Partial<Lane>): Desk => ({
  options,
  parts,
  lane: {
    choice: lane.choice,
    open: fields.open === undefined ? lane.open : fields.open,
    calls: fields.calls ?? lane.calls,
    audio: fields.audio ?? lane.audio,
    touched: fields.touched ?? lane.touched,
    reasoned: fields.reasoned ?? lane.reasoned,
    blankReasoning: fields.blankReasoning ?? lane.blankReasoning,
    message: fields.message ?? lane.message,
    finish: fields.finish ?? lane.finish,
    think: fields.think ?? lane.think,
    sentText: fields.sentText ?? lane.sentText,
    sentReasoning: fields.sentReasoning ?? lane.sentReasoning,
  },
})

/** The desk with one more part given out. */
export const withNextPart = ({ options, parts, lane }: Desk): Desk => ({ options, parts: parts + 1, lane })

export const choiceOf = (desk: Desk) => (desk.lane.choice === 0 ? {} : { choice: desk.lane.choice })

export const partOf = (desk: Desk): number => desk.lane.open?.part ?? desk.parts

/** Makes the open part one of `type`: goes on with it, or ends it and opens the next. */
export const openPart = (desk: Desk, type: OpenPart['type'], detail = ''): Said => {
  const { open } = desk.lane
  if (open?.type === type && (type !== 'reasoning' || open.detail === detail)) {
    return desk.lane.touched ? [desk, NOTHING] : [withLane(desk, { touched: true }), NOTHING]
  }
  const [closed, ended] = closeOpen(desk)
  const opened = withLane(closed, {
    open: { type, part: desk.parts, detail, extra: NO_FIELDS },
    touched: true,
    reasoned: closed.lane.reasoned || type === 'reasoning',
  })
  return [withNextPart(opened), ended]
}

/** Ends the open part, if there is one. */
export const closeOpen = (desk: Desk): Said => {
  const { open, think } = desk.lane
  if (open === null) return [desk, NOTHING]
  const isTextEnding = think !== null && open.type === 'text'
  const closed = withLane(desk, isTextEnding ? { open: null, think: endUntagged(think) } : { open: null })
  return [closed, [{ type: 'part-end', part: open.part }]]
}

export const freshOf = (sent: string | null, delta: string): FreshPart =>
  sent === null ? { text: delta, sent: '', oddities: [] } : freshPart(sent, delta)

export const withSent = (desk: Desk, field: 'sentText' | 'sentReasoning', fresh: FreshPart): Desk =>
  desk.lane[field] === null ? desk : withLane(desk, { [field]: fresh.sent })

export const cumulativeIssues = (fresh: FreshPart, where: { readonly choice?: number }): readonly Signal[] =>
  fresh.oddities.map((code) => issue(code, cumulativeMessages[code], where))
