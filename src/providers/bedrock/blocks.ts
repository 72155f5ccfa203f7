import { isJsonObject, isRecord, type Json, toJson, toJsonObject } from '../../data'
import type { ContentPart, Signal } from '../../frames'
import { at, emptyList, toArray } from '../../persistent'
import { changeBlock, placeOf, sayCall as sayClientCall, withBlock } from '../shared/blocks'
import { type Fields, oddTexts, textOf } from '../shared/fields'
import { restOf } from '../shared/rest'
import { issue, NOTHING } from '../shared/signals'
import type { BedrockCursor, Block, Said, WholeBlock } from './cursor'
import { joinedBase64 } from './redacted'

/** Reads how a block starts. Text and reasoning have no start: their first delta opens them. */
export const startBlock = (cursor: BedrockCursor, index: number | null, start: Fields): Said => {
  const { toolUse, toolResult, image } = start
  if (isRecord(toolUse)) return startTool(cursor, index, toolUse)
  if (isRecord(toolResult)) return openWhole(cursor, index, 'tool-result', toolResult)
  if (isRecord(image)) return openWhole(cursor, index, 'image', image)
  return Object.keys(start).length === 0 ? [cursor, NOTHING] : openWhole(cursor, index, 'unknown', start)
}

/** Only a tool that is known to be the client's is one to run. */
const startTool = (cursor: BedrockCursor, index: number | null, toolUse: Fields): Said => {
  const type = textOf(toolUse['type'])
  if (type === '' || type === 'tool_use') return openCall(cursor, index, toolUse)
  const [opened, part, said] = openPart(cursor, index, 'server-call')
  const call: Signal = {
    type: 'server-tool-call-delta',
    part,
    id: textOf(toolUse['toolUseId']),
    name: textOf(toolUse['name']),
    input: '',
    raw: restOf(toolUse, SERVER_FIELDS) ?? {},
  }
  return [opened, [...said, ...oddCall(toolUse), call]]
}

const SERVER_FIELDS: ReadonlySet<string> = new Set(['toolUseId', 'name'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['type', 'input', ...SERVER_FIELDS])

export const openCall = (cursor: BedrockCursor, index: number | null, toolUse: Fields): Said => {
  const call = cursor.calls.calls.size
  const [free, said] = makeWay(cursor, index)
  const opened = withBlock(free, { index, open: true, kind: 'call', call })
  const [after, told] = sayCall(opened, call, toolUse)
  return [after, [...said, ...told]]
}

export const sayCall = (cursor: BedrockCursor, call: number, toolUse: Fields): Said => {
  const { input } = toolUse
  const isWhole = typeof input === 'object' && input !== null
  const odd = oddCall(toolUse)
  const [after, said] = sayClientCall(cursor, {
    index: call,
    id: textOf(toolUse['toolUseId']),
    name: textOf(toolUse['name']),
    arguments: { text: inputText(input), replaces: isWhole },
    extra: restOf(toolUse, CALL_FIELDS),
    oddities: isWhole ? ['tool-call-arguments-object'] : [],
  })
  return [after, odd.length === 0 ? said : [...odd, ...said]]
}

/** An input may be an object, which is read as its text. */
export const oddCall = ({ toolUseId, name, input }: Fields): readonly Signal[] =>
  oddTexts({ toolUseId, name, input: typeof input === 'object' ? '' : input }, CALL_TEXTS)

const CALL_TEXTS = ['toolUseId', 'name', 'input'] as const

/** The text of an input, which should be text. */
export const inputText = (input: unknown): string =>
  typeof input === 'object' && input !== null ? JSON.stringify(toJson(input)) : textOf(input)

/** Opens a block that is a part from its first signal on. A text goes on with the one that is held. */
export const openPart = (
  cursor: BedrockCursor,
  index: number | null,
  kind: 'text' | 'reasoning' | 'server-call',
): readonly [BedrockCursor, part: number, readonly Signal[]] => {
  const isMore = kind === 'text' && cursor.held >= 0
  const [free, said] = makeWay(isMore ? { ...cursor, held: -1 } : cursor, index)
  const part = isMore ? cursor.held : free.parts
  const block = { index, open: true, part, ...(kind === 'reasoning' ? { kind, rest: '' } : { kind }) }
  const opened = withBlock(free, block)
  return [isMore ? opened : { ...opened, parts: part + 1 }, part, said]
}

export const openWhole = (
  cursor: BedrockCursor,
  index: number | null,
  kind: WholeBlock['kind'],
  start: Fields,
): Said => {
  const [free, said] = makeWay(cursor, index)
  const block = { index, open: true, kind, told: -1, start: toJsonObject(start), deltas: emptyList }
  return [withBlock(free, block), said]
}

/**
 * What comes before a block opens. The text that is held goes on no more, a block that has the same index ends, and the last block is a part from
 * here on if it comes whole: what follows it stands behind it, though it was not stopped.
 */
const makeWay = (cursor: BedrockCursor, index: number | null): Said => {
  const [free, held] = endHeld(cursor)
  const [ended, last] = endBlock(free, placeOf(free, index))
  const [after, told] = tellLast(ended)
  return [
    after,
    ended === free && told.length === 0
      ? held
      : [...held, ...(ended === free ? NOTHING : [REUSED]), ...last, ...told],
  ]
}

const tellLast = (cursor: BedrockCursor): Said => {
  const place = cursor.blocks.size - 1
  const block = at(cursor.blocks, place)
  if (block === undefined || !block.open || !isWhole(block) || block.told >= 0) return [cursor, NOTHING]
  const [ended, said] = endBlock(cursor, place)
  return [changeBlock(ended, place, { ...block, told: cursor.parts }), said]
}

const isWhole = (block: Block): block is Block & WholeBlock => 'deltas' in block

export const endHeld = (cursor: BedrockCursor): Said =>
  cursor.held < 0 ? [cursor, NOTHING] : [{ ...cursor, held: -1 }, [{ type: 'part-end', part: cursor.held }]]

const REUSED = issue('block-index-reused', 'A block started at an index in use; the one there was ended.')

export const stopBlock = (cursor: BedrockCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (!cursor.joinsText || block?.kind !== 'text' || !block.open) return endBlock(cursor, place)
  const [free, ended] = endHeld(cursor) // another text, of a block that stood open beside this one
  return [{ ...changeBlock(free, place, { ...block, open: false }), held: block.part }, ended]
}

/** Ends a block with its part. A call that the client runs stays open: only the end of the stream tells whether it was cut off. */
export const endBlock = (cursor: BedrockCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (block === undefined || !block.open) return [cursor, NOTHING]
  const ended = changeBlock(cursor, place, { ...block, open: false })
  switch (block.kind) {
    case 'call':
      return [ended, NOTHING]
    case 'text':
    case 'server-call':
      return [ended, [{ type: 'part-end', part: block.part }]]
    case 'reasoning': {
      const { part, rest } = block
      const end: Signal = { type: 'part-end', part }
      return [ended, rest === '' ? [end] : [{ type: 'reasoning-mark', part, encrypted: rest }, end]]
    }
    default: {
      const content = wholePart(block)
      if (block.told >= 0) return [ended, [{ type: 'part-end', part: block.told, content }]]
      return [{ ...ended, parts: cursor.parts + 1 }, [{ type: 'part', part: cursor.parts, content }]]
    }
  }
}

const wholePart = ({ kind, start, deltas }: WholeBlock): ContentPart => {
  const pieces = toArray(deltas)
  if (kind === 'tool-result') {
    const output = joinTexts(pieces)
    return {
      type: 'server-tool-result',
      id: textOf(start['toolUseId']),
      output,
      raw: { ...start, content: output },
    }
  }
  const raw = pieces.length === 0 ? start : { start, deltas: pieces }
  if (kind === 'unknown') return { type: kind, raw }
  const data = joinedBase64(pieces.map(bytesIn))
  return {
    type: 'file',
    ...(typeof start['format'] === 'string' && { mediaType: `image/${start['format']}` }),
    ...(data === '' ? { raw } : { data, raw: start }),
  }
}

const bytesIn = (piece: Json): string => {
  const source = isJsonObject(piece) ? piece['source'] : undefined
  return isJsonObject(source) ? textOf(source['bytes']) : ''
}

/** Fragments of text that follow each other are one piece of the content, as they would be without streaming. */
const joinTexts = (pieces: readonly Json[]): readonly Json[] => {
  const joined: Json[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (isText(piece) && isText(last)) joined[joined.length - 1] = { text: last.text + piece.text }
    else joined.push(piece)
  }
  return joined
}

const isText = (piece: Json | undefined): piece is { readonly text: string } =>
  isJsonObject(piece) && typeof piece['text'] === 'string' && Object.keys(piece).length === 1
