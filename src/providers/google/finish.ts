import type { Signal } from '../../frames'
import { toArray } from '../../persistent'
import { settleStreamed } from './calls'
import type { GoogleCursor, Lane } from './cursor'
import { closeOpen, type Desk } from './desk'
import { finishReason } from './finish-reason'

/** No part's end is marked, so that all that is open ends with the stream, in order of appearance. */
export const finish = (cursor: GoogleCursor): readonly Signal[] =>
  cursor.lanes.flatMap((lane) => finishLane({ parts: cursor.parts, lane }))

const finishLane = (desk: Desk): readonly Signal[] => {
  const [settled, late] = settleStreamed(desk, isDone(desk.lane))
  const [, ended] = closeOpen(settled)
  const calls = toArray(desk.lane.calls).map((part): Signal => ({ type: 'part-end', part }))
  return [...late, ...calls, ...ended]
}

/** The model came to its end by itself. */
const isDone = ({ finish: word }: Lane): boolean => finishReason(word, false)?.kind === 'stop'
