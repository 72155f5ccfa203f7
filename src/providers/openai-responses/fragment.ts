import { isRecord, isSameJson } from '../../data'
import type { Continuation, ReasoningKind, Signal } from '../../frames'
import { at } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { issue, NOTHING } from '../shared/signals'
import { readArguments, settleArguments } from './calls'
import type { ItemKind, Open, ResponsesCursor } from './cursor'
import type { ResponsesEvent } from './events'
import { findItem, indexOf, itemFor, type Said } from './items'
import { announcePiece, openPiece, pieceType, readLogprobs, toPiece } from './pieces'
import { breakSection, readSection, settleSection } from './reasoning'

/** What comes in fragments under one name: `response.<name>.delta`, and whole at the end of it in `response.<name>.done`. */
interface Topic {
  readonly kind: ItemKind
  /** The item's type on the wire. */
  readonly type: string
  readonly as: Continuation['type'] | ''
}

const topic = (kind: ItemKind, type: string, as: Topic['as']): Topic => ({ kind, type, as })

const MESSAGE = topic('message', 'message', 'text-delta')
const REASONING = topic('reasoning', 'reasoning', 'reasoning-delta')
const SUMMARY = topic('reasoning', 'reasoning', 'summary-delta')
const HOSTED = topic('server-tool-call', '', '')

/** `content_part` and `reasoning` have deltas in OpenRouter's dialect only. */
const TOPICS: ReadonlyMap<string, Topic> = new Map([
  ['output_text', MESSAGE],
  ['content_part', MESSAGE],
  ['refusal', topic('message', 'message', 'refusal-delta')],
  ['reasoning_text', REASONING],
  ['reasoning_part', REASONING],
  ['reasoning', REASONING],
  ['reasoning_summary_text', SUMMARY],
  ['reasoning_summary_part', SUMMARY],
  ['function_call_arguments', topic('tool-call', 'function_call', 'tool-call-delta')],
  ['custom_tool_call_input', topic('tool-call', 'custom_tool_call', 'tool-call-delta')],
  ['mcp_call_arguments', HOSTED],
  ['code_interpreter_call_code', HOSTED],
  ['shell_call_command', HOSTED],
  ['apply_patch_call_operation_diff', HOSTED],
])

/** Reads what concerns a part of an item; null for events of other kinds. */
export const readFragment = (
  cursor: ResponsesCursor,
  event: ResponsesEvent,
  name: string,
  step: string,
): Said | null => {
  const found = TOPICS.get(name)
  if (found === undefined) return null
  switch (step) {
    case 'delta':
      return readDelta(cursor, event, found)
    case 'added':
      return isRecord(event.part) ? readAdded(cursor, event, event.part, found) : [cursor, NOTHING]
    case 'done':
      return isRecord(event.part)
        ? readPartDone(cursor, event, event.part, found)
        : readDone(cursor, event, found)
    default:
      return null
  }
}

const kindIn = ({ as }: Topic): ReasoningKind => (as === 'summary-delta' ? 'summary' : 'content')

const withinOf = ({ as }: Topic, event: ResponsesEvent): unknown =>
  as === 'summary-delta' ? event.summary_index : event.content_index

const readDelta = (cursor: ResponsesCursor, event: ResponsesEvent, its: Topic): Said => {
  const { delta } = event
  if (delta === undefined || delta === null || delta === '') return [cursor, NOTHING]
  if (typeof delta !== 'string')
    return [cursor, [issue('malformed-event', 'A `delta` is no text; it was left out.')]]
  if (its.as === '') return readHosted(cursor, event, delta)
  const [held, position, odd] = itemFor(cursor, event, its.kind, { type: its.type })
  const [after, said] = sayDelta(held, position, event, its, delta)
  const all = odd.length === 0 ? said : [...odd, ...said]
  return [withOpen(after, goesOn(after, position) ? openBy(event, its, all) : null), all]
}

/** Whether more arguments of a call leave the cursor as it is. */
const goesOn = ({ items, calls }: ResponsesCursor, position: number): boolean => {
  const item = at(items, position)
  const call = item === undefined ? undefined : at(calls.calls, item.call)
  return call === undefined || (call.begun && call.scan === null)
}

const sayDelta = (
  cursor: ResponsesCursor,
  position: number,
  event: ResponsesEvent,
  its: Topic,
  text: string,
): Said => {
  const index = indexOf(withinOf(its, event))
  switch (its.kind) {
    case 'reasoning':
      return readSection(cursor, position, kindIn(its), index, text)
    case 'tool-call':
      return readArguments(cursor, position, text)
    default: {
      const type = its.as === 'refusal-delta' ? 'refusal' : 'text'
      const [opened, part, marks] = openPiece(cursor, position, type, index)
      const [scored, logprobs] = readLogprobs(opened, position, event.logprobs, true)
      return [scored, [...marks, { type: `${type}-delta`, part, text }, ...logprobs]]
    }
  }
}

/** What a tool that the provider runs is given. Of one that the client runs nothing is told before it is whole. */
const readHosted = (cursor: ResponsesCursor, event: ResponsesEvent, input: string): Said => {
  const found = findItem(
    cursor,
    textOf(event.item_id),
    indexOf(event.output_index),
    (kind) => kind === 'server-tool-call',
  )
  const part = found === undefined ? -1 : (at(cursor.items, found.position)?.part ?? -1)
  return part < 0
    ? [cursor, NOTHING]
    : [cursor, [...(found?.oddities ?? NOTHING), { type: 'server-tool-call-delta', part, input }]]
}

/** How the next fragment of the same part will look; null where this one was odd, as the next one will be. */
const openBy = (event: ResponsesEvent, its: Topic, said: readonly Signal[]): Open | null => {
  const last = said.at(-1)
  if (its.as === '' || last === undefined || !('part' in last) || said.some(({ type }) => type === 'issue'))
    return null
  return {
    event: event.type ?? '',
    item: nameOf(event.item_id),
    index: numberOf(event.output_index),
    within: numberOf(withinOf(its, event)),
    part: last.part,
    as: its.as,
  }
}

const nameOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const withOpen = (cursor: ResponsesCursor, open: Open | null): ResponsesCursor =>
  isSameJson(cursor.open, open) ? cursor : { ...cursor, open }

const readAdded = (cursor: ResponsesCursor, event: ResponsesEvent, part: Fields, its: Topic): Said => {
  const isThought = its.kind === 'reasoning' || part['type'] === 'reasoning_text'
  const kind = isThought ? 'reasoning' : 'message'
  const [held, position, odd] = itemFor(cursor, event, kind, { type: kind })
  const [after, said] = isThought
    ? breakSection(held, position)
    : announcePiece(held, position, pieceType(part), indexOf(event.content_index))
  return [after, [...odd, ...said]]
}

const readPartDone = (cursor: ResponsesCursor, event: ResponsesEvent, part: Fields, its: Topic): Said => {
  if (its.kind === 'reasoning') return readDone(cursor, { ...event, text: textOf(part['text']) }, its)
  if (part['type'] === 'reasoning_text')
    return readDone(cursor, { ...event, text: textOf(part['text']) }, REASONING)
  const content = toPiece(part)
  const type = pieceType(part)
  if (content === undefined || type === 'unknown') return [cursor, NOTHING] // what comes whole comes with its item's end
  const [held, position, odd] = itemFor(cursor, event, 'message', { type: 'message' })
  const [opened, number, marks] = openPiece(held, position, type, indexOf(event.content_index))
  const [scored, logprobs] = readLogprobs(opened, position, part['logprobs'], false)
  return [
    scored,
    [
      ...odd,
      ...marks,
      ...logprobs,
      { type: 'part-end', part: number, ...(number === scored.piece && { open: true }), content },
    ],
  ]
}

const readDone = (cursor: ResponsesCursor, event: ResponsesEvent, its: Topic): Said => {
  if (its.as === '') return [cursor, NOTHING] // the item's end has it
  if (its.kind === 'message') {
    const type = its.as === 'refusal-delta' ? 'refusal' : 'output_text'
    return readPartDone(
      cursor,
      event,
      { type, text: event.text, refusal: event.refusal, logprobs: event.logprobs },
      its,
    )
  }
  const value = its.kind === 'reasoning' ? event.text : (event.arguments ?? event.input)
  if (value === undefined || value === null || value === '') return [cursor, NOTHING]
  const [held, position, odd] = itemFor(cursor, event, its.kind, { type: its.type })
  const [after, said] =
    its.kind === 'reasoning'
      ? settleSection(held, position, kindIn(its), indexOf(withinOf(its, event)), textOf(value))
      : settleArguments(held, position, value, { type: its.type, name: event.name })
  return [after, [...odd, ...said]]
}

/** What a text rests on. */
export const readAnnotation = (
  cursor: ResponsesCursor,
  event: ResponsesEvent,
  citation: (part: number) => Signal,
): Said => {
  const [held, position, odd] = itemFor(cursor, event, 'message', { type: 'message' })
  const [opened, part, marks] = openPiece(held, position, 'text', indexOf(event.content_index))
  return [opened, [...odd, ...marks, citation(part)]]
}
