import { produce } from 'immer'
import { type ChatCompletionChunk, type CollectorState, initial } from '../../../src'
import { fold } from '../../../src/collector/fold'
import { framesOf } from '../../../src/collector/frames'
import { type Draft, initialDraft } from '../../../src/collector/state'
import { at, emptyList, type List, push, set } from '../../../src/persistent'
import { providerModule } from '../../../src/providers'
import type { Contestant } from '../../measure'
import { weigh } from '../streams'

// Each step is written out where it is used: a loop that is given its step as a function would be compiled once for all of them.

export const SHAPES = {
  mutable: 'one object, mutated',
  six: 'six fields, a literal a delta (ours)',
  compact: 'two fields, { head, text }',
  nested: 'two literals, { draft: { head, text }, cursor }',
  blocks: 'seven fields, text in blocks of 4 kB',
  spread: 'six fields, { ...state, tail }',
  frozen: 'six fields, frozen each time',
  immer: 'six fields, Immer produce',
  ours: 'collect',
  general: 'translate and fold every event, no short way',
  mutableCalls: 'array of calls, mutated',
  list: 'persistent list of calls (ours)',
  array: 'array of calls, copied a delta',
  immerCalls: 'array of calls, Immer produce',
} as const

const { head, parts } = initialDraft('openai', 0)
const { cursor } = initial('openai')

interface Six {
  readonly provider: 'openai'
  readonly cursor: CollectorState['cursor']
  readonly head: Draft['head']
  readonly parts: Draft['parts']
  readonly pen: number
  readonly tail: string
}

const six: Six = { provider: 'openai', cursor, head, parts, pen: 0, tail: '' }

const mutated = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.mutable,
  run: () => {
    const state = { text: '' }
    for (const fragment of fragments) state.text += fragment
    return weigh(state.text, [])
  },
})

const sixFields = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.six,
  run: () => {
    let state = six
    for (const fragment of fragments) {
      state = {
        provider: state.provider,
        cursor: state.cursor,
        head: state.head,
        parts: state.parts,
        pen: state.pen,
        tail: state.tail + fragment,
      }
    }
    return weigh(state.tail, [])
  },
})

const compact = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.compact,
  run: () => {
    let state = { head, text: '' }
    for (const fragment of fragments) state = { head: state.head, text: state.text + fragment }
    return weigh(state.text, [])
  },
})

const nested = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.nested,
  run: () => {
    let state = { draft: { head, text: '' }, cursor }
    for (const fragment of fragments) {
      state = {
        draft: { head: state.draft.head, text: state.draft.text + fragment },
        cursor: state.cursor,
      }
    }
    return weigh(state.draft.text, [])
  },
})

/** A full block is flattened and goes to the body, so that no more than a block's pieces are alive. */
const blocks = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.blocks,
  run: () => {
    let state = { ...six, body: '' }
    for (const fragment of fragments) {
      const tail = state.tail + fragment
      const isFull = tail.length >= BLOCK
      if (isFull) tail.charCodeAt(0)
      state = {
        provider: state.provider,
        cursor: state.cursor,
        head: state.head,
        parts: state.parts,
        pen: state.pen,
        tail: isFull ? '' : tail,
        body: isFull ? state.body + tail : state.body,
      }
    }
    return weigh(state.body + state.tail, [])
  },
})

const BLOCK = 4096

const spread = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.spread,
  run: () => {
    let state = six
    for (const fragment of fragments) state = { ...state, tail: state.tail + fragment }
    return weigh(state.tail, [])
  },
})

const frozen = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.frozen,
  run: () => {
    let state = six
    for (const fragment of fragments) {
      state = Object.freeze({
        provider: state.provider,
        cursor: state.cursor,
        head: state.head,
        parts: state.parts,
        pen: state.pen,
        tail: state.tail + fragment,
      })
    }
    return weigh(state.tail, [])
  },
})

const immer = (fragments: readonly string[]): Contestant => ({
  name: SHAPES.immer,
  run: () => {
    let state = six
    for (const fragment of fragments) {
      state = produce(state, (draft) => {
        draft.tail += fragment
      })
    }
    return weigh(state.tail, [])
  },
})

/** The state alone, given the fragments of one text. */
export const textShapes = (fragments: readonly string[]): readonly Contestant[] =>
  [mutated, sixFields, compact, nested, blocks, spread, frozen, immer].map((shape) => shape(fragments))

/** What `collect` does with every event when nothing is recognised at a glance: all signals, each folded, with their frames. */
export const generalWay = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: SHAPES.general,
  run: () => {
    const { translate, finish } = providerModule('openai')
    let state = initial('openai')
    for (const event of events) {
      const [next, signals] = translate(state.cursor, event)
      let draft: Draft = state
      let frames = 0
      for (const signal of signals) {
        const folded = fold(draft, signal)
        frames += framesOf(draft, signal, folded).length
        draft = folded
      }
      if (frames < 0) break
      state = {
        provider: state.provider,
        cursor: next,
        head: draft.head,
        parts: draft.parts,
        pen: draft.pen,
        tail: draft.tail,
      }
    }
    const draft = finish(state.cursor).reduce<Draft>(fold, state)
    return weighParts(draft)
  },
})

const weighParts = (draft: Draft): number => {
  const content = Array.from({ length: draft.parts.size }, (_, part) => at(draft.parts, part)?.content)
  const text = content.find((part) => part?.type === 'text')
  return weigh(
    text?.type === 'text' ? text.text : '',
    content.flatMap((part) => (part?.type === 'tool-call' ? [part.arguments] : [])),
  )
}

/** A fragment and the call it goes to. */
export interface Addressed {
  readonly call: number
  readonly fragment: string
}

interface Call {
  readonly id: string
  readonly name: string
  readonly text: string
}

const noCall: Call = { id: '', name: '', text: '' }

const emptyCalls = (count: number): readonly Call[] => Array.from({ length: count }, () => noCall)

const weighCalls = (calls: readonly Call[]): number =>
  weigh(
    '',
    calls.map((call) => call.text),
  )

const mutatedCalls = (count: number, fragments: readonly Addressed[]): Contestant => ({
  name: SHAPES.mutableCalls,
  run: () => {
    const calls = Array.from({ length: count }, () => ({ id: '', name: '', text: '' }))
    for (const { call, fragment } of fragments) {
      const held = calls[call]
      if (held !== undefined) held.text += fragment
    }
    return weighCalls(calls)
  },
})

const listOfCalls = (count: number, fragments: readonly Addressed[]): Contestant => ({
  name: SHAPES.list,
  run: () => {
    let calls = emptyCalls(count).reduce<List<Call>>(push, emptyList)
    for (const { call, fragment } of fragments) {
      const held = at(calls, call)
      if (held !== undefined) {
        calls = set(calls, call, { id: held.id, name: held.name, text: held.text + fragment })
      }
    }
    return weighCalls(Array.from({ length: count }, (_, call) => at(calls, call) ?? noCall))
  },
})

const arrayOfCalls = (count: number, fragments: readonly Addressed[]): Contestant => ({
  name: SHAPES.array,
  run: () => {
    let calls = emptyCalls(count)
    for (const { call, fragment } of fragments) {
      const held = calls[call]
      if (held !== undefined) {
        calls = calls.with(call, { id: held.id, name: held.name, text: held.text + fragment })
      }
    }
    return weighCalls(calls)
  },
})

const immerCalls = (count: number, fragments: readonly Addressed[]): Contestant => ({
  name: SHAPES.immerCalls,
  run: () => {
    let calls = emptyCalls(count)
    for (const { call, fragment } of fragments) {
      calls = produce(calls, (draft) => {
        const held = draft[call]
        if (held !== undefined) held.text += fragment
      })
    }
    return weighCalls(calls)
  },
})

/** The parts alone, given fragments that take turns among `count` calls. */
export const callShapes = (count: number, fragments: readonly Addressed[]): readonly Contestant[] =>
  [mutatedCalls, listOfCalls, arrayOfCalls, immerCalls].map((shape) => shape(count, fragments))
