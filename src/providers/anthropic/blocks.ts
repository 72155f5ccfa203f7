import { isRecord, type JsonObject, toJson, toJsonObject } from '../../data'
import type { ContentPart, Signal } from '../../frames'
import { at, get } from '../../persistent'
import { changeBlock, placeOf, sayCall as sayClientCall } from '../shared/blocks'
import { type Fields, oddTexts, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import { freeId } from '../shared/tool-calls'
import { type AnthropicCursor, type Block, type BlockOf, type Said, withBlock } from './cursor'

export const MALFORMED = issue(
  'malformed-event',
  'An event, its block or its delta, or a field of it, is of another type than it should be; it was left out.',
)

/** Reads a block as it stands at its start; an index that is still in use ends the block it meant. */
export const startBlock = (cursor: AnthropicCursor, wire: unknown, index: number | null): Said => {
  if (!isRecord(wire)) return [cursor, [MALFORMED]]
  const [free, last] = stopBlock(cursor, index === null ? -1 : placeOf(cursor, index))
  const [settled, told] = tellLast(free)
  const [opened, said] = openBlock(settled, wire, index)
  return [opened, free === cursor ? join(told, said) : [REUSED, ...last, ...told, ...said]]
}

/** Makes a part of the last block, if it comes whole and is none yet: what follows it stands behind it, though it was not stopped. */
export const tellLast = (cursor: AnthropicCursor): Said => {
  const place = cursor.blocks.size - 1
  const block = at(cursor.blocks, place)
  if (block?.kind !== 'whole' || !block.open || block.told >= 0) return [cursor, NOTHING]
  const [after, said] = lastOf(cursor, block)
  return [changeBlock(after, place, { ...block, told: cursor.parts }), said]
}

const join = (first: readonly Signal[], second: readonly Signal[]): readonly Signal[] =>
  first.length === 0 ? second : [...first, ...second]

const REUSED = issue('block-index-reused', 'A block started at an index in use; the one there was ended.')

const openBlock = (cursor: AnthropicCursor, wire: Fields, index: number | null): Said => {
  const part = cursor.parts
  const type = textOf(wire['type'])
  const common = { index, open: true } as const
  const withPart = (block: Block): AnthropicCursor => withBlock({ ...cursor, parts: part + 1 }, block)
  switch (type) {
    case 'text':
      return [withPart({ ...common, kind: 'text', part }), textStart(wire, part)]
    case 'thinking':
    case 'redacted_thinking': {
      const signature = textOf(wire['signature'])
      return [withPart({ ...common, kind: 'thinking', part, signature }), thinkingStart(wire, part)]
    }
    case 'tool_use': {
      const call = cursor.calls.calls.size
      const [after, said] = sayCall(cursor, call, '', wire)
      const block = { ...common, kind: 'call', call, ...inputOf(wire) } as const
      return [withBlock(after, block), join(oddTexts(wire, NAMES), said)]
    }
  }
  if (type.endsWith('_tool_use')) {
    const opened = withPart({ ...common, kind: 'server-call', part, ...inputOf(wire) })
    return [opened, [...oddTexts(wire, NAMES), serverCallStart(wire, part)]]
  }
  const [after, said] = type === 'fallback' ? readFallback(cursor, wire) : [cursor, NOTHING]
  return [withBlock(after, { ...common, kind: 'whole', raw: toJsonObject(wire), told: -1 }), said]
}

/**
 * A model declined within its answer, and another one goes on from here. What the first one called is not to be run, though it may be whole: these
 * calls end now, as cut off.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback#continuing-the-conversation
 */
const readFallback = (cursor: AnthropicCursor, { to }: Fields): Said => {
  const declined = cursor.blocks.size
  const places = Array.from({ length: declined - cursor.declined }, (_, n) => cursor.declined + n)
  const [after, ended] = mapAccum(cursor, places, declineCall)
  const next = isRecord(to) ? identify({ model: to['model'] }) : NOTHING
  return [{ ...after, declined }, join(ended, next)]
}

/** Ends the call that the block at a place may be. Its id is settled with it. */
const declineCall = (cursor: AnthropicCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (block?.kind !== 'call') return [cursor, NOTHING]
  const [stopped, said] = stopBlock(cursor, place)
  const { calls, byId } = stopped.calls
  const { part = -1, id = '' } = at(calls, block.call) ?? {}
  if (part < 0) return [stopped, said] // a call without a name, which is none to run
  const ours = get(byId, id) === block.call ? undefined : freeId(byId, id, block.call, 0)
  return [
    stopped,
    [
      ...(stopped === cursor ? NOTHING : [NOT_STOPPED]),
      ...said,
      ...(ours === undefined
        ? NOTHING
        : [{ type: 'tool-call-delta', part, id: ours, synthesizedId: true, arguments: '' } as const]),
      { type: 'part-end', part, cut: 'stream' },
    ],
  ]
}

const NOT_STOPPED = issue('block-not-stopped', 'A model declined within a call; it was ended there.')

export const identify = (wire: Fields): readonly Signal[] => {
  const id = textOf(wire['id'])
  const model = textOf(wire['model'])
  return id + model === ''
    ? NOTHING
    : [{ type: 'identify', ...(id !== '' && { id }), ...(model !== '' && { model }) }]
}

const textStart = (wire: Fields, part: number): readonly Signal[] => {
  const { citations } = wire
  const extra = restOf(wire, TEXT_FIELDS)
  return [
    ...oddTexts(wire, ['text']),
    ...(Array.isArray(citations ?? []) ? NOTHING : [MALFORMED]),
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
  const { data } = wire
  const extra = restOf(wire, THINKING_FIELDS)
  return [
    ...oddTexts(wire, ['thinking', 'signature', 'data']),
    {
      type: 'reasoning-mark',
      part,
      ...(typeof data === 'string' && { encrypted: data }),
      ...(extra !== null && { extra }),
    },
    ...thinking(part, textOf(wire['thinking'])),
  ]
}

export const thinking = (part: number, text: string): readonly Signal[] =>
  text === '' ? NOTHING : [{ type: 'reasoning-delta', part, kind: 'content', text }]

const serverCallStart = (wire: Fields, part: number): Signal => ({
  type: 'server-tool-call-delta',
  part,
  id: textOf(wire['id']),
  name: textOf(wire['name']),
  input: '',
  raw: restOf(wire, SERVER_CALL_FIELDS) ?? {},
})

/** What goes back with a call of the provider's holds its type as well, of which there are several. */
const SERVER_CALL_FIELDS: ReadonlySet<string> = new Set(['id', 'name', 'input'])
const NAMES = ['id', 'name'] as const
const CALL_FIELDS: ReadonlySet<string> = new Set(['type', ...SERVER_CALL_FIELDS])
const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text', 'citations'])
const THINKING_FIELDS: ReadonlySet<string> = new Set(['type', 'thinking', 'signature', 'data'])

/** The input in a start; '' for `{}`, which says that fragments will follow, or that there is none. */
const inputOf = ({ input }: Fields): { readonly input: string; readonly begun: false } => {
  const text = typeof input === 'string' ? input : JSON.stringify(toJson(input ?? {}))
  return { input: text === '{}' ? '' : text, begun: false }
}

const sayCall = (cursor: AnthropicCursor, call: number, text: string, wire: Fields = {}): Said =>
  sayClientCall(cursor, {
    index: call,
    id: textOf(wire['id']),
    name: textOf(wire['name']),
    arguments: { text, replaces: false },
    extra: restOf(wire, CALL_FIELDS),
    oddities: [],
  })

/** More of the input of a call, whoever runs it. */
export const sayInput = (
  cursor: AnthropicCursor,
  block: BlockOf<'call' | 'server-call'>,
  input: string,
): Said =>
  block.kind === 'call'
    ? sayCall(cursor, block.call, input)
    : [cursor, [{ type: 'server-tool-call-delta', part: block.part, input }]]

/** Ends the block at a place, if it is open. A call of the client's stays open: only the stream's end tells whether it was cut off. */
export const stopBlock = (cursor: AnthropicCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (block === undefined || !block.open) return [cursor, NOTHING]
  const stopped = { ...changeBlock(cursor, place, { ...block, open: false }), open: cursor.open - 1 }
  const [after, said] = lastOf(stopped, block)
  return [after, 'part' in block ? [...said, { type: 'part-end', part: block.part }] : said]
}

/** What a block has left to say when it stops. */
const lastOf = (cursor: AnthropicCursor, block: Block): Said => {
  switch (block.kind) {
    case 'text':
      return [cursor, NOTHING]
    case 'thinking': {
      const { part, signature } = block
      return [cursor, signature === '' ? NOTHING : [{ type: 'reasoning-mark', part, signature }]]
    }
    case 'call':
    case 'server-call':
      if (block.input === '') return [cursor, NOTHING]
      return block.begun ? [cursor, [INPUT_TWICE]] : sayInput(cursor, block, block.input)
    case 'whole': {
      const content = wholePart(block.raw)
      if (block.told >= 0) return [cursor, [{ type: 'part-end', part: block.told, content }]]
      return [{ ...cursor, parts: cursor.parts + 1 }, [{ type: 'part', part: cursor.parts, content }]]
    }
  }
}

const INPUT_TWICE = issue(
  'tool-call-arguments-object',
  'Input stood in the start of a call and came in fragments; they count.',
)

const wholePart = (raw: JsonObject): ContentPart => {
  const type = textOf(raw['type'])
  if (type.endsWith('_tool_result')) {
    const { tool_use_id: id, content: output = null } = raw
    return { type: 'server-tool-result', id: textOf(id), output, raw }
  }
  return { type: type === 'container_upload' ? 'file' : 'unknown', raw }
}
