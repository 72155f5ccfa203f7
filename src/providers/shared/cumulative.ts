/**
 * Some servers send, in each delta, all of the text so far. That cannot be told from one delta, since ordinary deltas may repeat ("ha",
 * "ha"), so it is the caller who says so; then only what is new is taken.
 */
export interface FreshPart {
  readonly text: string
  /** All that was sent, this delta included. */
  readonly sent: string
  readonly oddities: readonly (keyof typeof cumulativeMessages)[]
}

export const cumulativeMessages = {
  'cumulative-delta': 'A delta repeated what was sent before; only what is new was taken.',
  'not-cumulative': 'A delta does not start with what was sent before; it was appended.',
} as const

export const freshPart = (sent: string, delta: string): FreshPart => {
  if (sent === '') return { text: delta, sent: delta, oddities: [] }
  return delta.startsWith(sent)
    ? { text: delta.slice(sent.length), sent: delta, oddities: ['cumulative-delta'] }
    : { text: delta, sent: sent + delta, oddities: ['not-cumulative'] }
}
