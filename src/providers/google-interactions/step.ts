import { isRecord, toJson, toJsonObject } from '../../data'
import { get, push, put } from '../../persistent'
import { type Fields, textOf } from '../shared/fields'
import { issue, NOTHING } from '../shared/signals'
import { addArguments, openCall, sayHeld } from './calls'
import { readContent, readEach, readSignature, readSummary } from './content'
import { type InteractionsCursor, initialStep } from './cursor'
import { closeOpen, type Said, sayWhole, stepAt, withStep } from './desk'
import type { InteractionDelta } from './events'
import { endHosted, openHosted } from './hosted'

/** What is told of a step as it comes; any other is told whole at its end. */
type Kind = 'output' | 'thought' | 'call' | 'whole'

const kindOf = (type: string): Kind => {
  switch (type) {
    case 'model_output':
      return 'output'
    case 'thought':
      return 'thought'
    case 'function_call':
      return 'call'
    default:
      return 'whole'
  }
}

/** The position of the step that an index means; without one, of the last. Undefined where there is none that is still open. */
export const positionOf = (cursor: InteractionsCursor, index: unknown): number | undefined => {
  const position = Number.isInteger(index) ? get(cursor.byIndex, String(index)) : cursor.steps.size - 1
  return position === undefined || position < 0 || stepAt(cursor, position).isOver ? undefined : position
}

/** A step begins; what its start holds already is read. */
export const startStep = (cursor: InteractionsCursor, index: unknown, step: Fields): Said => {
  const type = textOf(step['type'])
  const kind = kindOf(type)
  const position = cursor.steps.size
  const [closed, ended] = closeOpen(cursor)
  const opened: InteractionsCursor = {
    ...closed,
    steps: push(cursor.steps, initialStep(type, kind === 'whole' ? toJsonObject(step) : {})),
    byIndex: Number.isInteger(index) ? put(cursor.byIndex, String(index), position) : cursor.byIndex,
  }
  return both([opened, ended], (current) => readStart(current, position, kind, step))
}

const readStart = (cursor: InteractionsCursor, position: number, kind: Kind, step: Fields): Said => {
  switch (kind) {
    case 'output':
      return readEach(cursor, position, step['content'], readContent)
    case 'thought':
      return both(readEach(cursor, position, step['summary'], readSummary), (after) =>
        readSignature(after, position, step['signature']),
      )
    case 'call':
      return openCall(cursor, position, step)
    case 'whole':
      return openHosted(cursor, position)
  }
}

const both = ([cursor, said]: Said, next: (cursor: InteractionsCursor) => Said): Said => {
  const [after, more] = next(cursor)
  return [after, said.length === 0 ? more : [...said, ...more]]
}

/** More of a step. One that was never started starts with it. */
export const addDelta = (cursor: InteractionsCursor, index: unknown, delta: InteractionDelta): Said => {
  const position = positionOf(cursor, index)
  if (position !== undefined) return readDelta(cursor, position, delta)
  const oddity = issue('step-not-started', 'A step went on that was not started; it was started with that.')
  const [opened, said] = startStep(cursor, index, { type: stepTypeOf(textOf(delta.type)) })
  return both([opened, [oddity, ...said]], (after) => readDelta(after, cursor.steps.size, delta))
}

const stepTypeOf = (type: string): string => {
  if (OUTPUT.has(type)) return 'model_output'
  if (type.startsWith('thought')) return 'thought'
  return type === 'arguments_delta' ? 'function_call' : type
}

const OUTPUT: ReadonlySet<string> = new Set([
  'text',
  'text_annotation_delta',
  'text_annotation',
  'image',
  'audio',
  'video',
  'document',
])

const readDelta = (cursor: InteractionsCursor, position: number, delta: InteractionDelta): Said => {
  const type = textOf(delta.type)
  if (OUTPUT.has(type)) return readContent(cursor, position, delta)
  switch (type) {
    case 'thought_summary':
      return readSummary(cursor, position, delta.content)
    case 'thought_signature':
      return readSignature(cursor, position, delta.signature)
    case 'arguments_delta':
      return addArguments(cursor, position, delta.arguments)
    case 'function_call':
      return openCall(cursor, position, delta)
    default:
      return kindOf(stepAt(cursor, position).type) === 'whole'
        ? [
            withStep(cursor, position, {
              pieces: push(stepAt(cursor, position).pieces, toJsonObject(delta)),
            }),
            NOTHING,
          ]
        : readContent(cursor, position, delta)
  }
}

/** A step is over. A call of ours stays open: only the end of the stream tells whether it was cut. */
export const endStep = (cursor: InteractionsCursor, position: number): Said => {
  const over = withStep(cursor, position, { isOver: true })
  const closed: Said = cursor.open?.step === position ? closeOpen(over) : [over, NOTHING]
  return both(closed, (after) => {
    switch (kindOf(stepAt(cursor, position).type)) {
      case 'call':
        return sayHeld(after, position)
      case 'whole':
        return endHosted(after, position)
      default:
        return [after, NOTHING]
    }
  })
}

/** A step of the answer as it is repeated whole, or a content block in place of one. */
export const stepOf = (wire: unknown): Fields => {
  if (!isRecord(wire)) return {}
  return OUTPUT.has(textOf(wire['type'])) ? { type: 'model_output', content: [wire] } : wire
}

/** Reads a step that comes in one piece. */
export const wholeStep = (cursor: InteractionsCursor, wire: unknown): Said =>
  isRecord(wire)
    ? both(startStep(cursor, undefined, stepOf(wire)), (after) => endStep(after, cursor.steps.size))
    : sayWhole(cursor, { type: 'unknown', raw: toJson(wire) })
