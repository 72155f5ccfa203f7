import { finiteNumber, isRecord, type JsonObject, toJson } from '../../data'
import type { Signal } from '../../frames'
import { readEntry } from '../openai/calls'
import { closeOpen, type Desk, type Said, withLane } from '../openai/desk'
import { sayReasoning } from '../openai/reasoning'
import { sayText } from '../openai/text'
import { settleTags } from '../openai/think'
import { sayWhole } from '../openai/whole'
import { isNoText, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { mapAccum, NOTHING, place } from '../shared/signals'
import type { CohereMessage, CohereStreamEvent } from './events'

/** What an event says of the message, and which block, call or citation it says it of. */
interface MessageDelta {
  readonly message: CohereMessage
  readonly index: unknown
}

type Reader = (desk: Desk, delta: MessageDelta) => Said | null

/** One thing in a delta, several in a list, none where there is nothing. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** Content blocks say where they begin and end. */
export const readBorder = (desk: Desk, { type }: CohereStreamEvent): Said | null =>
  type === 'content-start' || type === 'content-end' ? endBlock(desk) : null

const endBlock = (desk: Desk): Said => {
  const [settled, held] = settleTags(desk)
  const [closed, ended] = closeOpen(settled)
  return [closed, [...held, ...ended]]
}

/** The plan goes back in a field of its own, so that the part says that it is one. */
const TOOL_PLAN: JsonObject = { type: 'tool_plan' }

export const isPlan = ({ open }: Desk['lane']): boolean => open?.extra['type'] === TOOL_PLAN['type']

const readPlan: Reader = (desk, { message }) => {
  const { tool_plan } = message
  if (isNoText(tool_plan)) return keepPiece(desk, { tool_plan })
  const text = textOf(tool_plan)
  return text === '' ? null : sayPlan(desk, text)
}

const sayPlan = (desk: Desk, text: string): Said => {
  const [ready, ended] = isPlan(desk.lane) ? [desk, NOTHING] : endBlock(desk)
  const [said, signals] = sayReasoning(ready, text)
  const { open } = said.lane
  if (open === null || open === ready.lane.open) return [said, [...ended, ...signals]]
  return [
    withLane(said, { open: { ...open, extra: TOOL_PLAN } }),
    [...ended, ...signals, { type: 'reasoning-mark', ...place(open.part, 0), extra: TOOL_PLAN }],
  ]
}

const readContent: Reader = (desk, { message }) => {
  const pieces = listOf(message.content)
  return pieces.length === 0 ? null : mapAccum(desk, pieces, readPiece)
}

const readPiece = (desk: Desk, piece: unknown): Said => {
  if (!isRecord(piece) || isNoText(piece['text']) || isNoText(piece['thinking']))
    return keepPiece(desk, piece)
  const thought = textOf(piece['thinking'])
  const text = textOf(piece['text'])
  const extra = restOf(piece, READ_PIECE_FIELDS)
  if (thought + text === '') return extra === null ? [desk, NOTHING] : keepPiece(desk, piece)
  const [ready, ended] = thought !== '' && isPlan(desk.lane) ? endBlock(desk) : [desk, NOTHING]
  const [after, thinking] = thought === '' ? [ready, NOTHING] : sayReasoning(ready, thought)
  const [last, said] = text === '' ? [after, NOTHING] : sayText(after, text)
  return [last, [...ended, ...thinking, ...said, ...markOf(last, extra)]]
}

const keepPiece = (desk: Desk, piece: unknown): Said =>
  sayWhole(desk, { type: 'unknown', raw: toJson(piece) })

/** What else a piece has goes back with it. */
const markOf = ({ lane: { open } }: Desk, extra: JsonObject | null): readonly Signal[] => {
  if (extra === null || open === null) return NOTHING
  const { part, type } = open
  return type === 'reasoning'
    ? [{ type: 'reasoning-mark', part, extra }]
    : [{ type: 'text-mark', part, of: type, extra }]
}

const READ_PIECE_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'thinking'])

const readCalls: Reader = (desk, { message, index }) => {
  const entries = listOf(message.tool_calls)
  return entries.length === 0
    ? null
    : mapAccum(desk, entries, (current, entry) =>
        readEntry(current, isRecord(entry) ? { ...entry, index: entry['index'] ?? index } : entry),
      )
}

const readCitations: Reader = (desk, { message }) => {
  const citations = listOf(message.citations)
  return citations.length === 0 ? null : mapAccum(desk, citations, cite)
}

/** It belongs to the text that is open. Of the thinking, the plan, and a text that has ended, it stands as a part of its own. */
const cite = (desk: Desk, citation: unknown): Said => {
  const [settled, held] = settleTags(desk)
  const { open } = settled.lane
  const about = isRecord(citation) ? citation : {}
  if (open?.type === 'text' && about['type'] !== 'THINKING_CONTENT' && about['type'] !== 'PLAN') {
    const said: Signal = { type: 'citation', part: open.part, citation: toJson(citation) }
    return [settled, [...held, said]]
  }
  const start = finiteNumber(about['start'])
  const end = finiteNumber(about['end'])
  const [after, whole] = sayWhole(settled, {
    type: 'source',
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    raw: toJson(citation),
  })
  return [after, [...held, ...whole]]
}

const readExtra: Reader = (desk, { message }) => {
  const metadata = restOf(message, READ_FIELDS)
  return metadata === null ? null : [desk, [{ type: 'metadata', scope: 'message', metadata }]]
}

const READ_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'tool_plan', 'tool_calls', 'citations'])

export const MESSAGE_READERS: readonly Reader[] = [readPlan, readContent, readCalls, readCitations, readExtra]
