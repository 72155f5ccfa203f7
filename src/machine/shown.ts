import { answerParts, type CollectorState } from '../collector'
import type { Frame } from '../frames'
import type { AgentConfig } from './config'

/**
 * The frames that the reader is told at once. The last one waits until it is known what follows; withheld text waits until it is known to be the answer.
 */
export const shownFrames = (
  { intermediateText }: AgentConfig,
  frames: readonly Frame[],
): readonly Frame[] => {
  if (intermediateText === 'withheld') return frames.filter((frame) => !isLast(frame) && !isText(frame))
  return frames.some(isLast) ? frames.filter((frame) => !isLast(frame)) : frames
}

const isLast = ({ type }: Frame): boolean => type === 'end' || type === 'error'

const isText = (frame: Frame): boolean =>
  frame.type === 'text-delta' ||
  frame.type === 'text-complete' ||
  frame.type === 'citation' ||
  (frame.type === 'part' && frame.content.type === 'text')

/** The text that was withheld, as frames of its own. */
export const withheldText = (collector: CollectorState): readonly Frame[] =>
  answerParts(collector).flatMap(({ part, content }): readonly Frame[] =>
    content.type === 'text'
      ? [
          { type: 'text-delta', part, text: content.text },
          { ...content, type: 'text-complete', part },
        ]
      : [],
  )

/** Whether a frame shows something of the answer, which a second attempt would have to take back. */
export const isContent = ({ type }: Frame): boolean => {
  switch (type) {
    case 'start':
    case 'usage':
    case 'logprobs':
    case 'metadata':
    case 'issue':
    case 'error':
    case 'end':
      return false
    default:
      return true
  }
}
