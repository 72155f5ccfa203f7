import { isRecord, toJson } from '../../data'
import { isNoText, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { readToolCall } from '../shared/tool-calls'
import type { InteractionsCursor } from './cursor'
import { type Said, stepAt, withStep } from './desk'

/** The start of a call, or a whole one. Its arguments are held back: most are an empty object that stands for fragments to come. */
export const openCall = (cursor: InteractionsCursor, position: number, step: object): Said => {
  const { arguments: value } = step as { readonly arguments?: unknown } // any field of an object may be read
  const isBlank =
    value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0)
  const held = isBlank ? '' : typeof value === 'string' ? value : JSON.stringify(toJson(value))
  return sayCall(withStep(cursor, position, { held }), position, step, '')
}

/** A value in place of a fragment is all of the arguments. */
export const addArguments = (cursor: InteractionsCursor, position: number, value: unknown): Said => {
  const isWhole = isNoText(value)
  const text = isWhole ? JSON.stringify(toJson(value)) : textOf(value)
  return sayCall(text.trim() === '' ? cursor : dropHeld(cursor, position), position, {}, text, isWhole)
}

/** The call's block is over: arguments that came whole count, unless fragments took their place. */
export const sayHeld = (cursor: InteractionsCursor, position: number): Said => {
  const { held } = stepAt(cursor, position)
  return held === '' ? [cursor, []] : sayCall(dropHeld(cursor, position), position, {}, held)
}

const dropHeld = (cursor: InteractionsCursor, position: number): InteractionsCursor =>
  stepAt(cursor, position).held === '' ? cursor : withStep(cursor, position, { held: '' })

const sayCall = (
  cursor: InteractionsCursor,
  position: number,
  step: object,
  text: string,
  replaces = false,
): Said => {
  const { id, name } = step as { readonly id?: unknown; readonly name?: unknown } // any field of an object may be read
  const read = readToolCall(
    cursor.calls,
    {
      index: position,
      id: textOf(id),
      name: textOf(name),
      kind: 'function',
      arguments: { text, replaces },
      extra: restOf(step, READ_FIELDS),
      oddities: replaces ? ['tool-call-arguments-object'] : [],
    },
    { choice: 0, nextPart: cursor.parts, cumulative: false },
  )
  const parts = read.opened ? cursor.parts + 1 : cursor.parts
  return [read.calls === cursor.calls ? cursor : { ...cursor, calls: read.calls, parts }, read.signals]
}

const READ_FIELDS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'arguments'])
