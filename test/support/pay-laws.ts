import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import {
  type CollectorState,
  closeWithFrames,
  collect,
  collectWithFrames,
  type Frame,
  finalize,
  initial,
  type Json,
  type LlmResponse,
  type Provider,
  type ProviderOptions,
  toAssistantMessage,
} from '../../src'
import { chunkOf, type Folded, foldWith } from './fold'

/**
 * Folds a stream that an example is about, and holds it to the laws on the way: nothing given is touched, a rerun gives the same, the state
 * survives JSON at every point, and the frames add up to the response.
 */
export const payLaws = <P extends Provider>(
  provider: P,
  events: readonly unknown[],
  options: ProviderOptions = {},
): Folded<P> => {
  const before = JSON.stringify(events)
  const folded = foldWith(provider, events, options)
  expect(JSON.stringify(events), 'the events are as they were').toBe(before)
  same(foldWith(provider, frozen(events), options), folded, 'frozen events and a rerun give the same')
  payRoundTrips(provider, events, options, folded)
  payCompletes(folded.frames)
  payText(folded)
  return folded
}

/** Steps along frozen states, with frames and without, and beside them along states that went through JSON before each step. */
const payRoundTrips = <P extends Provider>(
  provider: P,
  events: readonly unknown[],
  options: ProviderOptions,
  folded: Folded<P>,
): void => {
  let state = frozen(initial(provider, options))
  let revived = revive(state)
  for (const [number, event] of events.entries()) {
    same(revived, state, `the state before event ${number} is plain JSON and goes on as such`)
    const chunk = chunkOf(provider, event)
    const [withFrames] = collectWithFrames(state, chunk)
    same(collect(state, chunk), withFrames, `event ${number} gives the same state without frames`)
    state = frozen(withFrames)
    revived = revive(collect(revived, chunk))
  }
  same(revived, state, 'the last state is plain JSON')
  same(finalize(revived), folded.result, 'a state that went through JSON comes to the same result')
  same(closeWithFrames(state)[0], folded.state, 'the end of a frozen state')
  same(revive(folded.state), folded.state, 'the closed state is plain JSON')
  same(JSON.parse(JSON.stringify(folded.result)), folded.result, 'the result is plain JSON')
  same(JSON.parse(JSON.stringify(folded.frames)), folded.frames, 'the frames are plain JSON')
}

const revive = <P extends Provider>(state: CollectorState<P>): CollectorState<P> =>
  JSON.parse(JSON.stringify(state))

/** What the deltas of one part add up to, since it was last reset. */
interface Heard {
  readonly type: string
  readonly text: string
  readonly summary: string
  readonly id: string
  readonly name: string
  readonly citations: readonly Json[]
  readonly completes: number
}

const silence: Heard = { type: '', text: '', summary: '', id: '', name: '', citations: [], completes: 0 }

/** The deltas of a part concatenate to its complete, of which there is exactly one, and the last word comes last. */
const payCompletes = (frames: readonly Frame[]): void => {
  const heard = new Map<number, Heard>()
  let lastWord = ''
  for (const frame of frames) {
    if (lastWord === 'end') expect.unreachable(`a frame after the end: ${frame.type}`)
    if (lastWord === 'error') expect(['usage', 'metadata', 'issue'], 'after the error').toContain(frame.type)
    if (frame.type === 'end' || frame.type === 'error') {
      for (const [part, { completes, type }] of heard) {
        expect(completes, `completes of part ${part} (${type})`).toBe(1)
      }
      lastWord = frame.type
    }
    if (!('part' in frame)) continue
    if (frame.type === 'reset') {
      for (const part of heard.keys()) {
        if (part === frame.part || (frame.onward === true && part > frame.part)) heard.delete(part)
      }
    } else {
      heard.set(frame.part, hear(heard.get(frame.part) ?? silence, frame))
    }
  }
  expect(lastWord, 'the last word').toMatch(/^(end|error)$/)
}

const hear = (held: Heard, frame: Exclude<Extract<Frame, { part: number }>, { type: 'reset' }>): Heard => {
  const where = `part ${frame.part}`
  expect(held.completes, `${where} had its complete before this ${frame.type}`).toBe(0)
  switch (frame.type) {
    case 'text-delta':
    case 'refusal-delta':
      return { ...held, type: frame.type, text: held.text + frame.text }
    case 'reasoning-delta':
      return frame.kind === 'content'
        ? { ...held, type: frame.type, text: held.text + frame.text }
        : { ...held, type: frame.type, summary: held.summary + frame.text }
    case 'tool-call-delta':
      return {
        ...held,
        type: frame.type,
        text: held.text + frame.arguments,
        id: frame.id ?? held.id,
        name: frame.name ?? held.name,
      }
    case 'audio-delta':
      return {
        ...held,
        type: frame.type,
        text: held.text + frame.data,
        summary: held.summary + frame.transcript,
        id: frame.id ?? held.id,
      }
    case 'server-tool-call-delta':
      return {
        ...held,
        type: frame.type,
        text: held.text + frame.input,
        id: frame.id ?? held.id,
        name: frame.name ?? held.name,
      }
    case 'citation':
      return { ...held, citations: [...held.citations, frame.citation] }
    case 'text-complete':
      expect(held.text, `the deltas of ${where}`).toBe(frame.text)
      expect(held.citations, `the citations of ${where}`).toEqual(frame.citations ?? [])
      break
    case 'refusal-complete':
      expect(held.text, `the deltas of ${where}`).toBe(frame.text)
      break
    case 'reasoning-complete':
      expect(held.text, `the reasoning of ${where}`).toBe(frame.content.join(''))
      expect(held.summary, `the summaries of ${where}`).toBe(frame.summary.join(''))
      break
    case 'tool-call-complete':
      expect([held.id, held.name, held.text], `the deltas of ${where}`).toEqual([
        frame.id,
        frame.name,
        frame.arguments,
      ])
      break
    case 'part':
      if (frame.content.type === 'audio') {
        const { id = '', data, transcript } = frame.content
        expect([held.id, held.text, held.summary], `the deltas of ${where}`).toEqual([id, data, transcript])
      }
      if (held.type === 'server-tool-call-delta') {
        const { id, name } = held
        expect(frame.content, `the deltas of ${where}`).toMatchObject({ type: 'server-tool-call', id, name })
      }
      break
  }
  return { ...held, completes: 1 }
}

/** The text deltas of a choice join to its text, and the completes are its message. */
const payText = ({ frames, response, result }: Folded): void => {
  const others = response.alternatives ?? []
  // Only the end tells which of several choices is the response's own.
  if (result._tag === 'Right' || others.length === 0) {
    same(toAssistantMessage(frames), response.message, 'the completes are the message')
  }
  for (const { choice, message } of others) {
    same(toAssistantMessage(frames, { choice }), message, `the completes of choice ${choice} are its message`)
  }
  const known = new Set(others.map(({ choice }) => choice))
  expect(
    textOf(frames, (choice) => !known.has(choice)),
    'the text deltas joined',
  ).toBe(response.text)
  for (const { choice, text } of others) {
    expect(
      textOf(frames, (other) => other === choice),
      `the text deltas of choice ${choice}`,
    ).toBe(text)
  }
  const last = frames.findLast((frame) => frame.type === 'end' || frame.type === 'error')
  expect(last?.type, 'the last word agrees with the result').toBe(result._tag === 'Right' ? 'end' : 'error')
  if (last?.type === 'end') payEnd(last, response)
}

const payEnd = (end: Extract<Frame, { type: 'end' }>, response: LlmResponse): void => {
  const { finishReason, id, model, usage } = response
  expect([end.finishReason, end.id, end.model, end.usage], 'the end').toEqual([
    finishReason,
    id,
    model,
    usage,
  ])
}

const textOf = (frames: readonly Frame[], isOf: (choice: number) => boolean): string => {
  const texts = new Map<number, string>()
  for (const frame of frames) {
    if (frame.type === 'reset') {
      for (const part of texts.keys()) {
        if (part === frame.part || (frame.onward === true && part > frame.part)) texts.delete(part)
      }
    } else if (frame.type === 'text-delta' && isOf(frame.choice ?? 0)) {
      texts.set(frame.part, (texts.get(frame.part) ?? '') + frame.text)
    }
  }
  return [...texts.entries()].sort(([a], [b]) => a - b).reduce((all, [, text]) => all + text, '')
}

/** The same data to the last key. Vitest's own equality takes an own key `constructor` for the type and says that no two are equal. */
const same = (actual: unknown, expected: unknown, claim: string): void => {
  if (isDeepStrictEqual(actual, expected)) return
  expect(actual, claim).toStrictEqual(expected)
  expect.unreachable(claim)
}

/** The value itself, with everything in it frozen. */
const frozen = <T>(value: T): T => {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const item = pending.pop()
    if (typeof item !== 'object' || item === null || Object.isFrozen(item)) continue
    if (ArrayBuffer.isView(item)) continue // bytes cannot be frozen
    Object.freeze(item)
    for (const child of Object.values(item)) pending.push(child)
  }
  return value
}
