import type { Continuation, Frame } from './frame'

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
