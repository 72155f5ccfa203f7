import type { Signal } from '../../frames'
import { at } from '../../persistent'
import { mapAccum } from '../shared/signals'
import { finishToolCalls } from '../shared/tool-calls'
import { stopBlock } from './blocks'
import type { AnthropicCursor } from './cursor'

/** Ends the blocks that were never stopped, and the calls, in order of their parts. */
export const finish = (cursor: AnthropicCursor): readonly Signal[] => {
  const places = Array.from({ length: cursor.open > 0 ? cursor.blocks.size : 0 }, (_, place) => place)
  const [{ calls, parts }, last] = mapAccum(cursor, places, stopBlock)
  const [, late] = finishToolCalls(calls, { choice: 0, nextPart: parts, cumulative: false })
  const said = [...last, ...late]
  const ends = new Set<number>()
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
