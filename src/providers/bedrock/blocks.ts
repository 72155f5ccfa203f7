import type { ContentPart, Signal } from '../../frames'
import { isJsonObject, isRecord, type Json, toJson, toJsonObject } from '../../json'
import { at, emptyList, toArray } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue, NOTHING } from '../shared/signals'
import { readToolCall, type ToolCallDelta } from '../shared/tool-calls'
import {
  type BedrockCursor,
  type Block,
  changeBlock,
  placeOf,
  type Said,
  type WholeBlock,
  withBlock,
} from './cursor'
import { joinedBase64 } from './redacted'

export type Fields = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

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
  const [cleared, said] = makeRoom(cursor, index)
  const part = cleared.parts
  const opened = withBlock(
    { ...cleared, parts: part + 1 },
    { index, state: 'open', kind: 'server-call', part },
  )
  const call: Signal = {
    type: 'server-tool-call-delta',
    part,
    id: textOf(toolUse['toolUseId']),
    name: textOf(toolUse['name']),
    input: '',
    raw: restOf(toolUse, SERVER_FIELDS) ?? {},
  }
  return [opened, [...said, call]]
}

const SERVER_FIELDS: ReadonlySet<string> = new Set(['toolUseId', 'name'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['type', 'input', ...SERVER_FIELDS])

export const openCall = (cursor: BedrockCursor, index: number | null, toolUse: Fields): Said => {
  const [cleared, said] = makeRoom(cursor, index)
  const call = cleared.calls.calls.size
  const opened = withBlock(cleared, { index, state: 'open', kind: 'call', call })
  const [after, told] = sayCall(opened, call, toolUse)
  return [after, [...said, ...told]]
}

/** More of a call that the client runs. Each block is a call of its own, so that its place stands for the index. */
export const sayCall = (cursor: BedrockCursor, call: number, toolUse: Fields): Said => {
  const { input } = toolUse
  const isWhole = input !== undefined && input !== null && typeof input !== 'string'
  const delta: ToolCallDelta = {
    index: call,
    id: textOf(toolUse['toolUseId']),
    name: textOf(toolUse['name']),
    kind: 'function',
    arguments: { text: isWhole ? JSON.stringify(toJson(input)) : textOf(input), replaces: isWhole },
    extra: restOf(toolUse, CALL_FIELDS),
    oddities: isWhole ? ['tool-call-arguments-object'] : [],
  }
  const context = { choice: 0, nextPart: cursor.parts, cumulative: false }
  const { calls, opened, signals } = readToolCall(cursor.calls, delta, context)
  return [{ ...cursor, calls, parts: cursor.parts + (opened ? 1 : 0) }, signals]
}

export const openWhole = (
  cursor: BedrockCursor,
  index: number | null,
  kind: WholeBlock['kind'],
  start: Fields,
): Said => {
  const [cleared, said] = makeRoom(cursor, index)
  const block = { index, state: 'open', kind, start: toJsonObject(start), deltas: emptyList } as const
  return [withBlock(cleared, block), said]
}

/** Opens a reasoning block; its part opens with its first signal. */
export const openReasoning = (cursor: BedrockCursor, index: number | null): Said => {
  const [cleared, said] = makeRoom(cursor, index)
  const part = cleared.parts
  const block: Block = { index, state: 'open', kind: 'reasoning', part, rest: '' }
  return [withBlock({ ...cleared, parts: part + 1 }, block), said]
}

/** Opens a text block; it goes on with a text that was stopped and that nothing has come after. */
export const openText = (cursor: BedrockCursor, index: number | null): Said => {
  const before = at(cursor.blocks, cursor.text)
  const text = cursor.blocks.size
  if (before?.kind === 'text' && before.state === 'stopped') {
    const taken = changeBlock({ ...cursor, text }, cursor.text, { ...before, state: 'ended' })
    return [withBlock(taken, { index, state: 'open', kind: 'text', part: before.part }), NOTHING]
  }
  const [cleared, said] = makeRoom(cursor, index)
  const part = cleared.parts
  return [
    withBlock({ ...cleared, parts: part + 1, text }, { index, state: 'open', kind: 'text', part }),
    said,
  ]
}

/** Ends what a new block cannot stand beside: a text that was stopped before, and a block that has the same index. */
const makeRoom = (cursor: BedrockCursor, index: number | null): Said => {
  const isStopped = at(cursor.blocks, cursor.text)?.state === 'stopped'
  const [cleared, said] = isStopped ? endBlock(cursor, cursor.text) : [cursor, NOTHING]
  const used = placeOf(cleared, index)
  if (at(cleared.blocks, used)?.state !== 'open') return [cleared, said]
  const [after, ended] = endBlock(cleared, used)
  return [after, [...said, REUSED, ...ended]]
}

const REUSED = issue('block-index-reused', 'A block began at an index in use; the one before was ended.')

export const stopBlock = (cursor: BedrockCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (block?.state !== 'open') return [cursor, NOTHING]
  return cursor.joinsText && block.kind === 'text'
    ? [changeBlock(cursor, place, { ...block, state: 'stopped' }), NOTHING]
    : endBlock(cursor, place)
}

/** Ends a block with its part. A call that the client runs stays open: only the end of the stream tells whether it was cut off. */
export const endBlock = (cursor: BedrockCursor, place: number): Said => {
  const block = at(cursor.blocks, place)
  if (block === undefined || block.state === 'ended') return [cursor, NOTHING]
  const ended = changeBlock(cursor, place, { ...block, state: 'ended' })
  switch (block.kind) {
    case 'text':
    case 'server-call':
      return [ended, [{ type: 'part-end', part: block.part }]]
    case 'reasoning': {
      const { part, rest } = block
      const mark: readonly Signal[] =
        rest === '' ? NOTHING : [{ type: 'reasoning-mark', part, encrypted: rest }]
      return [ended, [...mark, { type: 'part-end', part }]]
    }
    case 'call':
      return [ended, NOTHING]
    default: {
      const part = cursor.parts
      return [{ ...ended, parts: part + 1 }, [{ type: 'part', part, content: wholePart(block) }]]
    }
  }
}

const wholePart = ({ kind, start, deltas }: WholeBlock): ContentPart => {
  const pieces = toArray(deltas)
  switch (kind) {
    case 'tool-result': {
      const output = joinTexts(pieces)
      return {
        type: 'server-tool-result',
        id: textOf(start['toolUseId']),
        output,
        raw: { ...start, content: output },
      }
    }
    case 'image':
      return imagePart(start, pieces)
    case 'unknown':
      return { type: 'unknown', raw: pieces.length === 0 ? start : { start, deltas: pieces } }
  }
}

/** Fragments of text that follow each other are one piece of the content, as they would be without streaming. */
const joinTexts = (pieces: readonly Json[]): readonly Json[] => {
  const joined: Json[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    const text = bareText(piece)
    const before = bareText(last)
    if (text === undefined || before === undefined) joined.push(piece)
    else joined[joined.length - 1] = { text: before + text }
  }
  return joined
}

const bareText = (piece: Json | undefined): string | undefined =>
  isJsonObject(piece) && typeof piece['text'] === 'string' && Object.keys(piece).length === 1
    ? piece['text']
    : undefined

/** Its bytes come in pieces; a place in S3 comes whole. */
const imagePart = (start: WholeBlock['start'], pieces: readonly Json[]): ContentPart => {
  const sources = pieces
    .map((piece) => (isJsonObject(piece) ? piece['source'] : undefined))
    .filter(isJsonObject)
  const data = joinedBase64(sources.map((source) => textOf(source['bytes'])))
  const s3 = sources.map((source) => source['s3Location']).find(isJsonObject)
  const url = textOf(s3?.['uri'])
  const format = textOf(start['format'])
  return {
    type: 'file',
    ...(format !== '' && { mediaType: `image/${format}` }),
    ...(url !== '' && { url }),
    ...(data !== '' && { data }),
    raw: data === '' ? { ...start, deltas: pieces } : start,
  }
}
