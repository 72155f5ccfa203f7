import { isJsonObject, type Json, type JsonObject } from '../../data'
import type { ContentPart, ReasoningPart, RefusalPart, TextPart, ToolCallPart } from '../../frames'
import { shortId } from '../shared/ids'
import { isPaired, itemIn, type Pairs, type ResponsesInput } from './pairs'

// What a response held, as items of the next request's input.

/** What is known while a conversation is written. */
export interface Replay {
  /** The server keeps what it answers, and finds it by the ids of the items. */
  readonly isStored: boolean
  readonly pairs: Pairs
  /** The ids of the items that stand in the input already; the API refuses one that comes twice. */
  readonly taken: Set<string>
}

/**
 * The items in their order. Reasoning goes right before what it led to, and not without it. Where it stays behind itself, the messages and calls that
 * it led to lose their ids: a server that knows them by these refuses them without their reasoning.
 */
export const answerItems = (content: readonly ContentPart[], replay: Replay): ResponsesInput[] =>
  groupsOf(content).flatMap(({ thoughts, led }) => {
    const units = unitsOf(led, replay)
    if (units.length === 0) return []
    const reasoning = thoughts.flatMap((thought) => reasoningItem(thought, replay))
    const isOrphan = reasoning.length < thoughts.length
    return [...reasoning, ...units.map((unit) => unitItem(unit, replay, isOrphan))]
  })

interface Group {
  readonly thoughts: ReasoningPart[]
  /** What the reasoning led to. */
  readonly led: ContentPart[]
}

const groupsOf = (content: readonly ContentPart[]): readonly Group[] => {
  const groups: Group[] = [{ thoughts: [], led: [] }]
  for (const part of content) {
    const last = groups.at(-1)
    if (part.type !== 'reasoning') last?.led.push(part)
    else if (last?.led.length === 0) last.thoughts.push(part)
    else groups.push({ thoughts: [part], led: [] })
  }
  return groups
}

type Piece = TextPart | RefusalPart

/** What one item is made of. */
type Unit =
  | { readonly type: 'message'; readonly pieces: [Piece, ...Piece[]] }
  | { readonly type: 'call'; readonly call: ToolCallPart }
  | { readonly type: 'item'; readonly item: ResponsesInput }

const unitsOf = (parts: readonly ContentPart[], replay: Replay): readonly Unit[] => {
  const units: Unit[] = []
  for (const part of parts) {
    if (part.type === 'tool-call') units.push({ type: 'call', call: part })
    else if (part.type === 'text' || part.type === 'refusal') addPiece(units, part)
    else {
      const item = itemIn(part)
      if (item !== undefined && isPaired(item, replay.pairs) && isNew(item['id'], replay))
        units.push({ type: 'item', item })
    }
  }
  return units
}

/** Pieces next to each other that came with one id are one message. */
const addPiece = (units: Unit[], piece: Piece): void => {
  if (piece.text === '') return
  const last = units.at(-1)
  if (last?.type === 'message' && ownOf(last.pieces[0])['id'] === ownOf(piece)['id']) last.pieces.push(piece)
  else units.push({ type: 'message', pieces: [piece] })
}

const unitItem = (unit: Unit, replay: Replay, isOrphan: boolean): ResponsesInput => {
  switch (unit.type) {
    case 'message':
      return messageItem(unit.pieces, replay, isOrphan)
    case 'call':
      return callItem(unit.call, replay, isOrphan)
    case 'item':
      return unit.item
  }
}

/**
 * What came with an item of this dialect, but for its status. That has no meaning for the server, which refuses it on reasoning; items that other
 * providers made have no id, or say of which type theirs are.
 */
const ownOf = ({ extra }: { readonly extra?: JsonObject }): JsonObject => {
  const { status: _, ...own } = extra ?? {}
  return typeof own['id'] === 'string' && own['type'] === undefined ? own : {}
}

/** Takes an id; false where it is taken. Without an id everything is new. */
const isNew = (id: Json | undefined, { taken }: Replay): boolean => {
  if (typeof id !== 'string') return true
  if (taken.has(id)) return false
  taken.add(id)
  return true
}

/** The id of an item if it can go back: its form is checked, and so is how the ids of its type begin. Copies of the API have others. */
const withId = ({ id, ...own }: JsonObject, prefix: string, replay: Replay, isOrphan: boolean): JsonObject =>
  !isOrphan && isAcceptable(id) && id.startsWith(prefix) && isNew(id, replay) ? { ...own, id } : own

const isAcceptable = (id: Json | undefined): id is string =>
  typeof id === 'string' && /^[\w-]{1,64}$/.test(id)

/**
 * Encrypted reasoning is held against the id that it came with; without one it is taken as it is. Visible reasoning goes back to the servers that show
 * it, with any id. What is neither only a server finds that has kept it.
 */
const reasoningItem = (part: ReasoningPart, replay: Replay): ResponsesInput[] => {
  const { id, ...own } = ownOf(part)
  const { summary, content, encrypted } = part
  const isKnown = encrypted !== undefined || content.length > 0 || (replay.isStored && isAcceptable(id))
  if (id === undefined || !isKnown || !isNew(id, replay)) return []
  return [
    {
      ...own,
      type: 'reasoning',
      ...(isAcceptable(id) && (encrypted === undefined || id.startsWith('rs')) && { id }),
      summary: summary.map((text) => ({ type: 'summary_text', text })),
      ...(content.length > 0 && { content: content.map((text) => ({ type: 'reasoning_text', text })) }),
      ...(encrypted !== undefined && { encrypted_content: encrypted }),
    },
  ]
}

/** Without an id a message of the assistant is plain text. */
const messageItem = (
  pieces: readonly [Piece, ...Piece[]],
  replay: Replay,
  isOrphan: boolean,
): ResponsesInput => {
  const fields = withId(ownOf(pieces[0]), 'msg', replay, isOrphan)
  const message = { ...fields, type: 'message', role: 'assistant' } as const
  if (fields['id'] === undefined) return { ...message, content: pieces.map(({ text }) => text).join('') }
  const isCut = pieces.some(({ extra }) => extra?.['status'] === 'incomplete')
  return { ...message, status: isCut ? 'incomplete' : 'completed', content: pieces.map(pieceOf) }
}

const pieceOf = (piece: Piece): JsonObject =>
  piece.type === 'refusal'
    ? { type: 'refusal', refusal: piece.text }
    : { type: 'output_text', text: piece.text, annotations: (piece.citations ?? []).filter(isAnnotation) }

/** Citations of other providers have other forms. */
const isAnnotation = (citation: Json): boolean =>
  isJsonObject(citation) && ANNOTATIONS.has(citation['type'] ?? null) && !('url_citation' in citation)

const ANNOTATIONS: ReadonlySet<Json> = new Set([
  'url_citation',
  'file_citation',
  'container_file_citation',
  'file_path',
])

const callItem = (call: ToolCallPart, replay: Replay, isOrphan: boolean): ResponsesInput => {
  const { name, arguments: text } = call
  const common = { call_id: acceptableCallId(call.id), name }
  return call.kind === 'custom'
    ? { ...withId(ownOf(call), 'ctc', replay, isOrphan), ...common, type: 'custom_tool_call', input: text }
    : {
        ...withId(ownOf(call), 'fc', replay, isOrphan),
        ...common,
        type: 'function_call',
        arguments: text.trim() === '' ? '{}' : text,
      }
}

/** The id by which call and output find each other. */
export const acceptableCallId = (id: string): string => (isAcceptable(id) ? id : shortId(id))
