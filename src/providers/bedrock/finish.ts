import type { Signal } from '../../frames'
import { finishBlocks } from '../shared/blocks'
import { endBlock, endHeld } from './blocks'
import type { BedrockCursor } from './cursor'

/** Ends the text that is held, the blocks that were never stopped, and the calls, in order of their parts. */
export const finish = (cursor: BedrockCursor): readonly Signal[] => {
  const [after, ended] = endHeld(cursor)
  return [...ended, ...finishBlocks(after, endBlock)]
}
