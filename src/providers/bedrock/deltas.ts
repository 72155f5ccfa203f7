import type { Signal } from '../../frames'
import { isRecord, toJson } from '../../json'
import { at, push } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue, mapAccum, NOTHING, readAll } from '../shared/signals'
import { type Fields, openCall, openReasoning, openText, openWhole, sayCall, textOf } from './blocks'
import { type BedrockCursor, type Block, changeBlock, placeOf, type Said, type WholeBlock } from './cursor'
import { joinBase64 } from './redacted'

/** A delta and the index of its block. */
interface OfBlock {
  readonly index: number | null
  readonly delta: Fields
}

/** Reads all that a delta says. It goes to the open block with its index; where that is of another kind, or none is open, it opens one. */
export const readDelta = (cursor: BedrockCursor, index: number | null, delta: Fields): Said =>
  readAll(cursor, { index, delta }, READERS)

/** What one reader has to say of a delta; null when that is nothing. */
type Reading = Said | null

const readText = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading => {
  const text = textOf(delta['text'])
  return text === '' ? null : sayOf(cursor, index, 'text', (part) => [{ type: 'text-delta', part, text }])
}

const readCitation = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading => {
  const { citation } = delta
  return citation === undefined || citation === null
    ? null
    : sayOf(cursor, index, 'text', (part) => [{ type: 'citation', part, citation: toJson(citation) }])
}

/** The signature comes in a delta of its own. */
const readReasoning = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading => {
  const { reasoningContent: content } = delta
  if (!isRecord(content)) return null
  const text = textOf(content['text'])
  const signature = textOf(content['signature'])
  const extra = restOf(content, REASONING_FIELDS)
  const isMarked = signature !== '' || extra !== null
  const [after, said] =
    text === '' && !isMarked
      ? [cursor, NOTHING]
      : sayOf(cursor, index, 'reasoning', (part) => [
          ...(text === '' ? NOTHING : [{ type: 'reasoning-delta', part, kind: 'content', text } as const]),
          ...(isMarked
            ? [
                {
                  type: 'reasoning-mark',
                  part,
                  ...(signature !== '' && { signature }),
                  ...(extra !== null && { extra }),
                } as const,
              ]
            : NOTHING),
        ])
  const redacted = toJson(content['redactedContent'])
  if (typeof redacted !== 'string') return [after, said]
  const [last, more] = sayRedacted(after, index, redacted)
  return [last, [...said, ...more]]
}

const REASONING_FIELDS: ReadonlySet<string> = new Set(['text', 'signature', 'redactedContent'])

/** Reasoning that only the provider can read: bytes, in one delta or in several. */
const sayRedacted = (cursor: BedrockCursor, index: number | null, piece: string): Said => {
  const [opened, place, said] = blockFor(cursor, index, 'reasoning')
  const block = at(opened.blocks, place)
  if (block?.kind !== 'reasoning') return [opened, said]
  const [encrypted, rest] = joinBase64(block.rest, piece)
  return [
    changeBlock(opened, place, { ...block, rest }),
    [...said, { type: 'reasoning-mark', part: block.part, encrypted }],
  ]
}

const readToolUse = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading => {
  const { toolUse } = delta
  if (!isRecord(toolUse)) return null
  const place = placeOf(cursor, index)
  const block = at(cursor.blocks, place)
  if (block?.kind === 'server-call' && block.state === 'open') {
    const { input } = toolUse
    const text = typeof input === 'object' && input !== null ? JSON.stringify(toJson(input)) : textOf(input)
    return text === '' ? null : [cursor, [{ type: 'server-tool-call-delta', part: block.part, input: text }]]
  }
  if (block?.kind === 'call' || block?.kind === 'server-call') {
    if (block.state !== 'open') return [cursor, [AFTER_STOP]]
    return block.kind === 'call' ? sayCall(cursor, block.call, toolUse) : null
  }
  return openCall(cursor, index, toolUse)
}

const AFTER_STOP = issue('block-not-open', 'Input came for a call that had been stopped; it was left out.')

const readToolResult = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading => {
  const { toolResult } = delta
  if (toolResult === undefined || toolResult === null) return null
  const pieces: readonly unknown[] = Array.isArray(toolResult) ? toolResult : [toolResult]
  return mapAccum(cursor, pieces, (current, piece) => hold(current, index, 'tool-result', piece))
}

const readImage = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading =>
  isRecord(delta['image']) ? hold(cursor, index, 'image', delta['image']) : null

const readOther = (cursor: BedrockCursor, { index, delta }: OfBlock): Reading => {
  const rest = restOf(delta, READ_FIELDS)
  return rest === null ? null : hold(cursor, index, 'unknown', rest)
}

const READ_FIELDS: ReadonlySet<string> = new Set([
  'text',
  'citation',
  'reasoningContent',
  'toolUse',
  'toolResult',
  'image',
])

const READERS = [readText, readCitation, readReasoning, readToolUse, readToolResult, readImage, readOther]

/** Says something of the part of a text or reasoning block. */
const sayOf = (
  cursor: BedrockCursor,
  index: number | null,
  kind: 'text' | 'reasoning',
  say: (part: number) => readonly Signal[],
): Said => {
  const [opened, place, said] = blockFor(cursor, index, kind)
  const block = at(opened.blocks, place)
  return [opened, block !== undefined && 'part' in block ? [...said, ...say(block.part)] : said]
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
): readonly [BedrockCursor, number, readonly Signal[]] => {
  const place = placeOf(cursor, index)
  const block = at(cursor.blocks, place)
  if (block?.kind === kind && block.state === 'open') return [cursor, place, NOTHING]
  const [opened, said] =
    kind === 'text'
      ? openText(cursor, index)
      : kind === 'reasoning'
        ? openReasoning(cursor, index)
        : openWhole(cursor, index, kind, {})
  const late = block === undefined || block.state === 'open' ? NOTHING : [REOPENED]
  return [opened, opened.blocks.size - 1, [...late, ...said]]
}

const REOPENED = issue('block-not-open', 'A delta came for a block that had been stopped; it opened another.')
