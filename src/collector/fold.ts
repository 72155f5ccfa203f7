import { emptyObject, isJsonObject, mergeJson } from '../data'
import {
  type AudioDelta,
  type Citation,
  type ContentPart,
  type PartEnd,
  type ReasoningDelta,
  type ReasoningMark,
  type RefusalDelta,
  type Reset,
  type ServerToolCallSignal,
  type Signal,
  type TextDelta,
  type TextMark,
  type ToolCallPart,
  type ToolCallSignal,
  UNFINISHED_INPUT,
  type WholePart,
} from '../frames'
import { at, push, set } from '../persistent'
import { completed } from './complete'
import { addLogprobs, addMetadata, knowChoice, laneOf, noteIssue, withHead, withLane } from './head'
import { liftPen, penOn, slotAt, write } from './pen'
import type { Draft, Slot } from './state'

/**
 * Folds one signal into the draft. Total: a signal that does not fit becomes an issue. The cost follows the signal, never the draft; a signal
 * that says nothing new gives the same draft.
 */
export const fold = (draft: Draft, signal: Signal): Draft => {
  switch (signal.type) {
    case 'text-delta':
    case 'refusal-delta':
      return addText(draft, signal)
    case 'reasoning-delta':
      return addReasoning(draft, signal)
    case 'citation':
      return addCitation(draft, signal)
    case 'text-mark':
      return markText(draft, signal)
    case 'reasoning-mark':
      return markReasoning(draft, signal)
    case 'tool-call-delta':
      return addToolCall(draft, signal)
    case 'audio-delta':
      return addAudio(draft, signal)
    case 'server-tool-call-delta':
      return addServerToolCall(draft, signal)
    case 'part':
      return addWhole(draft, signal)
    case 'part-end':
      return endPart(draft, signal)
    case 'reset':
      return reset(draft, signal)
    case 'identify':
      return withHead(draft, { id: signal.id ?? draft.head.id, model: signal.model ?? draft.head.model })
    case 'usage':
      return withHead(draft, { usage: signal.usage, cost: signal.cost ?? draft.head.cost })
    case 'logprobs':
      return addLogprobs(draft, signal)
    case 'metadata':
      return addMetadata(draft, signal)
    case 'issue':
      return noteIssue(draft, signal.issue)
    case 'choice':
      return knowChoice(draft, signal.choice)
    case 'finish':
      return withLane(draft, { ...laneOf(draft.head, signal.choice), finish: signal.reason })
    case 'arrange':
      return draft // `reconcile` says it in other signals
    case 'failure':
    case 'done':
      return draft // what ends the stream is for `close` to settle
  }
}

/** Adds a fragment to a part, which opens if it is the next one or was void. */
const addFragment = (
  draft: Draft,
  signal: { readonly part: number; readonly choice?: number },
  empty: ContentPart,
  fragment: string,
): Draft => {
  const opened = openSlot(draft, signal, empty)
  if (opened === undefined) return misfit(draft, signal.part)
  const penned = penOn(opened, signal.part)
  return fragment === '' ? penned : write(penned, fragment)
}

/** The draft in which the part is open and of `empty`'s type; undefined where that cannot be. */
const openSlot = (
  draft: Draft,
  { part, choice = 0 }: { readonly part: number; readonly choice?: number },
  empty: ContentPart,
): Draft | undefined => {
  const slot = at(draft.parts, part)
  if (slot?.state === 'open')
    return slot.content.type === empty.type && slot.choice === choice ? draft : undefined
  if (slot?.state === 'closed' || part > draft.parts.size || part < 0) return undefined
  const fresh: Slot = { choice, state: 'open', content: empty, section: 'content' }
  const known = knowChoice(draft, choice)
  return {
    head: known.head,
    parts: slot === undefined ? push(known.parts, fresh) : set(known.parts, part, fresh),
    pen: known.pen,
    tail: known.tail,
  }
}

const misfit = (draft: Draft, part: number): Draft =>
  noteIssue(draft, {
    code: 'misfit-frame',
    message: 'A frame does not fit the part it names; it was left out.',
    part,
  })

const emptyText: ContentPart = Object.freeze({ type: 'text', text: '' })
const emptyRefusal: ContentPart = Object.freeze({ type: 'refusal', text: '' })
const emptyReasoning: ContentPart = Object.freeze({
  type: 'reasoning',
  content: Object.freeze([]),
  summary: Object.freeze([]),
})
const emptyAudio: ContentPart = Object.freeze({ type: 'audio', data: '', transcript: '' })

const emptyServerToolCall: ContentPart = Object.freeze({
  type: 'server-tool-call',
  id: '',
  name: '',
  input: '',
  raw: emptyObject,
})

const emptyCall: ContentPart = Object.freeze({
  type: 'tool-call',
  id: '',
  name: '',
  arguments: '',
  input: UNFINISHED_INPUT,
  kind: 'function',
})

const addText = (draft: Draft, signal: TextDelta | RefusalDelta): Draft =>
  addFragment(draft, signal, signal.type === 'text-delta' ? emptyText : emptyRefusal, signal.text)

/** A fragment of the other kind, content or summary, starts a section of its own. */
const addReasoning = (draft: Draft, signal: ReasoningDelta): Draft => {
  const slot = at(draft.parts, signal.part)
  if (slot?.state === 'open' && slot.content.type === 'reasoning' && isSectionOpen(slot, signal)) {
    return addFragment(draft, signal, emptyReasoning, signal.text)
  }
  const opened = openSlot(draft, signal, emptyReasoning)
  return opened === undefined
    ? misfit(draft, signal.part)
    : addFragment(openSection(opened, signal), signal, emptyReasoning, signal.text)
}

const isSectionOpen = (slot: Slot, signal: ReasoningDelta): boolean =>
  signal.newSection !== true &&
  slot.section === signal.kind &&
  slot.content.type === 'reasoning' &&
  slot.content[signal.kind].length > 0

const openSection = (draft: Draft, signal: ReasoningDelta): Draft => {
  const lifted = liftPen(draft)
  const slot = at(lifted.parts, signal.part)
  if (slot?.content.type !== 'reasoning') return lifted
  const content = { ...slot.content, [signal.kind]: [...slot.content[signal.kind], ''] }
  return { ...lifted, parts: set(lifted.parts, signal.part, { ...slot, content, section: signal.kind }) }
}

const addCitation = (draft: Draft, signal: Citation): Draft =>
  changeContent(draft, signal, emptyText, (content) =>
    content.type === 'text'
      ? { ...content, citations: [...(content.citations ?? []), signal.citation] }
      : undefined,
  )

const markText = (draft: Draft, signal: TextMark): Draft =>
  changeContent(draft, signal, signal.of === 'text' ? emptyText : emptyRefusal, (content) =>
    content.type === 'text' || content.type === 'refusal'
      ? { ...content, extra: mergeJson(content.extra ?? emptyObject, signal.extra) }
      : undefined,
  )

/** Changes what an open part has beside its text; opens it if need be. */
const changeContent = (
  draft: Draft,
  signal: { readonly part: number; readonly choice?: number },
  empty: ContentPart,
  change: (content: ContentPart) => ContentPart | undefined,
): Draft => {
  const opened = openSlot(draft, signal, empty)
  const slot = opened === undefined ? undefined : at(opened.parts, signal.part)
  const content = slot === undefined ? undefined : change(slot.content)
  return opened === undefined || slot === undefined || content === undefined
    ? misfit(draft, signal.part)
    : { ...opened, parts: set(opened.parts, signal.part, { ...slot, content }) }
}

const markReasoning = (draft: Draft, signal: ReasoningMark): Draft =>
  changeContent(draft, signal, emptyReasoning, (held) => {
    if (held.type !== 'reasoning') return undefined
    const encrypted =
      signal.encrypted === undefined ? held.encrypted : (held.encrypted ?? '') + signal.encrypted
    const extra = signal.extra === undefined ? held.extra : mergeJson(held.extra ?? emptyObject, signal.extra)
    return {
      ...held,
      ...(signal.signature !== undefined && { signature: signal.signature }),
      ...(encrypted !== undefined && { encrypted }),
      ...(extra !== undefined && { extra }),
    }
  })

const addToolCall = (draft: Draft, signal: ToolCallSignal): Draft => {
  const added = addFragment(draft, signal, emptyCall, signal.arguments)
  const slot = at(added.parts, signal.part)
  const saysMore =
    signal.id !== undefined ||
    signal.name !== undefined ||
    signal.kind !== undefined ||
    signal.extra !== undefined
  if (!saysMore || slot?.state !== 'open' || slot.content.type !== 'tool-call') return added
  const held = slot.content
  const content: { -readonly [K in keyof ToolCallPart]: ToolCallPart[K] } = {
    type: 'tool-call',
    id: signal.id ?? held.id,
    name: signal.name ?? held.name,
    arguments: held.arguments,
    input: UNFINISHED_INPUT,
    kind: signal.kind ?? held.kind,
  }
  if (signal.synthesizedId ?? held.synthesizedId) content.synthesizedId = true
  if (signal.extra ?? held.extra)
    content.extra = mergeJson(held.extra ?? emptyObject, signal.extra ?? emptyObject)
  return { ...added, parts: set(added.parts, signal.part, { ...slot, content }) }
}

const addAudio = (draft: Draft, signal: AudioDelta): Draft =>
  changeContent(draft, signal, emptyAudio, (held) =>
    held.type === 'audio'
      ? {
          ...held,
          ...(signal.id !== undefined && { id: signal.id }),
          data: held.data + signal.data,
          transcript: held.transcript + signal.transcript,
          ...(signal.expiresAt !== undefined && { expiresAt: signal.expiresAt }),
        }
      : undefined,
  )

/** The text of its input stands in for the value until the call has ended. */
const addServerToolCall = (draft: Draft, signal: ServerToolCallSignal): Draft => {
  const added = addFragment(draft, signal, emptyServerToolCall, signal.input)
  const slot = at(added.parts, signal.part)
  const { id, name, raw } = signal
  if (id === undefined && name === undefined && raw === undefined) return added
  if (slot?.state !== 'open' || slot.content.type !== 'server-tool-call') return added
  const held = slot.content
  const content: ContentPart = {
    type: 'server-tool-call',
    id: id ?? held.id,
    name: name ?? held.name,
    input: held.input,
    raw: raw === undefined ? held.raw : mergeJson(isJsonObject(held.raw) ? held.raw : emptyObject, raw),
  }
  return { ...added, parts: set(added.parts, signal.part, { ...slot, content }) }
}

const addWhole = (draft: Draft, signal: WholePart): Draft => {
  const opened = openSlot(draft, signal, signal.content)
  const slot = opened === undefined ? undefined : at(opened.parts, signal.part)
  return opened === undefined || slot === undefined
    ? misfit(draft, signal.part)
    : withoutPen(
        {
          ...opened,
          parts: set(opened.parts, signal.part, { ...slot, state: 'closed', content: signal.content }),
        },
        signal.part,
      )
}

/** The draft with the pen taken off a part whose text was settled otherwise. */
const withoutPen = (draft: Draft, part: number): Draft =>
  draft.pen === part ? { head: draft.head, parts: draft.parts, pen: -1, tail: '' } : draft

const endPart = (draft: Draft, signal: PartEnd): Draft => {
  const slot = slotAt(draft, signal.part)
  if (slot?.state !== 'open') return misfit(draft, signal.part)
  const ended: Slot = { ...slot, state: 'closed', content: completed(slot.content, signal) }
  return withoutPen({ ...draft, parts: set(draft.parts, signal.part, ended) }, signal.part)
}

const reset = (draft: Draft, signal: Reset): Draft => {
  const lifted = liftPen(draft)
  const end = signal.onward === true ? lifted.parts.size : signal.part + 1
  let { parts } = lifted
  for (let part = signal.part; part < end; part++) {
    const slot = at(parts, part)
    if (slot !== undefined) parts = set(parts, part, { ...slot, state: 'void' })
  }
  return { head: lifted.head, parts, pen: -1, tail: '' }
}
