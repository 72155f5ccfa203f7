import { fold } from '../../src/collector/fold'
import { contentOf } from '../../src/collector/respond'
import { type Draft, initialDraft } from '../../src/collector/state'
import type { Signal } from '../../src/frames'
import { toArray } from '../../src/persistent'

export const emptyDraft: Draft = initialDraft('openai', 0)

/** The draft that signals make of an empty one. */
export const draftOf = (...signals: readonly Signal[]): Draft => signals.reduce<Draft>(fold, emptyDraft)

/** Choice 0's parts. */
export const partsOf = (draft: Draft) => contentOf(draft, 0)

export const issuesOf = (draft: Draft) =>
  toArray(draft.head.issues).map(({ code, part, count }) => ({ code, part, count }))

export const textDelta = (part: number, text: string): Signal => ({ type: 'text-delta', part, text })

export const refusalDelta = (part: number, text: string): Signal => ({ type: 'refusal-delta', part, text })

export const contentDelta = (part: number, text: string): Signal => ({
  type: 'reasoning-delta',
  part,
  kind: 'content',
  text,
})

export const summaryDelta = (part: number, text: string): Signal => ({
  type: 'reasoning-delta',
  part,
  kind: 'summary',
  text,
})

export const callDelta = (part: number, fragment: string, more: object = {}): Signal => ({
  type: 'tool-call-delta',
  part,
  arguments: fragment,
  ...more,
})

export const audioDelta = (part: number, more: object = {}): Signal => ({
  type: 'audio-delta',
  part,
  data: '',
  transcript: '',
  ...more,
})

export const partEnd = (part: number): Signal => ({ type: 'part-end', part })
