import type { Continuation, Signal } from '../../../src/frames'
import { isRecord, toJson } from '../../../src/json'
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
    { ...cursor, parts: part + 1, text: -1, calls: [...cursor.calls, part] },
    [...lane(cursor), ...endText(cursor), call],
  ]
}

const stop = (cursor: ToyCursor, reason: string, tokens: unknown): Said => {
  const counts = isRecord(tokens) ? tokens : {}
  const [input, output] = [Number(counts['in']), Number(counts['out'])]
  const usage: readonly Signal[] =
    Number.isFinite(input) && Number.isFinite(output)
      ? [{ type: 'usage', usage: { inputTokens: input + 0, outputTokens: output + 0, raw: {} } }]
      : []
  const kind = reason === 'full' ? 'length' : 'stop'
  return [cursor, [...lane(cursor), ...usage, { type: 'finish', choice: 0, reason: { kind, raw: reason } }]]
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
  ...cursor.calls.map((part): Signal => ({ type: 'part-end', part })),
]
