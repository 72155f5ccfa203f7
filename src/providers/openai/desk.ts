import type { Signal } from '../../frames'
import type { JsonObject } from '../../json'
import type { ProviderOptions } from '../provider'
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

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const choiceOf = (desk: Desk) => (desk.lane.choice === 0 ? {} : { choice: desk.lane.choice })

export const partOf = (desk: Desk): number => desk.lane.open?.part ?? desk.parts

/** Makes the open part one of `type`: goes on with it, or ends it and opens the next. */
export const openPart = (desk: Desk, type: OpenPart['type'], detail = ''): Said => {
  const { open } = desk.lane
  if (open?.type === type && (type !== 'reasoning' || open.detail === detail)) {
    return desk.lane.touched ? [desk, NOTHING] : [{ ...desk, lane: { ...desk.lane, touched: true } }, NOTHING]
  }
  const [closed, ended] = closeOpen(desk)
  return [
    {
      options: desk.options,
      parts: desk.parts + 1,
      lane: {
        ...closed.lane,
        open: { type, part: desk.parts, detail, extra: NO_FIELDS },
        touched: true,
        reasoned: closed.lane.reasoned || type === 'reasoning',
      },
    },
    ended,
  ]
}

/** Ends the open part, if there is one. */
export const closeOpen = (desk: Desk): Said => {
  const { open } = desk.lane
  if (open === null) return [desk, NOTHING]
  const { think } = desk.lane
  const lane = {
    ...desk.lane,
    open: null,
    think: think !== null && open.type === 'text' ? endUntagged(think) : think,
  }
  return [{ ...desk, lane }, [{ type: 'part-end', part: open.part }]]
}

export const freshOf = (sent: string | null, delta: string): FreshPart =>
  sent === null ? { text: delta, sent: '', oddities: [] } : freshPart(sent, delta)

export const withSent = (desk: Desk, field: 'sentText' | 'sentReasoning', fresh: FreshPart): Desk =>
  desk.lane[field] === null ? desk : { ...desk, lane: { ...desk.lane, [field]: fresh.sent } }

export const cumulativeIssues = (fresh: FreshPart, where: { readonly choice?: number }): readonly Signal[] =>
  fresh.oddities.map((code) => issue(code, cumulativeMessages[code], where))
