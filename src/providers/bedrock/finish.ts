import type { Signal } from '../../frames'
import { at } from '../../persistent'
import { mapAccum } from '../shared/signals'
import { finishToolCalls } from '../shared/tool-calls'
import { endBlock } from './blocks'
import type { BedrockCursor } from './cursor'

/** Ends the blocks that have not ended, and the calls, in order of their parts. */
export const finish = (cursor: BedrockCursor): readonly Signal[] => {
  const places = Array.from({ length: cursor.blocks.size }, (_, place) => place)
  const [{ calls, parts }, last] = mapAccum(cursor, places, endBlock)
  const [, late] = finishToolCalls(calls, { choice: 0, nextPart: parts, cumulative: false })
  const said = [...last, ...late]
  const ends = new Set([cursor.held])
  for (let place = 0; place < calls.calls.size; place++) ends.add(at(calls.calls, place)?.part ?? -1)
  for (const signal of said) {
    if (signal.type === 'tool-call-delta' || signal.type === 'part-end') ends.add(signal.part)
  }
  ends.delete(-1) // calls that became parts only now
  return [
    ...said.filter((signal) => signal.type !== 'part-end'),
    ...[...ends].sort((a, b) => a - b).map((part): Signal => ({ type: 'part-end', part })),
  ]
}
