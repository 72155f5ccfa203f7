import { isRecord, toJson } from '../../data'
import type { Signal } from '../../frames'
import { at, push } from '../../persistent'
import { changeBlock, placeOf } from '../shared/blocks'
import { type Fields, oddTexts, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING } from '../shared/signals'
import { inputText, oddCall, openCall, openPart, openWhole, sayCall } from './blocks'
import type { BedrockCursor, Block, Said, WholeBlock } from './cursor'
import { joinBase64 } from './redacted'

/** Reads all that a delta says. It goes to the open block with its index; where that is of another kind, or none is open, it opens one. */
export const readDelta = (cursor: BedrockCursor, index: number | null, delta: Fields): Said =>
  mapAccum(cursor, Object.keys(delta), (current, field) => readField(current, index, field, delta[field]))

const readField = (cursor: BedrockCursor, index: number | null, field: string, value: unknown): Said => {
  if (value === undefined || value === null) return [cursor, NOTHING]
  switch (field) {
    case 'text':
      if (typeof value !== 'string') return [cursor, [MALFORMED]]
      return value === ''
        ? [cursor, NOTHING]
        : sayText(cursor, index, (part) => ({ type: 'text-delta', part, text: value }))
    case 'citation':
      return sayText(cursor, index, (part) => ({ type: 'citation', part, citation: toJson(value) }))
    case 'reasoningContent':
      return isRecord(value) ? sayReasoning(cursor, index, value) : [cursor, [MALFORMED]]
    case 'toolUse':
      return isRecord(value) ? sayInput(cursor, index, value) : [cursor, [MALFORMED]]
    case 'toolResult':
      return mapAccum(cursor, Array.isArray(value) ? value : [value], (current, piece: unknown) =>
        hold(current, index, 'tool-result', piece),
      )
    case 'image':
      return hold(cursor, index, 'image', value)
    default:
      return hold(cursor, index, 'unknown', { [field]: value })
  }
}

const MALFORMED = issue(
  'malformed-event',
  'A member of a delta is of another type than it should be; it was left out.',
)

const sayText = (cursor: BedrockCursor, index: number | null, say: (part: number) => Signal): Said => {
  const [opened, place, said] = blockFor(cursor, index, 'text')
  const block = at(opened.blocks, place)
  return [opened, block?.kind === 'text' ? [...said, say(block.part)] : said]
}

/** The signature comes in a delta of its own; what only the provider can read comes as bytes, in one delta or in several. */
const sayReasoning = (cursor: BedrockCursor, index: number | null, content: Fields): Said => {
  const text = textOf(content['text'])
  const signature = textOf(content['signature'])
  const redacted = toJson(content['redactedContent'])
  const extra = restOf(content, REASONING_FIELDS)
  const isMarked = signature !== '' || typeof redacted === 'string' || extra !== null
  const odd = oddTexts({ ...content, redactedContent: redacted }, TEXTS)
  if (text === '' && !isMarked) return [cursor, odd]
  const [opened, place, said] = blockFor(cursor, index, 'reasoning')
  const block = at(opened.blocks, place)
  if (block?.kind !== 'reasoning') return [opened, said]
  const { part } = block
  const told: Signal[] = [...odd, ...said]
  if (text !== '') told.push({ type: 'reasoning-delta', part, kind: 'content', text })
  if (!isMarked) return [opened, told]
  const [encrypted, rest] = joinBase64(block.rest, textOf(redacted))
  told.push({
    type: 'reasoning-mark',
    part,
    ...(signature !== '' && { signature }),
    ...(typeof redacted === 'string' && { encrypted }),
    ...(extra !== null && { extra }),
  })
  return [changeBlock(opened, place, { ...block, rest }), told]
}

const TEXTS = ['text', 'signature', 'redactedContent'] as const
const REASONING_FIELDS: ReadonlySet<string> = new Set(TEXTS)

/** Input of a call; after its stop it is of no call. */
const sayInput = (cursor: BedrockCursor, index: number | null, toolUse: Fields): Said => {
  const block = at(cursor.blocks, placeOf(cursor, index))
  if (block?.kind !== 'call' && block?.kind !== 'server-call') return openCall(cursor, index, toolUse)
  if (!block.open) return [cursor, [NOT_OPEN]]
  if (block.kind === 'call') return sayCall(cursor, block.call, toolUse)
  const input = inputText(toolUse['input'])
  const odd = oddCall(toolUse)
  return [cursor, input === '' ? odd : [...odd, { type: 'server-tool-call-delta', part: block.part, input }]]
}

/** Keeps a delta of a block that becomes a part when it is whole. */
const hold = (
  cursor: BedrockCursor,
  index: number | null,
  kind: WholeBlock['kind'],
  piece: unknown,
): Said => {
  const [opened, place, said] = blockFor(cursor, index, kind)
  const block = at(opened.blocks, place)
  return block === undefined || !('deltas' in block)
    ? [opened, said]
    : [changeBlock(opened, place, { ...block, deltas: push(block.deltas, toJson(piece)) }), said]
}

/** The place of the open block with this index and kind; it is opened where there is none. */
const blockFor = (
  cursor: BedrockCursor,
  index: number | null,
  kind: Exclude<Block['kind'], 'call' | 'server-call'>,
): readonly [BedrockCursor, place: number, readonly Signal[]] => {
  const place = placeOf(cursor, index)
  const block = at(cursor.blocks, place)
  if (block?.kind === kind && block.open) return [cursor, place, NOTHING]
  const isOfPart = kind === 'text' || kind === 'reasoning'
  const opening = isOfPart ? openPart(cursor, index, kind) : openWhole(cursor, index, kind, {})
  const [opened] = opening
  const said = opening.length === 3 ? opening[2] : opening[1]
  return [opened, cursor.blocks.size, block === undefined || block.open ? said : [NOT_OPEN, ...said]]
}

const NOT_OPEN = issue(
  'block-not-open',
  'A delta came for a block that had stopped; input was left out, anything else opened another block.',
)
