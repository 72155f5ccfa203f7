import type { ContentPart, Signal } from '../../frames'
import { isRecord, type JsonObject, toJson, toJsonObject } from '../../json'
import { at } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue, NOTHING } from '../shared/signals'
import { readToolCall, type ToolCallDelta } from '../shared/tool-calls'
import { type AnthropicCursor, type Block, changeBlock, placeOf, type Said, withBlock } from './cursor'

type Fields = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a block as it stands at its start; an index that is still in use ends the block it meant. */
export const startBlock = (cursor: AnthropicCursor, wire: unknown, index: number | null): Said => {
  if (!isRecord(wire))
    return [cursor, [issue('malformed-event', 'A content block is no object; it was left out.')]]
  const used = index === null ? undefined : placeOf(cursor, index)
  if (used === undefined || at(cursor.blocks, used)?.open !== true) return openBlock(cursor, wire, index)
  const [ended, last] = stopBlock(cursor, used)
  const [opened, said] = openBlock(ended, wire, index)
  const note = issue('block-index-reused', 'A block started at an index in use; the one before was ended.')
  return [opened, [note, ...last, ...said]]
}

const openBlock = (cursor: AnthropicCursor, wire: Fields, index: number | null): Said => {
  const part = cursor.parts
  const type = textOf(wire['type'])
  const common = { index, open: true } as const
  const withPart = (block: Block): AnthropicCursor => withBlock({ ...cursor, parts: part + 1 }, block)
  if (type === 'text') return [withPart({ ...common, kind: 'text', part }), textStart(wire, part)]
  if (type === 'thinking') {
    const signature = textOf(wire['signature'])
    return [withPart({ ...common, kind: 'thinking', part, signature }), thinkingStart(wire, part)]
  }
  const input = inputText(wire['input'])
  if (type === 'tool_use') {
    const call = cursor.calls.calls.size
    const [known, said] = sayCall(cursor, call, '', wire)
    return [withBlock(known, { ...common, kind: 'call', call, input }), said]
  }
  if (type.endsWith('_tool_use')) {
    const opened = withPart({ ...common, kind: 'server-call', part, input, begun: false })
    return [opened, [serverCallStart(wire, part)]]
  }
  const model = type === 'fallback' && isRecord(wire['to']) ? textOf(wire['to']['model']) : ''
  return [
    withBlock(cursor, { ...common, kind: 'whole', raw: toJsonObject(wire) }),
    model === '' ? NOTHING : [{ type: 'identify', model }], // who answers from here on
  ]
}

const textStart = (wire: Fields, part: number): readonly Signal[] => {
  const { citations } = wire
  const extra = restOf(wire, TEXT_FIELDS)
  return [
    { type: 'text-delta', part, text: textOf(wire['text']) },
    ...(Array.isArray(citations) ? citations.map((one: unknown) => citation(part, one)) : NOTHING),
    ...(extra === null ? NOTHING : [{ type: 'text-mark', part, of: 'text', extra } as const]),
  ]
}

export const citation = (part: number, raw: unknown): Signal => ({
  type: 'citation',
  part,
  citation: toJson(raw),
})

/** The mark opens the part even where nothing of the thinking is shown. */
const thinkingStart = (wire: Fields, part: number): readonly Signal[] => {
  const text = textOf(wire['thinking'])
  const extra = restOf(wire, THINKING_FIELDS)
  const mark: Signal = { type: 'reasoning-mark', part, ...(extra !== null && { extra }) }
  return text === '' ? [mark] : [mark, { type: 'reasoning-delta', part, kind: 'content', text }]
}

const serverCallStart = (wire: Fields, part: number): Signal => ({
  type: 'server-tool-call-delta',
  part,
  id: textOf(wire['id']),
  name: textOf(wire['name']),
  input: '',
  raw: restOf(wire, SERVER_CALL_FIELDS) ?? {},
})

/** What goes back with a server-side call holds its type as well, of which there are several. */
const SERVER_CALL_FIELDS: ReadonlySet<string> = new Set(['id', 'name', 'input'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['type', ...SERVER_CALL_FIELDS])
const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'citations'])
const THINKING_FIELDS: ReadonlySet<string> = new Set(['type', 'thinking', 'signature'])
const REDACTED_FIELDS: ReadonlySet<string> = new Set(['type', 'data'])

/** The input in a start as text; '' for `{}`, which says that fragments will follow, or that there is none. */
const inputText = (input: unknown): string => {
  if (typeof input === 'string') return input
  const text = input === undefined || input === null ? '' : JSON.stringify(toJson(input))
  return text === '{}' ? '' : text
}

/** More of a call that the client runs. Each block is a call of its own, so that its place stands for the index. */
export const sayCall = (cursor: AnthropicCursor, call: number, text: string, wire: Fields = {}): Said => {
  const delta: ToolCallDelta = {
    index: call,
    id: textOf(wire['id']),
    name: textOf(wire['name']),
    kind: 'function',
    arguments: { text, replaces: false },
    extra: restOf(wire, CALL_FIELDS),
    oddities: [],
  }
  const context = { choice: 0, nextPart: cursor.parts, cumulative: false }
  const { calls, opened, signals } = readToolCall(cursor.calls, delta, context)
  return [{ ...cursor, calls, parts: cursor.parts + (opened ? 1 : 0) }, signals]
}

/** Ends the block at a place. A call that the client runs stays open: only the end of the stream tells whether it was cut off. */
export const stopBlock = (cursor: AnthropicCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (block === undefined || !block.open) return [cursor, NOTHING]
  const stopped: AnthropicCursor = {
    ...changeBlock(cursor, place, { ...block, open: false }),
    open: cursor.open - 1,
  }
  switch (block.kind) {
    case 'text':
      return [stopped, [{ type: 'part-end', part: block.part }]]
    case 'thinking':
      return [stopped, [...signed(block.part, block.signature), { type: 'part-end', part: block.part }]]
    case 'call':
      return block.input === ''
        ? [stopped, NOTHING]
        : at(cursor.calls.calls, block.call)?.begun === true
          ? [stopped, [INPUT_TWICE]]
          : sayCall(stopped, block.call, block.input)
    case 'server-call':
      return [stopped, [...startInput(block), { type: 'part-end', part: block.part }]]
    case 'whole':
      return [{ ...stopped, parts: cursor.parts + 1 }, wholeSignals(block.raw, cursor.parts)]
  }
}

const signed = (part: number, signature: string): readonly Signal[] =>
  signature === '' ? NOTHING : [{ type: 'reasoning-mark', part, signature }]

const startInput = ({ part, input, begun }: Extract<Block, { kind: 'server-call' }>): readonly Signal[] =>
  input === '' ? NOTHING : begun ? [INPUT_TWICE] : [{ type: 'server-tool-call-delta', part, input }]

const INPUT_TWICE = issue(
  'tool-call-arguments-object',
  'The input of a call stood in its start and came in fragments, too; the fragments count.',
)

const wholeSignals = (raw: JsonObject, part: number): readonly Signal[] => {
  if (raw['type'] !== 'redacted_thinking') return [{ type: 'part', part, content: wholePart(raw) }]
  const extra = restOf(raw, REDACTED_FIELDS)
  return [
    {
      type: 'reasoning-mark',
      part,
      encrypted: textOf(raw['data']),
      ...(extra !== null && { extra }),
    },
    { type: 'part-end', part },
  ]
}

const wholePart = (raw: JsonObject): ContentPart => {
  const type = textOf(raw['type'])
  if (type.endsWith('_tool_result')) {
    const { tool_use_id: id, content: output = null } = raw
    return { type: 'server-tool-result', id: textOf(id), output, raw }
  }
  return type === 'container_upload' ? { type: 'file', raw } : { type: 'unknown', raw }
}
