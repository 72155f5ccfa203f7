import * as E from 'fp-ts/Either'
import {
  type CollectError,
  type CollectorState,
  close,
  closeWithFrames,
  collect,
  collectWithFrames,
  finalize,
  initial,
  snapshot,
} from '../collector'
import { continuationFrame, type Frame, type LlmResponse, type Provider, type Signal } from '../frames'
import { at } from '../persistent'
import { type Chunk, type ProviderOptions, providerModule, type WireEvent } from '../providers'
import { deepFreeze, difference, revive } from './data'
import { emptyModel, modelContent, modelFold } from './model'

/** A stream to hold against the laws. */
export interface Stream<P extends Provider = Provider> {
  readonly provider: P
  readonly events: readonly WireEvent<P>[]
  readonly options?: ProviderOptions
}

/** What a law says of one stream. It throws a {@link BrokenLaw} when the stream shows that it does not hold. */
export type Check = <P extends Provider>(stream: Stream<P>) => void

export class BrokenLaw extends Error {
  override readonly name = 'BrokenLaw'
}

const hold = (condition: boolean, message: () => string): void => {
  if (!condition) throw new BrokenLaw(message())
}

const same = (actual: unknown, wanted: unknown, what: string): void => {
  const found = difference(actual, wanted)
  hold(found === undefined, () => `${what}: ${found}`)
}

const chunksOf = <P extends Provider>({ provider, events }: Stream<P>): readonly Chunk[] =>
  events.map((event) => ({ provider, event }) as Chunk) // tag and event belong together

const statesOf = <P extends Provider>(stream: Stream<P>): readonly CollectorState<P>[] => {
  const states = [initial(stream.provider, stream.options)]
  for (const chunk of chunksOf(stream)) states.push(collect(states.at(-1) ?? initial(stream.provider), chunk))
  return states
}

const lastOf = <P extends Provider>(stream: Stream<P>): CollectorState<P> =>
  chunksOf(stream).reduce<CollectorState<P>>(collect, initial(stream.provider, stream.options))

export const responseOf = (result: E.Either<CollectError, LlmResponse>): LlmResponse =>
  E.isRight(result) ? result.right : result.left.partial

/** Every frame of a stream that ends by itself. */
const framesOf = <P extends Provider>(stream: Stream<P>): readonly Frame[] => {
  const frames: Frame[] = []
  let state = initial(stream.provider, stream.options)
  for (const chunk of chunksOf(stream)) {
    const [next, said] = collectWithFrames(state, chunk)
    frames.push(...said)
    state = next
  }
  return [...frames, ...closeWithFrames(state)[1]]
}

/** Law 1: the same chunks give the same state; with or without frames. */
export const isDeterministic: Check = (stream) => {
  const again = { ...stream, events: structuredClone(stream.events) }
  same(lastOf(again), lastOf(stream), 'a second run differs')
  let framed = initial(stream.provider, stream.options)
  for (const chunk of chunksOf(stream)) framed = collectWithFrames(framed, chunk)[0]
  same(framed, lastOf(stream), 'a run with frames differs from one without')
}

/** Some of the states of a stream, evenly spread and with the last: enough of them to catch what depends on the place. */
const sampled = <T>(states: readonly T[], count = 12): readonly T[] => {
  const stride = Math.ceil(states.length / count)
  return states.filter((_, n) => n % stride === 0 || n === states.length - 1)
}

/**
 * The short way of a provider says what its long way says: one fragment of one open part, and nothing else that is new. Only fields that each
 * event repeats are left for the next event on the long way.
 */
export const isShortWayTrue: Check = ({ provider, events, options }) => {
  const module = providerModule(provider)
  let cursor = module.initial(options ?? {})
  for (const event of events) {
    const short = module.continuation(cursor, event)
    const [next, signals] = module.translate(cursor, event)
    if (short !== undefined) {
      const said = signals.filter((signal) => !isRepeatedField(signal))
      const wanted = continuationFrame(short)
      same(said, [wanted], 'the short way says something else than the long way')
      same(
        { ...next, metadata: null },
        { ...(short.cursor ?? cursor), metadata: null },
        'the short way leaves the cursor elsewhere',
      )
    }
    cursor = next
  }
}

const isRepeatedField = (signal: Signal): boolean =>
  signal.type === 'issue'
    ? signal.issue.code === 'id-changed' || signal.issue.code === 'model-changed'
    : signal.type === 'metadata' && signal.scope === 'response'

/**
 * The fold comes to what its model comes to: the same content after each chunk, as long as the stream is open and no part is repeated whole.
 */
export const isFoldModelled: Check = ({ provider, events, options }) => {
  const module = providerModule(provider)
  let cursor = module.initial(options ?? {})
  let state = initial(provider, options)
  let model = emptyModel
  for (const event of events) {
    const [next, signals] = module.translate(cursor, event)
    cursor = next
    model = modelFold(model, signals)
    state = collect(state, { provider, event } as Chunk) // tag and event belong together
    const isRepeated = signals.some(
      (signal) => signal.type === 'arrange' || (signal.type === 'part-end' && signal.content !== undefined),
    )
    if (isRepeated || state.head.phase.type !== 'open') return
    for (const { choice } of state.head.lanes)
      same(contentOf(state, choice), modelContent(model, choice), `choice ${choice}`)
  }
}

const contentOf = (state: CollectorState, choice: number): unknown => {
  const { message, alternatives = [] } = snapshot(state)
  return choice === 0
    ? message.content
    : alternatives.find((other) => other.choice === choice)?.message.content
}

/** Law 2: nothing throws, and no payload touches a prototype. */
export const isTotal: Check = (stream) => {
  for (const state of sampled(statesOf(stream))) {
    finalize(state)
    snapshot(state)
    close(state, 'cut')
    close(state, 'aborted')
  }
  const clean: Readonly<Record<string, unknown>> = {}
  hold(clean['polluted'] === undefined, () => 'a payload reached Object.prototype')
}

/** Law 3: neither states nor events are mutated, and a chunk leaves alone the parts that neither its signals nor its frames name. */
export const isImmutableAndShared: Check = <P extends Provider>(stream: Stream<P>) => {
  const frozen = { ...stream, events: deepFreeze(structuredClone(stream.events)) }
  let before = deepFreeze(initial(stream.provider, stream.options))
  for (const chunk of chunksOf(frozen)) {
    const [after, frames] = collectWithFrames(before, chunk)
    const [, signals] = providerModule(stream.provider).translate(before.cursor, chunk.event as WireEvent<P>) // its own
    const named = new Set([...frames, ...signals].flatMap((said) => ('part' in said ? [said.part] : [])))
    const isReset = frames.some((frame) => frame.type === 'reset')
    for (let part = 0; part < before.parts.size; part++) {
      const kept = at(before.parts, part) === at(after.parts, part)
      const wasWritten = part === before.pen // its newest text moves from the tail to the part
      hold(kept || isReset || wasWritten || named.has(part), () => `part ${part} lost its identity`)
    }
    before = deepFreeze(after)
  }
  deepFreeze(close(before))
}

/** Law 4: a state that went through JSON, at any point, goes on to the same result. */
export const isSerialisable: Check = (stream) => {
  const stops = new Set(sampled(statesOf(stream).map((_, n) => n)))
  let revived = initial(stream.provider, stream.options)
  chunksOf(stream).forEach((chunk, n) => {
    const state = collect(revived, chunk)
    if (!stops.has(n + 1)) {
      revived = state
      return
    }
    revived = revive(state)
    same(revived, state, `the state after ${n + 1} chunks is not plain JSON`)
  })
  same(finalize(revived), finalize(lastOf(stream)), 'a run through JSON ends otherwise')
  const closed = close(revived)
  same(revive(closed), closed, 'the closed state is not plain JSON')
}

/**
 * Law 6: the stream has one start, before all but issues; the deltas of a part join to its complete, the first one of a call brings its name, each part has exactly one complete, and the last word
 * is `end` or `error`.
 */
export const isComplete: Check = (stream) => {
  const frames = framesOf(stream)
  const closed = close(lastOf(stream))
  const response = responseOf(finalize(closed))
  const last = frames.findIndex((frame) => frame.type === 'end' || frame.type === 'error')
  hold(last >= 0, () => 'neither `end` nor `error` came')
  const after = frames.slice(last + 1)
  hold(
    after.every((frame) => frame.type !== 'end' && frame.type !== 'error' && !('part' in frame)),
    () => 'content, or another last word, came after the last word',
  )
  const starts = frames.flatMap((frame, place) => (frame.type === 'start' ? [place] : []))
  hold(starts.length === 1, () => `${starts.length} starts came`)
  hold(
    frames.slice(0, starts[0]).every((frame) => frame.type === 'issue'),
    () => 'something came before the start',
  )
  const parts = replay(frames)
  for (const [part, { completes, shown, complete }] of parts) {
    hold(completes === 1, () => `part ${part} has ${completes} completes`)
    hold(shown === undefined || shown === complete, () => `the deltas of part ${part} are not its complete`)
  }
  const main = Math.min(...closed.head.lanes.map((lane) => lane.choice))
  const text = [...parts]
    .sort(([a], [b]) => a - b)
    .map(([, { type, choice, complete }]) => (type === 'text-complete' && choice === main ? complete : ''))
  same(text.join(''), response.text, 'the text of the frames is not that of the response')
}

interface Replayed {
  readonly choice: number
  readonly type: Frame['type']
  readonly completes: number
  /** Its deltas joined; undefined for parts that come whole. */
  readonly shown: string | undefined
  readonly complete: string
}

const replay = (frames: readonly Frame[]): ReadonlyMap<number, Replayed> => {
  const parts = new Map<number, Replayed>()
  const held = (part: number, choice = 0, type: Frame['type'] = 'text-delta'): Replayed =>
    parts.get(part) ?? { choice, type, completes: 0, shown: undefined, complete: '' }
  for (const frame of frames) {
    switch (frame.type) {
      case 'text-delta':
      case 'refusal-delta':
      case 'reasoning-delta':
      case 'tool-call-delta': {
        const part = held(frame.part, frame.choice, frame.type)
        const more = frame.type === 'tool-call-delta' ? frame.arguments : frame.text
        hold(part.completes === 0, () => `a delta of part ${frame.part} came after its complete`)
        hold(
          part.shown !== undefined || frame.type !== 'tool-call-delta' || frame.name !== undefined,
          () => `the first delta of call ${frame.part} does not bring its name`,
        )
        parts.set(frame.part, { ...part, shown: (part.shown ?? '') + more })
        break
      }
      case 'reset':
        for (const part of [...parts.keys()]) {
          if (part === frame.part || (frame.onward && part > frame.part)) parts.delete(part)
        }
        break
      case 'text-complete':
      case 'refusal-complete':
      case 'reasoning-complete':
      case 'tool-call-complete':
      case 'part': {
        const part = held(frame.part, frame.choice)
        parts.set(frame.part, {
          ...part,
          type: frame.type,
          completes: part.completes + 1,
          complete: wholeOf(frame),
        })
        break
      }
    }
  }
  return parts
}

const wholeOf = (frame: Frame): string => {
  switch (frame.type) {
    case 'text-complete':
    case 'refusal-complete':
      return frame.text
    case 'reasoning-complete':
      return [...frame.content, ...frame.summary].join('')
    case 'tool-call-complete':
      return frame.arguments
    default:
      return ''
  }
}

/**
 * Law 7: the text of a snapshot goes on from that of the one before, unless a `reset` came between, or a fragment went to a text that was still
 * open behind which another had begun: where a provider interleaves its blocks, each of them goes on by itself.
 */
export const isMonotone: Check = (stream) => {
  let state = initial(stream.provider, stream.options)
  let shown = ''
  for (const chunk of chunksOf(stream)) {
    const [next, frames] = collectWithFrames(state, chunk)
    const text = snapshot(next).text
    const mayChange =
      frames.some((frame) => frame.type === 'reset' || isAmidText(next, frame)) ||
      next.head.lanes[0] !== state.head.lanes[0]
    hold(mayChange || text.startsWith(shown), () => `"${shown}" was followed by "${text}"`)
    shown = text
    state = next
  }
}

const isAmidText = ({ parts }: CollectorState, frame: Frame): boolean => {
  if (frame.type !== 'text-delta') return false
  for (let part = frame.part + 1; part < parts.size; part++) {
    if (at(parts, part)?.content.type === 'text') return true
  }
  return false
}

/**
 * Law 10: what a chunk makes anew does not grow with what came before. It counts the objects of each state that are not in the one before:
 * a few, and the nodes on the way to them in lists that are trees.
 */
export const isLinear: Check = (stream) => {
  const states = statesOf(stream)
  states.forEach((state, n) => {
    const before = states[n - 1]
    if (before === undefined || state.head.phase.type !== 'open') return // the end says what is left of every part
    const made = freshObjects(state, before)
    const said = sizeOf(stream.events[n - 1]) + 1
    hold(
      made <= 64 + 24 * said,
      () => `chunk ${n} made ${made} objects, though it says no more than ${said} values`,
    )
  })
}

const freshObjects = (next: object, before: object): number => {
  const known = new Set<unknown>()
  const know = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || known.has(value)) return
    known.add(value)
    for (const inner of Object.values(value)) know(inner)
  }
  know(before)
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null || known.has(value)) return 0
    known.add(value)
    return Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1)
  }
  return count(next)
}

const sizeOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1)
