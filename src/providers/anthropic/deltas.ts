import { type Json, type JsonObject, mergeJson, toJson, toJsonObject } from '../../data'
import { at } from '../../persistent'
import { changeBlock } from '../shared/blocks'
import { type Fields, oddTexts, textOf } from '../shared/fields'
import { issue, NOTHING } from '../shared/signals'
import { citation, sayInput, startBlock, tellLast, thinking } from './blocks'
import type { AnthropicCursor, Block, Said } from './cursor'
import { metadata } from './message'

/** Gives a delta to the block at a place; one that does not fit its block, or has none, is kept by itself. */
export const readDelta = (
  cursor: AnthropicCursor,
  place: number,
  index: number | null,
  delta: Fields,
): Said => {
  const block = at(cursor.blocks, place)
  const added = block === undefined ? null : addToBlock(cursor, place, block, delta)
  const [after, said] = added ?? keepOrphan(cursor, block, index, delta)
  const isLate = added === null || block?.open === false
  // What stands beside a fragment, such as an estimate of the tokens so far, does not go back with the block.
  const beside = block?.kind === 'whole' ? NOTHING : metadata(delta)
  const odd = added === null || block?.kind === 'whole' ? NOTHING : oddTexts(delta, TEXTS) // else it is kept as it came
  return [after, [...(isLate ? [NOT_OPEN] : NOTHING), ...odd, ...said, ...beside]]
}

const TEXTS = ['text', 'thinking', 'signature', 'partial_json'] as const

export const NOT_OPEN = issue(
  'block-not-open',
  'A delta or stop has no open block that takes it; it was kept.',
)

const addToBlock = (cursor: AnthropicCursor, place: number, block: Block, delta: Fields): Said | null => {
  if (!block.open && block.kind !== 'call') return null
  const type = textOf(delta['type'])
  switch (block.kind) {
    case 'text': {
      if (type === 'citations_delta') return [cursor, [citation(block.part, delta['citation'])]]
      const text = textOf(delta['text'])
      if (type !== 'text_delta') return null
      return [cursor, text === '' ? NOTHING : [{ type: 'text-delta', part: block.part, text }]]
    }
    case 'thinking': {
      if (type !== 'thinking_delta' && type !== 'signature_delta') return null
      const signature = textOf(delta['signature']) // set and not appended; some servers put it on the thinking itself
      return [
        signature === '' ? cursor : changeBlock(cursor, place, { ...block, signature }),
        thinking(block.part, textOf(delta['thinking'])),
      ]
    }
    case 'call':
    case 'server-call': {
      if (type !== 'input_json_delta' || (block.kind === 'call' && place < cursor.declined)) return null
      const text = textOf(delta['partial_json'])
      if (text === '') return [cursor, NOTHING]
      const isFirst = !block.begun && text.trim() !== ''
      return sayInput(isFirst ? changeBlock(cursor, place, { ...block, begun: true }) : cursor, block, text)
    }
    case 'whole':
      return [changeBlock(cursor, place, { ...block, raw: grown(block.raw, delta) }), NOTHING]
  }
}

/** Text goes on where it stood, any other value replaces, null says nothing; `encrypted_content` comes in one piece. */
const grown = (raw: JsonObject, delta: Fields): JsonObject => {
  const { type: _type, ...fields } = toJsonObject(delta)
  const joined = Object.entries(fields).map(([key, value]): readonly [string, Json] => {
    const held = Object.hasOwn(raw, key) ? raw[key] : ''
    const isMore = typeof value === 'string' && typeof held === 'string' && key !== 'encrypted_content'
    return [key, isMore ? held + value : value]
  })
  return mergeJson(raw, Object.fromEntries(joined))
}

/** Text and thinking without an open block open one; anything else is kept as it came. */
const keepOrphan = (
  cursor: AnthropicCursor,
  block: Block | undefined,
  index: number | null,
  delta: Fields,
): Said => {
  const [type] = /^text|^thinking/.exec(textOf(delta['type'])) ?? []
  if (type !== undefined && block?.open !== true) return startBlock(cursor, { ...delta, type }, index)
  const [settled, told] = tellLast(cursor)
  const part = settled.parts
  return [
    { ...settled, parts: part + 1 },
    [...told, { type: 'part', part, content: { type: 'unknown', raw: toJson(delta) } }],
  ]
}
