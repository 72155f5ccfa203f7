import { produce } from 'immer'
import { isJsonObject, type Json, mergeJson } from '../data'
import { type ContentPart, type PartEnd, type ReasoningDelta, type Signal, UNFINISHED_INPUT } from '../frames'

/**
 * What signals come to, as anybody would write it down: a list of parts that is changed in place, under Immer. It is the measure of the collector's
 * fold, which shares structure by hand and keeps the growing text apart; of a stream that has not ended both must show the same content.
 */
export type Model = readonly ModelPart[]

interface ModelPart {
  readonly choice: number
  readonly state: 'open' | 'closed' | 'void'
  readonly content: ContentPart
  /** Of reasoning: what the last section is. */
  readonly section: ReasoningDelta['kind']
}

export const emptyModel: Model = []

export const modelFold = (model: Model, signals: readonly Signal[]): Model =>
  produce<Model, Parts>(model, (parts) => {
    for (const signal of signals) apply(parts, signal)
  })

/** The content of one choice. */
export const modelContent = (model: Model, choice: number): readonly ContentPart[] =>
  model.filter((part) => part.choice === choice && part.state !== 'void').map(({ content }) => content)

/** Its own fields can be changed; what they hold is replaced as a whole. */
type Writable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never
type Parts = Writable<ModelPart>[]
type Content<T extends ContentPart['type']> = Writable<Extract<ContentPart, { readonly type: T }>>

const apply = (parts: Parts, signal: Signal): void => {
  switch (signal.type) {
    case 'text-delta':
    case 'citation': {
      const text = open<'text'>(parts, signal, { type: 'text', text: '' })
      if (signal.type === 'text-delta' && text !== undefined) text.text += signal.text
      if (signal.type === 'citation' && text !== undefined) {
        text.citations = [...(text.citations ?? []), signal.citation]
      }
      break
    }
    case 'refusal-delta': {
      const refusal = open<'refusal'>(parts, signal, { type: 'refusal', text: '' })
      if (refusal !== undefined) refusal.text += signal.text
      break
    }
    case 'text-mark': {
      const marked = open<'text' | 'refusal'>(parts, signal, { type: signal.of, text: '' })
      if (marked !== undefined) marked.extra = mergeJson(marked.extra ?? {}, signal.extra)
      break
    }
    case 'reasoning-delta':
      addReasoning(parts, signal)
      break
    case 'reasoning-mark': {
      const reasoning = open<'reasoning'>(parts, signal, { type: 'reasoning', content: [], summary: [] })
      if (reasoning === undefined) break
      if (signal.signature !== undefined) reasoning.signature = signal.signature
      if (signal.encrypted !== undefined) reasoning.encrypted = (reasoning.encrypted ?? '') + signal.encrypted
      if (signal.extra !== undefined) reasoning.extra = mergeJson(reasoning.extra ?? {}, signal.extra)
      break
    }
    case 'tool-call-delta': {
      const call = open<'tool-call'>(parts, signal, {
        type: 'tool-call',
        id: '',
        name: '',
        arguments: '',
        input: UNFINISHED_INPUT,
        kind: 'function',
      })
      if (call === undefined) break
      call.arguments += signal.arguments
      call.id = signal.id ?? call.id
      call.name = signal.name ?? call.name
      call.kind = signal.kind ?? call.kind
      if (signal.synthesizedId) call.synthesizedId = true
      if (signal.extra !== undefined) call.extra = mergeJson(call.extra ?? {}, signal.extra)
      break
    }
    case 'audio-delta': {
      const audio = open<'audio'>(parts, signal, { type: 'audio', data: '', transcript: '' })
      if (audio === undefined) break
      audio.data += signal.data
      audio.transcript += signal.transcript
      if (signal.id !== undefined) audio.id = signal.id
      if (signal.expiresAt !== undefined) audio.expiresAt = signal.expiresAt
      break
    }
    case 'server-tool-call-delta': {
      const call = open<'server-tool-call'>(parts, signal, {
        type: 'server-tool-call',
        id: '',
        name: '',
        input: '',
        raw: {},
      })
      if (call === undefined) break
      call.input = `${String(call.input)}${signal.input}`
      call.id = signal.id ?? call.id
      call.name = signal.name ?? call.name
      if (signal.raw !== undefined && isJsonObject(call.raw)) call.raw = mergeJson(call.raw, signal.raw)
      break
    }
    case 'part':
      if (open<ContentPart['type']>(parts, signal, signal.content) !== undefined)
        close(parts, signal.part, signal.content)
      break
    case 'part-end':
      end(parts, signal)
      break
    case 'reset':
      for (const [number, part] of parts.entries()) {
        if (number === signal.part || (signal.onward === true && number > signal.part)) part.state = 'void'
      }
      break
  }
}

/** The content of a part that is open and of `empty`'s type; the next part, or one that is void, opens as that. */
const open = <T extends ContentPart['type']>(
  parts: Parts,
  { part, choice = 0 }: { readonly part: number; readonly choice?: number },
  empty: Content<T>,
): Content<T> | undefined => {
  const held = parts[part]
  if (held?.state === 'open') {
    const fits = held.content.type === empty.type && held.choice === choice
    return fits ? (held.content as unknown as Content<T>) : undefined // the types are equal
  }
  if (held?.state === 'closed' || !(part >= 0 && part <= parts.length)) return undefined
  parts[part] = { choice, state: 'open', content: empty as ContentPart, section: 'content' } // but writable
  return parts[part]?.content as unknown as Content<T> // just put there; as a draft, so that it can be changed
}

const close = (parts: Parts, number: number, content: ContentPart): void => {
  const part = parts[number]
  if (part === undefined) return
  part.state = 'closed'
  part.content = content
}

const addReasoning = (parts: Parts, signal: ReasoningDelta): void => {
  const reasoning = open<'reasoning'>(parts, signal, { type: 'reasoning', content: [], summary: [] })
  const part = parts[signal.part]
  if (reasoning === undefined || part === undefined) return
  const sections = reasoning[signal.kind]
  const isNew = signal.newSection === true || part.section !== signal.kind || sections.length === 0
  reasoning[signal.kind] = isNew
    ? [...sections, signal.text]
    : [...sections.slice(0, -1), `${sections.at(-1)}${signal.text}`]
  part.section = signal.kind
}

const end = (parts: Parts, signal: PartEnd): void => {
  const part = parts[signal.part]
  if (part?.state !== 'open') return
  part.state = 'closed'
  if (part.content.type === 'server-tool-call') {
    part.content = { ...part.content, input: inputOf(String(part.content.input)) }
  }
}

const inputOf = (text: string): Json => {
  try {
    return text.trim() === '' ? {} : (JSON.parse(text) as Json) // what JSON.parse gives is JSON
  } catch {
    return text
  }
}
