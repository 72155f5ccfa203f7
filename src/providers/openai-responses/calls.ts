import { type JsonObject, toJson } from '../../data'
import { type ContentPart, type Signal, UNFINISHED_INPUT } from '../../frames'
import { at } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { issue, NOTHING } from '../shared/signals'
import { readToolCall } from '../shared/tool-calls'
import type { Item, ResponsesCursor } from './cursor'
import { extraOf, type Said, withItem } from './items'

// Calls that the client runs. Results go by `call_id`; the item's own `id` is kept in `extra`.

interface More {
  readonly id?: string
  readonly name?: string
  readonly text?: string
  /** The text is all there is, not a fragment. */
  readonly isWhole?: boolean
  readonly isCustom?: boolean
  readonly extra?: JsonObject | null
}

const NONE: More = {}

/** Gives a call what came of it; its first id and name stay. */
const addToCall = (cursor: ResponsesCursor, position: number, more: More = NONE): Said => {
  const item = at(cursor.items, position)
  if (item === undefined) return [cursor, NOTHING]
  const index = item.call < 0 ? cursor.calls.calls.size : item.call
  const held = at(cursor.calls.calls, index)
  const read = readToolCall(
    cursor.calls,
    {
      index,
      id: held === undefined || held.id === '' ? (more.id ?? '') : '',
      name: held === undefined || held.name === '' ? (more.name ?? '') : '',
      kind: more.isCustom === true ? 'custom' : 'function',
      arguments: { text: more.text ?? '', replaces: more.isWhole === true },
      extra: more.extra ?? null,
      oddities: [],
    },
    { choice: 0, nextPart: cursor.parts, cumulative: false },
  )
  const { part } = read.call
  const counted = { ...cursor, calls: read.calls, parts: cursor.parts + (read.opened ? 1 : 0) }
  const isKnown = item.call === index && item.part === part
  return [isKnown ? counted : withItem(counted, position, { ...item, call: index, part }), read.signals]
}

export const isCustom = ({ type }: Fields): boolean => type === 'custom_tool_call'

export const announceCall = (cursor: ResponsesCursor, position: number, wire: Fields): Said =>
  addToCall(cursor, position, {
    id: textOf(wire['call_id']),
    name: textOf(wire['name']),
    isCustom: isCustom(wire),
    extra: extraOf(wire, false),
  })

export const readArguments = (cursor: ResponsesCursor, position: number, text: string): Said =>
  addToCall(cursor, position, { text })

/**
 * The whole arguments, which count whatever the fragments were. The call goes on being open: it ends with the stream. Blank text says nothing.
 */
export const settleArguments = (
  cursor: ResponsesCursor,
  position: number,
  value: unknown,
  wire: Fields = {},
): Said => {
  const isText = typeof value === 'string'
  const text = isText ? value : value === undefined || value === null ? '' : JSON.stringify(toJson(value))
  const extra = extraOf(wire)
  const known = at(cursor.items, position)
  const isOpen = known !== undefined && known.part >= 0
  const [named, said] = addToCall(cursor, position, {
    id: textOf(wire['call_id']),
    name: textOf(wire['name']),
    ...(!isOpen && { text, isWhole: text !== '', isCustom: isCustom(wire) }),
    ...((!isOpen || text === '') && { extra }),
  })
  const item = at(named.items, position)
  if (item === undefined || text === '') return [named, said]
  const settled = item.raw === null ? named : withItem(named, position, { ...item, raw: NOTHING_LEFT })
  if (!isOpen) return [settled, said]
  const oddities: readonly Signal[] = isText ? NOTHING : [ARGUMENTS_OBJECT(item.part)]
  return [
    settled,
    [
      ...oddities,
      ...said,
      { type: 'part-end', part: item.part, open: true, content: callOf(named, item, text, extra) },
    ],
  ]
}

/** Of an announcement whose arguments the whole ones have replaced. */
const NOTHING_LEFT: JsonObject = Object.freeze({})

const ARGUMENTS_OBJECT = (part: number): Signal =>
  issue('tool-call-arguments-object', 'Tool-call arguments came as a JSON value; its text was taken.', {
    part,
  })

const callOf = (cursor: ResponsesCursor, item: Item, text: string, extra: JsonObject | null): ContentPart => {
  const call = at(cursor.calls.calls, item.call)
  return {
    type: 'tool-call',
    id: call?.id ?? '',
    name: call?.name ?? '',
    arguments: text,
    input: UNFINISHED_INPUT,
    kind: call?.kind ?? 'function',
    ...(extra !== null && { extra }),
  }
}
