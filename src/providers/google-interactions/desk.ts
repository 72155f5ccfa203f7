import type { ContentPart, Signal } from '../../frames'
import { at, set } from '../../persistent'
import { NOTHING } from '../shared/signals'
import { type InteractionsCursor, initialStep, type Step } from './cursor'

/** The cursor after a reading, and what was read. */
export type Said = readonly [InteractionsCursor, readonly Signal[]]

export const stepAt = (cursor: InteractionsCursor, position: number): Step =>
  at(cursor.steps, position) ?? initialStep('', {})

export const withStep = (
  cursor: InteractionsCursor,
  position: number,
  fields: Partial<Step>,
): InteractionsCursor => ({
  ...cursor,
  steps: set(cursor.steps, position, { ...stepAt(cursor, position), ...fields }),
})

/** Ends the open part, if there is one: what comes next stands after it. */
export const closeOpen = (cursor: InteractionsCursor): Said => {
  const { open } = cursor
  return open === null
    ? [cursor, NOTHING]
    : [{ ...cursor, open: null }, [{ type: 'part-end', part: open.part }]]
}

/** Makes the open part one of `type` of that step: goes on with it, or ends it and opens the next. */
export const openPart = (
  cursor: InteractionsCursor,
  step: number,
  type: 'text' | 'reasoning',
): readonly [...Said, part: number] => {
  const { open } = cursor
  if (open?.type === type && open.step === step) return [cursor, NOTHING, open.part]
  const [closed, ended] = closeOpen(cursor)
  const part = closed.parts
  return [{ ...closed, open: { type, part, step }, parts: part + 1 }, ended, part]
}

/** A part that comes in one piece. */
export const sayWhole = (cursor: InteractionsCursor, content: ContentPart): Said => {
  const [closed, ended] = closeOpen(cursor)
  return [{ ...closed, parts: closed.parts + 1 }, [...ended, { type: 'part', part: closed.parts, content }]]
}
