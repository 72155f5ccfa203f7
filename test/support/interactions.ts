import type { Fields } from '../../src/providers/shared/fields'

/** The event that starts a step of an interaction. */
export const started = (index: unknown, step: unknown): Fields => ({ event_type: 'step.start', index, step })

/** An event with more of a step. */
export const delta = (index: unknown, fields: unknown): Fields => ({
  event_type: 'step.delta',
  index,
  delta: fields,
})

/** The event that ends a step. */
export const stopped = (index: unknown): Fields => ({ event_type: 'step.stop', index })

/** All events of one step. */
export const step = (index: number, start: Fields, ...deltas: readonly Fields[]): readonly Fields[] => [
  started(index, start),
  ...deltas.map((fields) => delta(index, fields)),
  stopped(index),
]

/** A text, as content and as a delta. */
export const text = (said: string): Fields => ({ type: 'text', text: said })

/** The last event of an interaction. */
export const completed = (status: unknown = 'completed', fields: Fields = {}): Fields => ({
  event_type: 'interaction.completed',
  interaction: { status, ...fields },
})
