import type { Signal } from '../../frames'
import { type Json, mergeJson, toJson, toJsonObject } from '../../json'
import { at } from '../../persistent'
import { issue, NOTHING } from '../shared/signals'
import { citation, sayCall, startBlock, textOf } from './blocks'
import { type AnthropicCursor, type Block, changeBlock, type Said } from './cursor'
import { metadata } from './message'

type Fields = Readonly<Record<string, unknown>>

/** Gives a delta to the block at a place; one that does not fit its block, or has none, is kept by itself. */
export const readDelta = (
  cursor: AnthropicCursor,
  place: number | undefined,
  index: number | null,
  delta: Fields,
): Said => {
  const block = place === undefined ? undefined : at(cursor.blocks, place)
  const added = place === undefined || block === undefined ? null : addToBlock(cursor, place, block, delta)
  if (added === null) return keepOrphan(cursor, block, index, delta)
  if (block?.kind === 'whole') return added
  const beside = metadata(delta, DELTA_FIELDS) // such as an estimate of the tokens so far; it does not go back with the block
  return beside.length === 0 ? added : [added[0], [...added[1], ...beside]]
}

const DELTA_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'text',
  'citation',
  'thinking',
  'signature',
  'partial_json',
])

const addToBlock = (cursor: AnthropicCursor, place: number, block: Block, delta: Fields): Said | null => {
  if (!block.open && block.kind !== 'call') return null
  const type = textOf(delta['type'])
  switch (block.kind) {
    case 'text':
      if (type === 'citations_delta') return [cursor, [citation(block.part, delta['citation'])]]
      return type === 'text_delta' ? [cursor, textDelta(block.part, textOf(delta['text']))] : null
    case 'thinking':
      return type === 'thinking_delta' || type === 'signature_delta'
        ? addThinking(cursor, place, block, delta)
        : null
    case 'call':
      return type === 'input_json_delta' ? addToCall(cursor, block, textOf(delta['partial_json'])) : null
    case 'server-call':
      return type === 'input_json_delta'
        ? addToServerCall(cursor, place, block, textOf(delta['partial_json']))
        : null
    case 'whole':
      return [changeBlock(cursor, place, { ...block, raw: grown(block.raw, delta) }), NOTHING]
  }
}

const textDelta = (part: number, text: string): readonly Signal[] =>
  text === '' ? NOTHING : [{ type: 'text-delta', part, text }]

/** The signature is set and not appended; the last one that is not empty counts. Some servers put it on the thinking itself. */
const addThinking = (
  cursor: AnthropicCursor,
  place: number,
  block: Extract<Block, { kind: 'thinking' }>,
  delta: Fields,
): Said => {
  const text = textOf(delta['thinking'])
  const signature = textOf(delta['signature']) || block.signature
  return [
    signature === block.signature ? cursor : changeBlock(cursor, place, { ...block, signature }),
    text === '' ? NOTHING : [{ type: 'reasoning-delta', part: block.part, kind: 'content', text }],
  ]
}

const addToCall = (
  cursor: AnthropicCursor,
  { call, open }: Extract<Block, { kind: 'call' }>,
  text: string,
): Said => {
  if (text === '') return [cursor, NOTHING]
  const [after, said] = sayCall(cursor, call, text)
  return [after, open ? said : [NOT_OPEN, ...said]]
}

const addToServerCall = (
  cursor: AnthropicCursor,
  place: number,
  block: Extract<Block, { kind: 'server-call' }>,
  input: string,
): Said =>
  input === ''
    ? [cursor, NOTHING]
    : [
        block.begun || input.trim() === '' ? cursor : changeBlock(cursor, place, { ...block, begun: true }),
        [{ type: 'server-tool-call-delta', part: block.part, input }],
      ]

/** Text goes on where it stood, any other value replaces, null says nothing; `encrypted_content` comes in one piece. */
const grown = (raw: Extract<Block, { kind: 'whole' }>['raw'], delta: Fields) => {
  const { type: _type, ...fields } = toJsonObject(delta)
  const joined: Record<string, Json> = {}
  for (const [key, value] of Object.entries(fields)) {
    const held = Object.hasOwn(raw, key) ? raw[key] : undefined
    const isMore = typeof value === 'string' && typeof held === 'string' && key !== 'encrypted_content'
    Object.defineProperty(joined, key, { value: isMore ? held + value : value, enumerable: true })
  }
  return mergeJson(raw, joined)
}

/** Text and thinking without an open block open one; anything else is kept as it came. */
const keepOrphan = (
  cursor: AnthropicCursor,
  block: Block | undefined,
  index: number | null,
  delta: Fields,
): Said => {
  const type = typeOpened(delta['type'])
  const [after, said] =
    type !== '' && block?.open !== true
      ? startBlock(cursor, { ...delta, type }, index)
      : keepRaw(cursor, delta)
  return [after, [NOT_OPEN, ...said]]
}

const typeOpened = (type: unknown): 'text' | 'thinking' | '' =>
  type === 'text_delta' ? 'text' : type === 'thinking_delta' || type === 'signature_delta' ? 'thinking' : ''

const keepRaw = (cursor: AnthropicCursor, delta: Fields): Said => [
  { ...cursor, parts: cursor.parts + 1 },
  [{ type: 'part', part: cursor.parts, content: { type: 'unknown', raw: toJson(delta) } }],
]

export const NOT_OPEN = issue(
  'block-not-open',
  'A delta or stop is of no block that is open and takes it; what it says was kept.',
)
