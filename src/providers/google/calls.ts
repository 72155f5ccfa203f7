import { isRecord, mergeJson, toJson } from '../../data'
import type { ToolCallSignal } from '../../frames'
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
 * whose arguments are still coming, or right behind a call without arguments is where those come.
 *
 * @see https://github.com/smallmain/vscode-unify-chat-provider/issues/48
 */
export const readCall = (desk: Desk, part: GeminiPart, call: GeminiFunctionCall): Said => {
  const { streamed } = desk.lane
  const isNext = streamed !== null && textOf(call.name) === ''
  if (isNext && streamed.isAnnounced) return goOn(desk, streamed, part, call)
  const isEcho = Object.keys(call).length === 0 && restOf(part, FUNCTION_CALL) === null // ends a call that has ended
  if (isEcho) return [desk, NOTHING]
  if (isNext && isOf(streamed, call)) return goOnUnannounced(desk, streamed, part, call)
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
  if (!isBlank(call)) return [opened, [...ended, ...odd, { ...opening, arguments: argumentText(call) }]]
  const streamed = streamedCall(opening, argumentText(call), isStreamed(call))
  const [after, more] = takeValues(opened, streamed, call)
  return [after, [...ended, ...odd, opening, ...more]]
}

const SAME_ID = 'Two tool calls have the same id; the later one got its own.'
const NO_NAME = 'A tool call never got a name.'

const isStreamed = ({ willContinue, partialArgs }: GeminiFunctionCall): boolean =>
  willContinue === true || Array.isArray(partialArgs)

/** The text of arguments that come whole, '' where none do. */
const argumentText = ({ args }: GeminiFunctionCall): string => {
  if (args === undefined || args === null) return ''
  return typeof args === 'string' ? args : JSON.stringify(toJson(args))
}

/** No arguments, or those that may stand for arguments to come. */
const isBlank = ({ args }: GeminiFunctionCall): boolean => {
  if (args === undefined || args === null) return true
  return typeof args === 'string' ? args.trim() === '' : isRecord(args) && Object.keys(args).length === 0
}

/** An entry with another id is of another call, and among calls without names nothing tells which are one. */
const isOf = ({ opening }: StreamedCall, call: GeminiFunctionCall): boolean =>
  opening.name !== '' && (textOf(call.id) === '' || call.id === opening.id)

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
  if (!isBlank(call)) {
    const whole = { ...marked.opening, arguments: argumentText(call) }
    return [withLane(desk, { streamed: null }), [{ type: 'reset', ...where }, whole]]
  }
  const [after, said] = takeValues(desk, { ...marked, held: argumentText(call) || marked.held }, call)
  return extra === undefined
    ? [after, said]
    : [after, [{ type: 'tool-call-delta', ...where, arguments: '', extra }, ...said]]
}

/** Nothing was told of the call but that it is there, so that whatever comes is added to it. */
const goOnUnannounced = (
  desk: Desk,
  streamed: StreamedCall,
  part: GeminiPart,
  call: GeminiFunctionCall,
): Said => {
  const { part: number, choice = 0 } = streamed.opening
  const where = place(number, choice)
  const note = issue('tool-call-name-blank', NAMELESS, where)
  if (!isBlank(call)) {
    const rest: ToolCallSignal = {
      type: 'tool-call-delta',
      ...where,
      arguments: argumentText(call),
      ...extraOf(part, call),
    }
    return [withLane(desk, { streamed: null }), [note, rest]]
  }
  const [after, said] = goOn(desk, { ...streamed, isAnnounced: isStreamed(call) }, part, call)
  return [after, [note, ...said]]
}

const NAMELESS = 'Arguments came without a name behind a call that had none; they were taken as its own.'

const takeValues = (desk: Desk, streamed: StreamedCall, call: GeminiFunctionCall): Said => {
  const entries = Array.isArray(call.partialArgs) ? call.partialArgs : []
  const [taken, said] = mapAccum(streamed, entries, takeValue)
  return call.willContinue === true || !streamed.isAnnounced
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
  if (!streamed.isAnnounced) return closeOpen(desk)
  const settled = withLane(desk, { streamed: null })
  if (!isOver || streamed.awaits) return [settled, NOTHING]
  const { part, choice = 0 } = streamed.opening
  return [settled, [issue('tool-call-unended', UNENDED, place(part, choice)), ...endValues(streamed)]]
}

const UNENDED = 'The end of a tool call was never said; what came after it ended it.'
