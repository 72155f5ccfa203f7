import type { ContentPart, Signal } from '../../frames'
import { NOTHING, place } from '../shared/signals'
import type { Lane } from './cursor'
import { endValues } from './partial-args'

/** One candidate while a chunk of it is read. */
export interface Desk {
  readonly parts: number
  readonly lane: Lane
}

/** The desk after a reading, and what was read. */
export type Said = readonly [Desk, readonly Signal[]]

export const withLane = ({ parts, lane }: Desk, fields: Partial<Lane>): Desk => ({
  parts,
  lane: { ...lane, ...fields },
})

/** The desk with one more part given out. */
export const withNextPart = ({ parts, lane }: Desk): Desk => ({ parts: parts + 1, lane })

export const choiceOf = (desk: Desk) => (desk.lane.choice === 0 ? {} : { choice: desk.lane.choice })

/**
 * Ends the open part, if there is one: what comes next stands after it. Nor is that right behind a call any more, whose blank arguments are
 * told.
 */
export const closeOpen = (desk: Desk): Said => {
  const { open, streamed } = desk.lane
  if (open !== null) return [withLane(desk, { open: null }), [{ type: 'part-end', part: open.part }]]
  return streamed === null || streamed.isAnnounced
    ? [desk, NOTHING]
    : [withLane(desk, { streamed: null }), endValues(streamed)]
}

/** A part that comes in one piece. */
export const sayWhole = (desk: Desk, content: ContentPart): Said => {
  const [closed, ended] = closeOpen(desk)
  return [withNextPart(closed), [...ended, { type: 'part', ...place(desk.parts, desk.lane.choice), content }]]
}
