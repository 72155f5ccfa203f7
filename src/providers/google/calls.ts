import type { ToolCallSignal } from '../../frames'
import { mergeJson, toJson } from '../../json'
import { get, push, put } from '../../persistent'
import { textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING, place } from '../shared/signals'
import { freeId } from '../shared/tool-calls'
import { closeOpen, type Desk, type Said, withLane, withNextPart } from './desk'
import type { GeminiFunctionCall, GeminiPart } from './events'
import { endValues, type StreamedCall, streamedCall, takeValue } from './partial-args'

/**
 * A function call. Each part is a whole call of its own, whatever other calls are named, save that one without a name goes on with the call
 * whose arguments are still coming.
 */
export const readCall = (desk: Desk, part: GeminiPart, call: GeminiFunctionCall): Said => {
  const { streamed } = desk.lane
  const isNext = streamed !== null && textOf(call.name) === ''
  if (isNext) return goOn(desk, streamed, part, call)
  const isEcho = Object.keys(call).length === 0 && restOf(part, FUNCTION_CALL) === null // ends a call that has ended
  if (isEcho) return [desk, NOTHING]
  const [settled, late] = settleStreamed(desk, true)
  const [opened, said] = openCall(settled, part, call)
  return [opened, [...late, ...said]]
}

const FUNCTION_CALL: ReadonlySet<string> = new Set(['functionCall'])
const READ_FIELDS: ReadonlySet<string> = new Set(['id', 'name', 'args', 'partialArgs', 'willContinue'])

const openCall = (desk: Desk, part: GeminiPart, call: GeminiFunctionCall): Said => {
  const [closed, ended] = closeOpen(desk)
  const { lane, parts } = closed
  const wireId = textOf(call.id)
  const isOwn = wireId !== '' && get(lane.ids, wireId) === undefined
  const id = isOwn ? wireId : freeId(lane.ids, wireId, lane.calls.size, lane.choice)
  const where = place(parts, lane.choice)
  const text = argumentText(call)
  const opening: ToolCallSignal = {
    type: 'tool-call-delta',
    ...where,
    id,
    name: textOf(call.name),
    arguments: '',
    ...extraOf(part, call),
    ...(!isOwn && { synthesizedId: true as const }),
  }
  const opened = withLane(withNextPart(closed), {
    calls: push(lane.calls, parts),
    ids: put(lane.ids, id, lane.calls.size),
  })
  const odd = [
    ...(isOwn || wireId === '' ? [] : [issue('duplicate-tool-call-id', SAME_ID, where)]),
    ...(opening.name === '' ? [issue('tool-call-name-missing', NO_NAME, where)] : []),
  ]
  const said = [...ended, ...odd, { ...opening, arguments: text ?? '' }]
  if (text !== undefined || !isStreamed(call)) return [opened, said]
  const [after, more] = takeValues(opened, streamedCall(opening), call)
  return [after, [...said, ...more]]
}

const SAME_ID = 'Two tool calls have the same id; the later one got its own.'
const NO_NAME = 'A tool call never got a name.'

const isStreamed = ({ willContinue, partialArgs }: GeminiFunctionCall): boolean =>
  willContinue === true || Array.isArray(partialArgs)

/** The text of arguments that come whole. */
const argumentText = ({ args }: GeminiFunctionCall): string | undefined => {
  if (args === undefined || args === null) return undefined
  return typeof args === 'string' ? args : JSON.stringify(toJson(args))
}

/** The other fields of the part, its thought signature above all, and of the call: they go back with it, from where they stood. */
const extraOf = (part: GeminiPart, call: GeminiFunctionCall): Pick<ToolCallSignal, 'extra'> => {
  const rest = restOf(part, FUNCTION_CALL)
  const inside = restOf(call, READ_FIELDS)
  if (inside !== null) return { extra: { ...rest, functionCall: inside } }
  return rest === null ? {} : { extra: rest }
}

const goOn = (desk: Desk, streamed: StreamedCall, part: GeminiPart, call: GeminiFunctionCall): Said => {
  const { part: number, choice = 0, extra: held } = streamed.opening
  const where = place(number, choice)
  const { extra } = extraOf(part, call)
  const marked =
    extra === undefined
      ? streamed
      : { ...streamed, opening: { ...streamed.opening, extra: mergeJson(held ?? {}, extra) } }
  const text = argumentText(call)
  if (text !== undefined) {
    const whole = { ...marked.opening, arguments: text }
    return [withLane(desk, { streamed: null }), [{ type: 'reset', ...where }, whole]]
  }
  const [after, said] = takeValues(desk, marked, call)
  return extra === undefined
    ? [after, said]
    : [after, [{ type: 'tool-call-delta', ...where, arguments: '', extra }, ...said]]
}

const takeValues = (desk: Desk, streamed: StreamedCall, call: GeminiFunctionCall): Said => {
  const entries = Array.isArray(call.partialArgs) ? call.partialArgs : []
  const [taken, said] = mapAccum(streamed, entries, takeValue)
  return call.willContinue === true
    ? [withLane(desk, { streamed: taken }), said]
    : [withLane(desk, { streamed: null }), [...said, ...endValues(taken)]]
}

/**
 * Ends the call whose arguments are still coming, where its end was never said. With evidence that the model went on from it the call is whole,
 * unless more of its last value was due; else its text stays open.
 */
export const settleStreamed = (desk: Desk, isOver: boolean): Said => {
  const { streamed } = desk.lane
  if (streamed === null) return [desk, NOTHING]
  const settled = withLane(desk, { streamed: null })
  if (!isOver || streamed.awaits) return [settled, NOTHING]
  const { part, choice = 0 } = streamed.opening
  return [settled, [issue('tool-call-unended', UNENDED, place(part, choice)), ...endValues(streamed)]]
}

const UNENDED = 'The end of a tool call was never said; what came after it ended it.'
