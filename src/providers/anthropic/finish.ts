import type { Signal } from '../../frames'
import { at } from '../../persistent'
import { finishBlocks } from '../shared/blocks'
import { stopBlock } from './blocks'
import type { AnthropicCursor } from './cursor'

/** Ends the blocks that were never stopped, and the calls, in order of their parts. Those of models that declined have ended, with their ids. */
export const finish = (cursor: AnthropicCursor): readonly Signal[] => {
  const left = finishBlocks(cursor, stopBlock)
  if (cursor.declined === 0) return left
  const ended = declinedParts(cursor)
  return left.filter((signal) => !('part' in signal && signal.part !== undefined && ended.has(signal.part)))
}

const declinedParts = ({ blocks, calls, declined }: AnthropicCursor): ReadonlySet<number> => {
  const parts = new Set<number>()
  for (let place = 0; place < declined; place++) {
    const block = at(blocks, place)
    if (block?.kind === 'call') parts.add(at(calls.calls, block.call)?.part ?? -1)
  }
  return parts
}
