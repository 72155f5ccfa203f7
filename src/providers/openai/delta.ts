import type { ReasoningMark, Signal } from '../../frames'
import { isRecord, type JsonObject, toJson, toJsonObject } from '../../json'
import type { ProviderOptions } from '../provider'
import { cumulativeMessages, type FreshPart, freshPart } from '../shared/cumulative'
import { restOf } from '../shared/rest'
import { issue, mapAccum, place } from '../shared/signals'
import { splitThink, type ThinkPiece } from '../shared/think-tags'
import { readToolCall, type ToolCallDelta } from '../shared/tool-calls'
import { type Lane, type OpenPart, REASONING_FIELDS, type ReasoningField } from './cursor'
import type { ChatDelta, ReasoningDetail } from './events'
import { toContentPart, toFile, toSource } from './parts'
import { toFunctionCallDelta, toToolCallDelta } from './tool-call'

/** One choice while one of its deltas is read. */
export interface Desk {
  readonly options: ProviderOptions
  readonly parts: number
  readonly lane: Lane
}

export type Reading = readonly [Desk, readonly Signal[]] | null

type Reader = (desk: Desk, delta: ChatDelta) => Reading

const NOTHING: readonly Signal[] = []

// Reasoning

/** The aliases of one delta mirror each other: the details are the richest; of the plain fields the longest counts, once. */
const readReasoning: Reader = (desk, delta) => {
  const details = Array.isArray(delta.reasoning_details) ? delta.reasoning_details.filter(isRecord) : []
  const field = details.some(hasVisibleText) ? undefined : longestReasoning(delta)
  if (details.length === 0 && field === undefined) return null
  const plain = field === undefined ? null : sayReasoning(desk, String(delta[field]))
  const [after, said] = mapAccum(plain?.[0] ?? desk, details, readDetail)
  return [after, plain === null ? said : [...plain[1], ...said]]
}

const hasVisibleText = (detail: ReasoningDetail): boolean =>
  textOf(detail.text) !== '' || textOf(detail.summary) !== ''

const longestReasoning = (delta: ChatDelta): ReasoningField | undefined => {
  let longest: ReasoningField | undefined
  let length = 0
  for (const field of REASONING_FIELDS) {
    const value: unknown = delta[field]
    if (typeof value === 'string' && value.length > length) {
      longest = field
      length = value.length
    }
  }
  return longest
}

/** An entry of `reasoning_details`: it goes on with the open part when it is a fragment of the same detail, else it opens one. */
const readDetail = (desk: Desk, detail: ReasoningDetail): readonly [Desk, readonly Signal[]] => {
  const key = detailKey(desk.lane.open, detail)
  const [opened, said] = openPart(desk, 'reasoning', key)
  const part = partOf(opened)
  const where = place(part, desk.lane.choice)
  const mark = detailMark(detail, opened.lane.open !== desk.lane.open)
  const marks: readonly Signal[] = mark === null ? NOTHING : [{ type: 'reasoning-mark', ...where, ...mark }]
  const [text, kind] =
    textOf(detail.text) !== '' ? [detail.text, 'content' as const] : [detail.summary, 'summary' as const]
  const deltas: readonly Signal[] =
    textOf(text) === '' ? NOTHING : [{ type: 'reasoning-delta', ...where, kind, text: textOf(text) }]
  return [opened, [...said, ...deltas, ...marks]]
}

/** Type, index and id name a detail; an id that comes late, or only once, is still the same detail's. */
const detailKey = (open: OpenPart | null, detail: ReasoningDetail): string => {
  const id = textOf(detail.id)
  const stem = `${textOf(detail.type)}#${typeof detail.index === 'number' ? detail.index : ''}#`
  if (open === null || !open.detail.startsWith(stem)) return stem + id
  const openId = open.detail.slice(stem.length)
  return id === '' || openId === '' ? open.detail : stem + id
}

const detailMark = (
  detail: ReasoningDetail,
  isNew: boolean,
): Omit<ReasoningMark, 'type' | 'part' | 'choice'> | null => {
  const { text: _text, summary: _summary, data, signature, ...rest } = detail
  const encrypted = textOf(data)
  const signed = textOf(signature)
  if (encrypted === '' && signed === '' && !isNew) return null
  return {
    ...(signed !== '' && { signature: signed }),
    ...(encrypted !== '' && { encrypted }),
    extra: toJsonObject(rest),
  }
}

const sayReasoning = (desk: Desk, sent: string): readonly [Desk, readonly Signal[]] => {
  const fresh = freshOf(desk.lane.sentReasoning, sent)
  const [opened, said] = openPart(withSent(desk, 'sentReasoning', fresh), 'reasoning')
  const where = place(partOf(opened), desk.lane.choice)
  return [
    opened,
    [
      ...said,
      ...cumulativeIssues(fresh, where),
      { type: 'reasoning-delta', ...where, kind: 'content', text: fresh.text },
    ],
  ]
}

// Text and refusal

const readContent: Reader = (desk, delta) => {
  const { content } = delta
  if (typeof content === 'string') return content === '' ? null : sayText(desk, content)
  if (content === undefined || content === null) return null
  const pieces: readonly unknown[] = Array.isArray(content) ? content : [content]
  return mapAccum(desk, pieces, readPiece)
}

/** A piece of a content list, as Mistral sends them: text, thinking, or something else that is kept whole. */
const readPiece = (desk: Desk, piece: unknown): readonly [Desk, readonly Signal[]] => {
  if (typeof piece === 'string') return piece === '' ? [desk, NOTHING] : sayText(desk, piece)
  if (!isRecord(piece)) return sayWhole(desk, { type: 'unknown', raw: toJson(piece) })
  const said = textOf(piece['text'])
  switch (piece['type']) {
    case 'text':
    case 'output_text':
      return said === '' ? [desk, NOTHING] : sayText(desk, said)
    case 'thinking':
    case 'reasoning': {
      const thought = thinkingText(piece['thinking']) || said
      return thought === '' ? [desk, NOTHING] : sayReasoning(desk, thought)
    }
    case 'refusal':
      return readRefusal(desk, { refusal: textOf(piece['refusal']) }) ?? [desk, NOTHING]
    default:
      return sayWhole(desk, toContentPart(piece))
  }
}

const thinkingText = (thinking: unknown): string =>
  typeof thinking === 'string'
    ? thinking
    : Array.isArray(thinking)
      ? thinking.map((piece: unknown) => (isRecord(piece) ? textOf(piece['text']) : textOf(piece))).join('')
      : ''

const sayText = (desk: Desk, sent: string): readonly [Desk, readonly Signal[]] => {
  const fresh = freshOf(desk.lane.sentText, sent)
  const after = withSent(desk, 'sentText', fresh)
  if (desk.lane.think === null) {
    const [opened, said] = openPart(after, 'text')
    const where = place(partOf(opened), desk.lane.choice)
    return [
      opened,
      [...said, ...cumulativeIssues(fresh, where), { type: 'text-delta', ...where, text: fresh.text }],
    ]
  }
  const [think, pieces] = splitThink(desk.lane.think, fresh.text)
  const [split, said] = mapAccum(
    { ...after, lane: { ...after.lane, think, touched: true } },
    pieces,
    sayPiece,
  )
  return [split, [...cumulativeIssues(fresh, place(partOf(split), desk.lane.choice)), ...said]]
}

/** A piece of text whose `<think>` tags were taken out. */
export const sayPiece = (desk: Desk, piece: ThinkPiece): readonly [Desk, readonly Signal[]] => {
  if (piece.kind === 'orphan') return restateAsReasoning(desk, piece.text)
  if (piece.text === '') return [desk, NOTHING]
  const [opened, said] = openPart(desk, piece.kind)
  const where = place(partOf(opened), desk.lane.choice)
  const delta: Signal =
    piece.kind === 'text'
      ? { type: 'text-delta', ...where, text: piece.text }
      : { type: 'reasoning-delta', ...where, kind: 'content', text: piece.text }
  return [opened, [...said, delta]]
}

/** A closing tag without an opening one: the text shown so far was reasoning. It is taken back and said again as what it is. */
const restateAsReasoning = (desk: Desk, last: string): readonly [Desk, readonly Signal[]] => {
  const { open, choice, think } = desk.lane
  const text = (think?.untagged ?? '') + last
  const note = issue(
    'orphan-think-tag',
    'A closing think tag came without an opening one; the text before it is reasoning.',
    {
      ...(choice !== 0 && { choice }),
    },
  )
  if (open?.type !== 'text') {
    const [after, said] = sayPiece(desk, { kind: 'reasoning', text })
    return [after, [note, ...said]]
  }
  const where = place(open.part, choice)
  return [
    { ...desk, lane: { ...desk.lane, open: { type: 'reasoning', part: open.part, detail: '' } } },
    [note, { type: 'reset', ...where }, { type: 'reasoning-delta', ...where, kind: 'content', text }],
  ]
}

const readRefusal: Reader = (desk, delta) => {
  const text = textOf(delta.refusal)
  if (text === '') return null
  const [opened, said] = openPart(desk, 'refusal')
  return [opened, [...said, { type: 'refusal-delta', ...place(partOf(opened), desk.lane.choice), text }]]
}

// Tool calls

/** `[]` and null are nothing. */
const readToolCalls: Reader = (desk, delta) =>
  Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0
    ? mapAccum(desk, delta.tool_calls, (current, entry: unknown) =>
        isRecord(entry)
          ? readCall(current, toToolCallDelta(entry))
          : [
              current,
              [
                issue(
                  'tool-call-malformed',
                  'A tool-call entry is no object; it was left out.',
                  choiceOf(current),
                ),
              ],
            ],
      )
    : null

const readFunctionCall: Reader = (desk, delta) =>
  isRecord(delta.function_call) ? readCall(desk, toFunctionCallDelta(delta.function_call)) : null

const readCall = (desk: Desk, delta: ToolCallDelta): readonly [Desk, readonly Signal[]] => {
  const { lane, options, parts } = desk
  const read = readToolCall(lane.calls, delta, {
    choice: lane.choice,
    nextPart: parts,
    cumulative: options.cumulative === true,
  })
  const [closed, ended] = read.opened ? closeOpen(desk) : ([desk, NOTHING] as const)
  return [
    {
      options,
      parts: read.opened ? parts + 1 : parts,
      lane: { ...closed.lane, calls: read.calls, touched: true },
    },
    ended.length === 0 ? read.signals : [...ended, ...read.signals],
  ]
}

// Audio, images, annotations

/** Base64 and transcript append, the id and the expiry are set. */
const readAudio: Reader = (desk, delta) => {
  const { audio } = delta
  if (!isRecord(audio)) return null
  const id = textOf(audio['id'])
  const data = textOf(audio['data'])
  const transcript = textOf(audio['transcript'])
  const expiresAt = typeof audio['expires_at'] === 'number' ? audio['expires_at'] : undefined
  if (id + data + transcript === '' && expiresAt === undefined) return null
  const isNew = desk.lane.audio < 0
  const part = isNew ? desk.parts : desk.lane.audio
  return [
    {
      ...desk,
      parts: isNew ? desk.parts + 1 : desk.parts,
      lane: { ...desk.lane, audio: part, touched: true },
    },
    [
      {
        type: 'audio-delta',
        ...place(part, desk.lane.choice),
        ...(id !== '' && { id }),
        data,
        transcript,
        ...(expiresAt !== undefined && { expiresAt }),
      },
    ],
  ]
}

const readImages: Reader = (desk, delta) =>
  Array.isArray(delta.images) && delta.images.length > 0
    ? mapAccum(desk, delta.images, (current, image: unknown) => sayWhole(current, toFile(image)))
    : null

const readAnnotations: Reader = (desk, delta) =>
  Array.isArray(delta.annotations) && delta.annotations.length > 0
    ? mapAccum(desk, delta.annotations, (current, annotation: unknown) =>
        sayWhole(current, toSource(annotation)),
      )
    : null

/** A part that comes in one piece. It stands beside the open one, which goes on. */
const sayWhole = (
  desk: Desk,
  content: Extract<Signal, { type: 'part' }>['content'],
): readonly [Desk, readonly Signal[]] => [
  { ...desk, parts: desk.parts + 1, lane: { ...desk.lane, touched: true } },
  [{ type: 'part', ...place(desk.parts, desk.lane.choice), content }],
]

// The rest

/** Fields we do not read are the message's own and may have to go back with it; so may an empty reasoning field. */
const readExtra: Reader = (desk, delta) => {
  const rest = restOf(delta, READ_FIELDS)
  const blank = blankReasoning(delta)
  if (rest === null && blank === null) return null
  const metadata = { ...rest, ...blank }
  return [desk, [{ type: 'metadata', scope: 'message', ...choiceOf(desk), metadata }]]
}

const blankReasoning = (delta: ChatDelta): JsonObject | null => {
  const blank = REASONING_FIELDS.filter((field) => delta[field] === '')
  return blank.length === 0 ? null : Object.fromEntries(blank.map((field) => [field, '']))
}

const READ_FIELDS: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  ...REASONING_FIELDS,
  'reasoning_details',
  'audio',
  'images',
  'annotations',
])

export const READERS: readonly Reader[] = [
  readReasoning,
  readContent,
  readRefusal,
  readToolCalls,
  readFunctionCall,
  readAudio,
  readImages,
  readAnnotations,
  readExtra,
]

/** A whole message, for a choice that got no delta: its calls are told apart by their place in the list. */
export const readMessage = (desk: Desk, message: ChatDelta): readonly [Desk, readonly Signal[]] => {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : []
  const delta: ChatDelta = { ...message, tool_calls: calls.map((call, index) => ({ ...call, index })) }
  return mapAccum(desk, READERS, (current, read) => read(current, delta) ?? [current, NOTHING])
}

// What the readers share

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const choiceOf = (desk: Desk) => (desk.lane.choice === 0 ? {} : { choice: desk.lane.choice })

const partOf = (desk: Desk): number => desk.lane.open?.part ?? desk.parts

/** Makes the open part one of `type`: goes on with it, or ends it and opens the next. */
const openPart = (desk: Desk, type: OpenPart['type'], detail = ''): readonly [Desk, readonly Signal[]] => {
  const { open } = desk.lane
  if (open?.type === type && (type !== 'reasoning' || open.detail === detail)) {
    return desk.lane.touched ? [desk, NOTHING] : [{ ...desk, lane: { ...desk.lane, touched: true } }, NOTHING]
  }
  const [closed, ended] = closeOpen(desk)
  return [
    {
      options: desk.options,
      parts: desk.parts + 1,
      lane: { ...closed.lane, open: { type, part: desk.parts, detail }, touched: true },
    },
    ended,
  ]
}

/** Ends the open part, if there is one. */
export const closeOpen = (desk: Desk): readonly [Desk, readonly Signal[]] => {
  const { open } = desk.lane
  if (open === null) return [desk, NOTHING]
  return [{ ...desk, lane: { ...desk.lane, open: null } }, [{ type: 'part-end', part: open.part }]]
}

const freshOf = (sent: string | null, delta: string): FreshPart =>
  sent === null ? { text: delta, sent: '', oddities: [] } : freshPart(sent, delta)

const withSent = (desk: Desk, field: 'sentText' | 'sentReasoning', fresh: FreshPart): Desk =>
  desk.lane[field] === null ? desk : { ...desk, lane: { ...desk.lane, [field]: fresh.sent } }

const cumulativeIssues = (
  fresh: FreshPart,
  where: { readonly part: number; readonly choice?: number },
): readonly Signal[] => fresh.oddities.map((code) => issue(code, cumulativeMessages[code], where))
