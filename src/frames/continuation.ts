import type { Frame } from './frame'

/**
 * The next fragment of a part that is open already. One form for every kind of part, so that the commonest step of all is cheap; `choice` is
 * always there. One without text says nothing, and only moves the translator on.
 */
export interface Continuation {
  readonly type: 'text-delta' | 'refusal-delta' | 'reasoning-delta' | 'summary-delta' | 'tool-call-delta'
  readonly part: number
  readonly choice: number
  readonly text: string
}

/** The frame of a fragment that goes on with an open part. */
export const continuationFrame = ({ type, part, choice, text }: Continuation): Frame => {
  switch (type) {
    case 'text-delta':
    case 'refusal-delta':
      return choice === 0 ? { type, part, text } : { type, part, choice, text }
    case 'reasoning-delta':
    case 'summary-delta': {
      const kind = type === 'summary-delta' ? 'summary' : 'content'
      return choice === 0
        ? { type: 'reasoning-delta', part, kind, text }
        : { type: 'reasoning-delta', part, choice, kind, text }
    }
    case 'tool-call-delta':
      return choice === 0 ? { type, part, arguments: text } : { type, part, choice, arguments: text }
  }
}
