import type { Signal } from '../../frames'
import { toArray } from '../../persistent'
import { finishToolCalls } from '../shared/tool-calls'
import type { ResponsesCursor } from './cursor'
import { settleRest } from './settle'

/** What is left to say when the stream is over: the ends of items whose end never came, and of every call. */
export const finish = (cursor: ResponsesCursor): readonly Signal[] => {
  const [ended, said] = settleRest(cursor)
  const [, late] = finishToolCalls(ended.calls, { choice: 0, nextPart: ended.parts })
  const parts = new Set(toArray(ended.calls.calls).map(({ part }) => part))
  for (const signal of late) if (signal.type === 'tool-call-delta') parts.add(signal.part)
  const ends = [...parts].filter((part) => part >= 0).map((part): Signal => ({ type: 'part-end', part }))
  return [...said, ...late, ...ends]
}
