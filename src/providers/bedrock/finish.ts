import type { Signal } from '../../frames'
import { at } from '../../persistent'
import { finishToolCalls } from '../shared/tool-calls'
import { endBlock } from './blocks'
import type { BedrockCursor } from './cursor'

/** Ends the blocks that have not ended, and the calls, in order of their parts. */
export const finish = (cursor: BedrockCursor): readonly Signal[] => {
  const said: Signal[] = []
  const ended = new Set<number>()
  let current = cursor
  for (let place = 0; place < cursor.blocks.size; place++) {
    const [next, signals] = endBlock(current, place)
    current = next
    said.push(...signals)
  }
  const [, late] = finishToolCalls(current.calls, { choice: 0, nextPart: current.parts, cumulative: false })
  said.push(...late)
  for (let place = 0; place < current.calls.calls.size; place++) {
    const part = at(current.calls.calls, place)?.part ?? -1
    if (part >= 0) ended.add(part)
  }
  for (const signal of said) {
    if (signal.type === 'tool-call-delta' || signal.type === 'part-end') ended.add(signal.part)
  }
  return [
    ...said.filter((signal) => signal.type !== 'part-end'),
    ...[...ended].sort((a, b) => a - b).map((part): Signal => ({ type: 'part-end', part })),
  ]
}
