import { isRecord } from '../../data'
import type { Signal } from '../../frames'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import { readToolCall, type ToolCallDelta } from '../shared/tool-calls'
import { choiceOf, closeOpen, type Desk, type Reader, type Said, withLane, withNextPart } from './desk'
import { settleTags } from './think'
import { toFunctionCallDelta, toToolCallDelta } from './tool-call'

/** `[]` and null are nothing. */
export const readToolCalls: Reader = (desk, delta) =>
  Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0
    ? mapAccum(desk, delta.tool_calls, readEntry)
    : null

/** One entry of `tool_calls`. */
export const readEntry = (desk: Desk, entry: unknown): Said =>
  isRecord(entry) ? readCall(desk, toToolCallDelta(entry)) : [desk, [malformed(desk)]]

const malformed = (desk: Desk): Signal =>
  issue('tool-call-malformed', 'A tool-call entry is no object; it was left out.', choiceOf(desk))

export const readFunctionCall: Reader = (desk, delta) =>
  isRecord(delta.function_call) ? readCall(desk, toFunctionCallDelta(delta.function_call)) : null

const readCall = (desk: Desk, delta: ToolCallDelta): Said => {
  const [settled, held] = settleTags(desk)
  const { lane, options, parts } = settled
  const read = readToolCall(lane.calls, delta, {
    choice: lane.choice,
    nextPart: parts,
    cumulative: options.cumulative === true,
  })
  const [closed, ended] = read.opened ? closeOpen(settled) : ([settled, NOTHING] as const)
  const after = withLane(closed, { calls: read.calls, touched: true })
  return [
    read.opened ? withNextPart(after) : after,
    held.length + ended.length === 0 ? read.signals : [...held, ...ended, ...read.signals],
  ]
}
