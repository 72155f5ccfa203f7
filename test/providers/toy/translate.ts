import { finiteNumber, isRecord, toJson, toJsonObject } from '../../../src/data'
import type { Continuation, Signal } from '../../../src/frames'
import { push, toArray } from '../../../src/persistent'
import type { ToyCursor } from './cursor'

type Said = readonly [ToyCursor, readonly Signal[]]

export const translate = (cursor: ToyCursor, event: unknown): Said => {
  if (!isRecord(event)) return [cursor, [MALFORMED]]
  if (typeof event['say'] === 'string') return say(cursor, event['say'])
  if (isRecord(event['ask'])) return ask(cursor, event['ask'])
  if (typeof event['stop'] === 'string') return stop(cursor, event['stop'], event['tokens'])
  return event['bye'] === true ? [cursor, [{ type: 'done' }]] : [cursor, [MALFORMED]]
}

const MALFORMED: Signal = {
  type: 'issue',
  issue: { code: 'malformed-event', message: 'An event says nothing that is known; it was left out.' },
}

const say = (cursor: ToyCursor, text: string): Said => {
  if (text === '') return [cursor, []]
  const opened = cursor.text < 0 ? { ...cursor, text: cursor.parts, parts: cursor.parts + 1 } : cursor
  return [opened, [...lane(cursor), { type: 'text-delta', part: opened.text, text }]]
}

const ask = (cursor: ToyCursor, { id, tool, with: input }: Readonly<Record<string, unknown>>): Said => {
  const part = cursor.parts
  const call: Signal = {
    type: 'tool-call-delta',
    part,
    id: typeof id === 'string' ? id : '',
    name: typeof tool === 'string' ? tool : '',
    arguments: JSON.stringify(toJson(input ?? {})),
  }
  return [
    { ...cursor, parts: part + 1, text: -1, calls: push(cursor.calls, part) },
    [...lane(cursor), ...endText(cursor), call],
  ]
}

const stop = (cursor: ToyCursor, reason: string, tokens: unknown): Said => {
  const kind = reason === 'full' ? 'length' : 'stop'
  return [
    cursor,
    [...lane(cursor), ...count(tokens), { type: 'finish', choice: 0, reason: { kind, raw: reason } }],
  ]
}

const count = (tokens: unknown): readonly Signal[] => {
  if (!isRecord(tokens)) return []
  const [inputTokens, outputTokens] = [finiteNumber(tokens['in']), finiteNumber(tokens['out'])]
  return inputTokens === undefined || outputTokens === undefined
    ? []
    : [{ type: 'usage', usage: { inputTokens, outputTokens, raw: toJsonObject(tokens) } }]
}

/** The first thing that is said makes the one choice known. */
const lane = (cursor: ToyCursor): readonly Signal[] =>
  cursor.parts === 0 ? [{ type: 'choice', choice: 0 }] : []

const endText = ({ text }: ToyCursor): readonly Signal[] =>
  text < 0 ? [] : [{ type: 'part-end', part: text }]

/** The short way: more of the open text, and nothing beside it. */
export const continuation = ({ text }: ToyCursor, event: unknown): Continuation | undefined => {
  if (text < 0 || !isRecord(event)) return undefined
  for (const key in event) if (key !== 'say') return undefined
  const more = event['say']
  return typeof more === 'string' && more !== ''
    ? { type: 'text-delta', part: text, choice: 0, text: more }
    : undefined
}

export const finish = (cursor: ToyCursor): readonly Signal[] => [
  ...endText(cursor),
  ...toArray(cursor.calls).map((part): Signal => ({ type: 'part-end', part })),
]
