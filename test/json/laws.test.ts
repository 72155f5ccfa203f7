import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import {
  feed,
  feedWithEvents,
  finish,
  initialJson,
  isComplete,
  type JsonEvent,
  type JsonPath,
  type JsonState,
  pathOf,
  valueAt,
  valueOf,
} from '../../src/json'
import { cuts } from '../support/cuts'
import { cut, shred } from '../support/cutting'
import { patience, runs } from '../support/runs'
import { completionOf, valueSoFar, valuesAtMistake } from './mend'
import { errorOf, feedAll, freeze, parsed, pathsOf, statesOf, told, walk, written } from './reading'
import { anyTexts, corruptedTexts, oddSteps, texts, truncatedTexts } from './texts'

const numRuns = runs()

/** Each with the next. */
const pairs = <T>(list: readonly T[]): readonly (readonly [T, T])[] =>
  list.slice(1).map((next, at) => [list[at] as T, next]) // there is one before it

const valuesOf = (text: string, at: readonly number[]): readonly unknown[] =>
  statesOf(cut(text, at)).map(valueOf)

const readWithEvents = (fragments: readonly string[]): readonly [JsonState, readonly JsonEvent[]] => {
  let state = initialJson
  const all: JsonEvent[] = []
  for (const fragment of fragments) {
    const [next, events] = feedWithEvents(state, fragment)
    state = next
    all.push(...events)
  }
  return [state, all]
}

describe('the end of a text', () => {
  it.prop([texts(), cuts()], { numRuns })(
    'gives what JSON.parse gives of it (law 1)',
    (text, at) => {
      expect(written(finish(feedAll(cut(text, at))))).toBe(written(E.right(JSON.parse(text))))
    },
    patience,
  )

  it.prop([fc.oneof(truncatedTexts(), corruptedTexts()), cuts()], { numRuns })(
    'is refused exactly when JSON.parse throws, and else gives the same (law 1)',
    (text, at) => {
      const result = finish(feedAll(cut(text, at)))
      const whole = parsed(text)
      if (whole === undefined) expect(E.isLeft(result)).toBe(true)
      else expect(written(result)).toBe(written(E.right(whole.value)))
    },
    patience,
  )
})

describe('a text', () => {
  it.prop([anyTexts(), cuts()], { numRuns })(
    'may be split anywhere: value, path, error and end are the same (law 2)',
    (text, at) => {
      const whole = told(feed(initialJson, text))
      expect(told(feedAll(cut(text, at)))).toBe(whole)
      expect(told(feedAll(shred(text)))).toBe(whole)
    },
    patience,
  )

  it.prop([anyTexts(), anyTexts(), cuts()], { numRuns })(
    'never throws and touches no state: each may be gone on from again, with another text (law 3)',
    (text, other, at) => {
      const states = statesOf(cut(text, at), freeze(initialJson))
      const first = states.map((state) => {
        feed(freeze(state), other)
        feedWithEvents(state, other)
        freeze(valueOf(state))
        return told(state)
      })
      expect(states.map(told)).toStrictEqual(first)
      expect(statesOf(cut(text, at)).map(told)).toStrictEqual(first)
    },
    patience,
  )
})

describe('a state', () => {
  // Numbers that JSON cannot write are left out: a state is plain data, but data do not come through JSON with -0 or an infinite number in them.
  it.prop([texts({ numbers: 'writable' }), cuts()], { numRuns })(
    'goes through JSON after any fragment, and on to the same values and the same end (law 4)',
    (text, at) => {
      const fragments = cut(text, at)
      let stored = initialJson
      for (const [n, state] of statesOf(fragments).entries()) {
        stored = JSON.parse(JSON.stringify(stored)) as JsonState // as it was written
        expect(written(stored)).toBe(written(state))
        expect(told(stored)).toBe(told(state))
        stored = feed(stored, fragments[n] ?? '')
      }
    },
    patience,
  )
})

describe('the value so far', () => {
  it.prop([texts({ keys: 'distinct' }), cuts()], { numRuns })(
    'only grows: its strings (law 5), its arrays (law 7) and its objects (law 8), while atoms stay as they are (law 6)',
    (text, at) => {
      for (const values of [valuesOf(text, at), statesOf(shred(text)).map(valueOf)]) {
        expect(pairs(values).filter(([before, after]) => !isGrown(before, after))).toStrictEqual([])
      }
    },
    patience,
  )

  it.prop([texts({ keys: 'distinct' }), cuts()], { numRuns })(
    'holds what is finished as one and the same object from then on (law 9)',
    (text, at) => {
      const finished: (JsonEvent & { readonly type: 'value' })[] = []
      let state = initialJson
      for (const fragment of cut(text, at)) {
        const [next, events] = feedWithEvents(state, fragment)
        state = next
        for (const event of events) if (event.type === 'value') finished.push(event)
        const [one, other] = [valueOf(state), valueOf(state)]
        const lost = finished.filter(
          ({ path, value }) => !Object.is(walk(one, path), value) || !Object.is(walk(other, path), value),
        )
        expect(lost).toStrictEqual([])
      }
    },
    patience,
  )

  it.prop([texts(), cuts()], { numRuns })(
    'is, once complete, what the end gives (law 10)',
    (text, at) => {
      const states = statesOf(cut(`${text} `, at))
      const complete = states.filter(isComplete)
      expect(complete.length).toBeGreaterThan(0)
      for (const state of complete) {
        const result = finish(state)
        expect(E.isRight(result) && Object.is(result.right, valueOf(complete[0] ?? state))).toBe(true)
      }
    },
    patience,
  )

  it.prop([texts(), fc.nat()], { numRuns })(
    'is what JSON.parse makes of the text as it is mended, wherever it breaks off (law 11)',
    (text, place) => {
      const from = place % (text.length + 1)
      const next = shred(text.slice(from, from + 24)).slice(1) // some places of each text: the oracle is slow
      for (const [more, state] of statesOf(next, feed(initialJson, text.slice(0, from))).entries()) {
        const prefix = text.slice(0, from + more)
        expect([prefix, written(valueOf(state))]).toStrictEqual([prefix, written(valueSoFar(prefix))])
        const whole = parsed(prefix)
        const end = finish(state)
        if (whole === undefined) expect([prefix, E.isLeft(end)]).toStrictEqual([prefix, true])
        else expect([prefix, written(end)]).toStrictEqual([prefix, written(E.right(whole.value))])
      }
    },
    patience,
  )

  it.prop([texts(), cuts(), fc.array(fc.tuple(fc.nat(), oddSteps()))], {
    numRuns,
    examples: [['[0,0]', [3], [[0, 0.5]]]],
  })(
    'is at any path what valueAt gives, and nothing where there is nothing (law 12)',
    (text, at, detours) => {
      for (const state of statesOf(cut(text, at))) {
        const value = valueOf(state)
        const paths = pathsOf(value)
        const astray = detours.flatMap(([place, step]) => {
          const path = paths[place % paths.length] ?? []
          return [
            [...path, step],
            [...path.slice(0, -1), step],
            [...path.slice(0, -2), step, ...path.slice(-1)],
          ]
        })
        const all = [...paths, ...astray, pathOf(state), [...pathOf(state), ...pathOf(state)]]
        const wrong = all.filter((path) => written(valueAt(state, path)) !== written(walk(value, path)))
        expect(wrong).toStrictEqual([])
      }
    },
    patience,
  )
})

describe('an error', () => {
  it.prop([corruptedTexts(), cuts()], { numRuns })(
    'stands exactly where no JSON goes on: what is before it can be completed, and no more (law 13)',
    (text, at) => {
      const error = errorOf(finish(feedAll(cut(text, at))))
      expect(error === undefined).toBe(parsed(text) !== undefined)
      if (error === undefined) return
      expect(completionOf(text.slice(0, error.offset))).toBeDefined()
      const found = text[error.offset]
      if (found === undefined) expect(error.code).toBe('unexpected-end')
      else {
        expect(error).toMatchObject({ code: 'unexpected-character', found })
        expect(completionOf(text.slice(0, error.offset + 1))).toBeUndefined()
      }
      const lines = text.slice(0, error.offset).split('\n')
      expect([error.line, error.column]).toStrictEqual([lines.length, (lines.at(-1)?.length ?? 0) + 1])
    },
    patience,
  )

  it.prop([corruptedTexts(), cuts()], { numRuns })(
    'is final: what follows changes nothing, and the value so far is that of what stands before it (law 13)',
    (text, at) => {
      for (const state of statesOf(cut(text, at))) {
        const { error } = state.head
        if (error === null) continue
        expect(feed(state, ' ')).toBe(state)
        expect(finish(state)).toStrictEqual(E.left(error))
        expect(valuesAtMistake(text.slice(0, error.offset)).map(written)).toContain(written(valueOf(state)))
      }
    },
    patience,
  )
})

describe('the events of a text', () => {
  it.prop([texts(), cuts()], { numRuns })(
    'are the same however it is split, and those of feed come to the same state (law 14)',
    (text, at) => {
      const fragments = cut(text, at)
      const [state, events] = readWithEvents(fragments)
      expect(written(state)).toBe(written(feedAll(fragments)))
      expect(written(events)).toBe(written(readWithEvents([text])[1]))
      expect(written(events)).toBe(written(readWithEvents(shred(text))[1]))
    },
    patience,
  )

  it.prop([texts()], { numRuns })(
    'rebuild its value from the atoms up; each key comes before its value, and each part before the whole (law 14)',
    (text) => {
      const [, events] = readWithEvents([`${text} `])
      expect(written(rebuilt(events))).toBe(written(JSON.parse(text)))
    },
    patience,
  )
})

/** Whether what was there is there still: atoms as they were, strings as a beginning, items and entries each grown. */
const isGrown = (before: unknown, after: unknown): boolean => {
  if (before === undefined) return true
  if (typeof before === 'string') return typeof after === 'string' && after.startsWith(before)
  if (typeof before !== 'object' || before === null) return Object.is(after, before)
  const steps: readonly (string | number)[] = Array.isArray(before) ? [...before.keys()] : Object.keys(before)
  return (
    typeof after === 'object' &&
    after !== null &&
    Array.isArray(after) === Array.isArray(before) &&
    steps.every((step) => Object.hasOwn(after, step) && isGrown(walk(before, [step]), walk(after, [step])))
  )
}

/** The value that events tell of: containers are built from what came before them, and compared with what they are said to be. */
const rebuilt = (events: readonly JsonEvent[]): unknown => {
  const parts = new Map<string, (readonly [JsonPath[number], unknown])[]>()
  const keys = new Set<string>()
  for (const event of events) {
    const name = JSON.stringify(event.path)
    if (event.type === 'key') {
      expect(keys.has(name)).toBe(false)
      keys.add(name)
      continue
    }
    const { path, value } = event
    const own = parts.get(name) ?? []
    parts.delete(name)
    if (Array.isArray(value)) {
      expect(own.map(([step]) => step)).toStrictEqual([...own.keys()])
      expect(written(value)).toBe(written(own.map(([, item]) => item)))
    } else if (typeof value === 'object' && value !== null) {
      expect(written(value)).toBe(written(Object.fromEntries(own)))
    } else expect(own).toStrictEqual([])
    const step = path.at(-1)
    if (step === undefined) {
      expect([...parts, ...keys]).toStrictEqual([])
      return value
    }
    if (typeof step === 'string') expect(keys.delete(name)).toBe(true)
    const outer = JSON.stringify(path.slice(0, -1))
    parts.set(outer, [...(parts.get(outer) ?? []), [step, value]])
  }
  return undefined
}
