import type { Signal } from '../../frames'
import { finishBlocks } from '../shared/blocks'
import { stopBlock } from './blocks'
import type { AnthropicCursor } from './cursor'

/** Ends the blocks that were never stopped, and the calls, in order of their parts. */
export const finish = (cursor: AnthropicCursor): readonly Signal[] => finishBlocks(cursor, stopBlock)
