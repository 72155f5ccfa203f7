import type { Signal } from '../../frames'
import { at } from '../../persistent'
import { finishToolCalls } from '../shared/tool-calls'
import type { InteractionsCursor } from './cursor'
import { endStep } from './step'

/** Steps that were not ended end with the stream, and so do all calls of ours. */
export const finish = (cursor: InteractionsCursor): readonly Signal[] => {
  const said: Signal[] = []
  let current = cursor
  for (let position = 0; position < cursor.steps.size; position++) {
    if (at(cursor.steps, position)?.isOver !== false) continue
    const [next, more] = endStep(current, position)
    said.push(...more)
    current = next
  }
  const [, late] = finishToolCalls(current.calls, {
    choice: 0,
    nextPart: current.parts,
  })
  said.push(...late)
  for (let position = 0, unopened = current.parts; position < current.calls.calls.size; position++) {
    const part = at(current.calls.calls, position)?.part ?? -1
    said.push({ type: 'part-end', part: part < 0 ? unopened++ : part })
  }
  return said
}
