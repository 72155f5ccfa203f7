import type { Signal } from '../../frames'
import { at } from '../../persistent'
import { mapAccum, wholeMessage } from '../shared/signals'
import { finishToolCalls } from '../shared/tool-calls'
import type { ChatCursor, Lane } from './cursor'
import { readMessage } from './delta'
import { choiceOf, closeOpen, type Desk, type Said } from './desk'
import { settleTags } from './think'

/** Chat Completions marks no part's end, so that all that is open ends with the stream, in order of appearance. */
export const finish = (cursor: ChatCursor): readonly Signal[] => {
  const [, said] = mapAccum(cursor.parts, cursor.lanes, (parts, lane) => finishLane(cursor, parts, lane))
  return said
}

const finishLane = (cursor: ChatCursor, parts: number, lane: Lane): readonly [number, readonly Signal[]] => {
  const desk: Desk = { options: cursor.options, parts, lane }
  const [flushed, flushedSaid] = settleTags(desk)
  const [stated, statedSaid] = stateMessage(flushed)
  const [nextPart, callsSaid] = finishToolCalls(stated.lane.calls, {
    choice: lane.choice,
    nextPart: stated.parts,
  })
  const [, ends] = closeOpen(stated)
  const blank = sayBlankReasoning(stated.lane)
  return [
    nextPart,
    [...flushedSaid, ...statedSaid, ...blank, ...callsSaid, ...endsOf(stated.lane, callsSaid, ends)],
  ]
}

/** A message that came whole counts only if no delta had content. */
const stateMessage = (desk: Desk): Said => {
  const { message, touched } = desk.lane
  if (message === null || touched) return [desk, []]
  const [after, said] = readMessage(desk, message)
  return [after, [wholeMessage(choiceOf(desk)), ...said]]
}

/** DeepSeek and others want an empty reasoning field back as it came; where reasoning came after all, it says nothing. */
const sayBlankReasoning = ({ blankReasoning, reasoned, choice }: Lane): readonly Signal[] =>
  blankReasoning === '' || reasoned
    ? []
    : [
        {
          type: 'metadata',
          scope: 'message',
          ...(choice !== 0 && { choice }),
          metadata: { [blankReasoning]: '' },
        },
      ]

const endsOf = (lane: Lane, late: readonly Signal[], open: readonly Signal[]): readonly Signal[] => {
  const parts = new Set<number>()
  for (let position = 0; position < lane.calls.calls.size; position++) {
    const call = at(lane.calls.calls, position)
    if (call !== undefined && call.part >= 0) parts.add(call.part)
  }
  for (const signal of [...late, ...open]) {
    if (signal.type === 'tool-call-delta' || signal.type === 'part-end') parts.add(signal.part)
  }
  if (lane.audio >= 0) parts.add(lane.audio)
  return [...parts].sort((a, b) => a - b).map((part) => ({ type: 'part-end', part }))
}
