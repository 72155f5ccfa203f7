import { type Json, type JsonObject, mergeJson } from '../data'
import type {
  AudioDelta,
  Citation,
  End,
  Frame,
  MetadataFrame,
  PartFrame,
  ReasoningDelta,
  RefusalDelta,
  Reset,
  ServerToolCallDelta,
  TextDelta,
  ToolCallDelta,
} from './frame'
import type { AudioPart, ContentPart, ReasoningPart, ToolCallPart } from './part'
import type { Provider } from './provider'
import { UNFINISHED_INPUT } from './tool-input'

/** Which choice of a request with `n > 1` is asked for. */
export interface ChoiceOptions {
  /** Absent: the response's own, which is choice 0 or, where the frames have come to their last word without one, the lowest that came. */
  readonly choice?: number
}

/** One choice's message, as frames tell it. */
export interface Reading {
  /** Absent where no frame told it. */
  readonly provider?: Provider
  readonly content: readonly ContentPart[]
  readonly extra: JsonObject
}

export const gather = (frames: Iterable<Frame>): Gathered => {
  let gathered = nothing()
  for (const frame of frames) gathered = add(gathered, frame)
  return gathered
}

export const gatherArriving = async (frames: AsyncIterable<Frame>): Promise<Gathered> => {
  let gathered = nothing()
  for await (const frame of frames) gathered = add(gathered, frame)
  return gathered
}

/**
 * What the frames so far said of each part. It belongs to one run, which makes it, grows it in place and reads it once: a copy at each frame
 * would cost the square of their number.
 */
export interface Gathered {
  readonly parts: Map<number, Held>
  /** The choices that something was said of, without those known to be alternatives. */
  readonly choices: Set<number>
  /** The last word was said. */
  readonly ended: boolean
  /** The fields beside the content, by choice. */
  readonly extras: Map<number, JsonObject>
  readonly provider?: Provider
}

/** A part: its deltas or, once its complete has come, that and no deltas. */
interface Held {
  readonly choice: number
  readonly deltas: Delta[]
  readonly citations: Json[]
  readonly whole?: ContentPart
}

type Delta = TextDelta | RefusalDelta | ReasoningDelta | ToolCallDelta | AudioDelta | ServerToolCallDelta

const nothing = (): Gathered => ({ parts: new Map(), choices: new Set(), ended: false, extras: new Map() })

const add = (gathered: Gathered, frame: Frame): Gathered => {
  switch (frame.type) {
    case 'text-delta':
    case 'refusal-delta':
    case 'reasoning-delta':
    case 'tool-call-delta':
    case 'audio-delta':
    case 'server-tool-call-delta':
      return addDelta(gathered, frame)
    case 'citation':
      return addCitation(gathered, frame)
    case 'text-complete':
    case 'refusal-complete':
    case 'reasoning-complete':
    case 'tool-call-complete':
    case 'part':
      return addWhole(gathered, frame)
    case 'reset':
      return takeBack(gathered, frame)
    case 'metadata':
      return frame.scope === 'message' ? addExtra(gathered, frame) : gathered
    case 'logprobs':
      gathered.choices.add(frame.choice ?? 0)
      return gathered
    case 'end':
      return setApart(gathered, frame)
    case 'error':
      return { ...gathered, ended: true }
    case 'start':
      return { provider: frame.provider, ...gathered }
    case 'usage':
    case 'issue':
      return gathered
  }
}

/** A delta that does not fit its part is left out, as the collector does; nothing fits a part that is complete. */
const addDelta = (gathered: Gathered, delta: Delta): Gathered => {
  const { part, choice = 0 } = delta
  const held = gathered.parts.get(part)
  if (held === undefined) {
    gathered.choices.add(choice)
    gathered.parts.set(part, { choice, deltas: [delta], citations: [] })
  } else if (held.choice === choice && held.deltas[0]?.type === delta.type) {
    held.deltas.push(delta)
  }
  return gathered
}

/** Of an open text; one that comes before any text opens it. */
const addCitation = (gathered: Gathered, { part, choice = 0, citation }: Citation): Gathered => {
  const held = gathered.parts.get(part)
  if (held === undefined) {
    gathered.choices.add(choice)
    gathered.parts.set(part, {
      choice,
      deltas: [{ type: 'text-delta', part, text: '' }],
      citations: [citation],
    })
  } else if (held.choice === choice && held.deltas[0]?.type === 'text-delta') {
    held.citations.push(citation)
  }
  return gathered
}

type Whole = Extract<PartFrame, { readonly type: `${string}-complete` | 'part' }>

/** The first complete of a part settles it. */
const addWhole = (gathered: Gathered, frame: Whole): Gathered => {
  const { part, choice = 0 } = frame
  if (gathered.parts.get(part)?.whole !== undefined) return gathered
  gathered.choices.add(choice)
  gathered.parts.set(part, { choice, deltas: [], citations: [], whole: partOf(frame) })
  return gathered
}

export const partOf = (frame: Whole): ContentPart => {
  switch (frame.type) {
    case 'text-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'text' }
    }
    case 'refusal-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'refusal' }
    }
    case 'reasoning-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'reasoning' }
    }
    case 'tool-call-complete': {
      const { part: _part, choice: _choice, ...content } = frame
      return { ...content, type: 'tool-call' }
    }
    case 'part':
      return frame.content
  }
}

const takeBack = (gathered: Gathered, { part, onward }: Reset): Gathered => {
  gathered.parts.delete(part)
  if (onward === true) forgetFrom(gathered.parts, part)
  return gathered
}

export const forgetFrom = (parts: Map<number, unknown>, first: number): void => {
  for (const part of parts.keys()) if (part >= first) parts.delete(part)
}

const addExtra = (gathered: Gathered, { choice = 0, metadata }: MetadataFrame): Gathered => {
  gathered.choices.add(choice)
  gathered.extras.set(choice, mergeJson(gathered.extras.get(choice) ?? {}, metadata))
  return gathered
}

/** The end names all choices but the response's own. */
const setApart = (gathered: Gathered, { alternatives = [] }: End): Gathered => {
  for (const { choice } of alternatives) gathered.choices.delete(choice)
  return { ...gathered, ended: true }
}

export const readingOf = (gathered: Gathered, options: ChoiceOptions): Reading => {
  const choice = options.choice ?? (gathered.ended ? lowest(gathered.choices) : 0)
  const content = [...gathered.parts]
    .filter(([, held]) => held.choice === choice)
    .sort(([a], [b]) => a - b)
    .map(([, held]) => held.whole ?? unfinished(held))
  const { provider } = gathered
  return { ...(provider !== undefined && { provider }), content, extra: gathered.extras.get(choice) ?? {} }
}

const lowest = (choices: ReadonlySet<number>): number => {
  let least: number | undefined
  for (const choice of choices) if (least === undefined || choice < least) least = choice
  return least ?? 0
}

/** The part as its deltas tell it, all of them of one type. */
const unfinished = ({ deltas, citations }: Held): ContentPart => {
  const [first] = deltas
  switch (first?.type) {
    case 'refusal-delta':
      return { type: 'refusal', text: textOf(deltas) }
    case 'reasoning-delta':
      return unfinishedReasoning(deltas.filter((delta) => delta.type === 'reasoning-delta'))
    case 'tool-call-delta':
      return unfinishedCall(deltas.filter((delta) => delta.type === 'tool-call-delta'))
    case 'audio-delta':
      return unfinishedAudio(deltas.filter((delta) => delta.type === 'audio-delta'))
    case 'server-tool-call-delta':
      return unfinishedServerCall(deltas.filter((delta) => delta.type === 'server-tool-call-delta'))
    case 'text-delta':
    case undefined:
      return { type: 'text', text: textOf(deltas), ...(citations.length > 0 && { citations }) }
  }
}

const textOf = (deltas: readonly Delta[]): string =>
  deltas.map((delta) => ('text' in delta ? delta.text : '')).join('')

/** A fragment of the other kind starts a section of its own, as does one that says so. */
const unfinishedReasoning = (deltas: readonly ReasoningDelta[]): ReasoningPart => {
  const sections: { readonly kind: ReasoningDelta['kind']; readonly texts: string[] }[] = []
  for (const { kind, newSection, text } of deltas) {
    const last = sections.at(-1)
    if (last?.kind === kind && newSection !== true) last.texts.push(text)
    else sections.push({ kind, texts: [text] })
  }
  const textsOf = (kind: ReasoningDelta['kind']) =>
    sections.filter((section) => section.kind === kind).map((section) => section.texts.join(''))
  return { type: 'reasoning', content: textsOf('content'), summary: textsOf('summary') }
}

const unfinishedCall = (deltas: readonly ToolCallDelta[]): ToolCallPart => ({
  type: 'tool-call',
  id: deltas.findLast((delta) => delta.id !== undefined)?.id ?? '',
  name: deltas.findLast((delta) => delta.name !== undefined)?.name ?? '',
  arguments: deltas.map((delta) => delta.arguments).join(''),
  input: UNFINISHED_INPUT,
  kind: deltas.findLast((delta) => delta.kind !== undefined)?.kind ?? 'function',
})

const unfinishedServerCall = (deltas: readonly ServerToolCallDelta[]): ContentPart => ({
  type: 'server-tool-call',
  id: deltas.findLast((delta) => delta.id !== undefined)?.id ?? '',
  name: deltas.findLast((delta) => delta.name !== undefined)?.name ?? '',
  input: deltas.map((delta) => delta.input).join(''),
  raw: {},
})

const unfinishedAudio = (deltas: readonly AudioDelta[]): AudioPart => {
  const id = deltas.findLast((delta) => delta.id !== undefined)?.id
  const expiresAt = deltas.findLast((delta) => delta.expiresAt !== undefined)?.expiresAt
  return {
    type: 'audio',
    ...(id !== undefined && { id }),
    data: deltas.map((delta) => delta.data).join(''),
    transcript: deltas.map((delta) => delta.transcript).join(''),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}
