import { type Either, isLeft } from 'fp-ts/Either'
import type { Json, JsonError, JsonPath, JsonState } from '../../src/json'
import { feed, finish, initialJson, isComplete, pathOf, valueOf } from '../../src/json'
import { cut, shred } from '../support/cutting'

export const feedAll = (fragments: readonly string[], state: JsonState = initialJson): JsonState =>
  fragments.reduce(feed, state)

/** A text whole, in two parts at each of its places, and character by character. */
export const waysToSplit = (text: string): readonly (readonly string[])[] => [
  [text],
  ...Array.from({ length: text.length }, (_, at) => cut(text, [at])),
  shred(text),
]

/** All states from the first to the last, one more than there are fragments. */
export const statesOf = (
  fragments: readonly string[],
  state: JsonState = initialJson,
): readonly JsonState[] => {
  const states = [state]
  for (const fragment of fragments) states.push(feed(states.at(-1) ?? state, fragment))
  return states
}

/** The value so far after each character. */
export const views = (text: string): readonly unknown[] =>
  statesOf(shred(text).slice(1)).slice(1).map(valueOf)

export const errorOf = (result: Either<JsonError, Json>): JsonError | undefined =>
  isLeft(result) ? result.left : undefined

/** All that a state tells. */
export const told = (state: JsonState): string =>
  written({
    value: valueOf(state),
    path: pathOf(state),
    isComplete: isComplete(state),
    end: finish(state),
  })

/**
 * Data as a text that differs wherever the data do, in the order of keys and in what JSON leaves out as well. (`toStrictEqual` compares what
 * `constructor` gives, so that two equal objects with such a key of their own differ for it; and it knows no order.)
 */
export const written = (data: unknown): string =>
  JSON.stringify({ data }, (_, item: unknown) => {
    if (item === undefined) return '«undefined»'
    return typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0))
      ? `«${Object.is(item, -0) ? '-0' : item}»`
      : item
  })

/** What `JSON.parse` gives; undefined where it throws. */
export const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** What is at a path of a whole value. */
export const walk = (value: unknown, path: JsonPath): unknown => {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined
    if (Array.isArray(here) !== (typeof step === 'number') || !Object.hasOwn(here, step)) return undefined
    here = (here as Readonly<Record<string | number, unknown>>)[step] // it has that
  }
  return here
}

/** The path of a value and of all that is in it. */
export const pathsOf = (value: unknown, path: JsonPath = []): readonly JsonPath[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const steps: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...steps.flatMap((step) => pathsOf(walk(value, [step]), [...path, step]))]
}

/** Freezes data through and through, so that whoever writes to it throws. */
export const freeze = <T>(data: T): T => {
  if (typeof data !== 'object' || data === null) return data
  Object.freeze(data)
  for (const item of Object.values(data)) if (!Object.isFrozen(item)) freeze(item)
  return data
}
