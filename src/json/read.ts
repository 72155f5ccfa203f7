import { isRecord, type Json } from '../data'
import { valueWith } from './container'
import { itemAt, valueUnder } from './entries'
import { type JsonPath, stepIn } from './path'
import type { Container, JsonState } from './state'

/**
 * The value so far; undefined until there is one. A string that is open is as long as what came of it, never with half an escape or half a
 * surrogate pair. A number, a word and a key are there when they are certain, a key with its value.
 *
 * The cost is the width of the open containers; what is finished is shared between one look and the next.
 */
export const valueOf = (state: JsonState): Json | undefined =>
  state.mode === 'end' ? state.head.root : openIn(state, null)

/** The value so far of what is open in `outer`, an open container; of the whole, when that is null. */
const openIn = (state: JsonState, outer: Container | null): Json | undefined => {
  let value: Json | undefined = state.mode === 'in-string' ? state.text + state.tail : undefined
  for (let container = state.open; container !== null && container !== outer; container = container.parent) {
    value = valueWith(container, value)
  }
  return value
}

/**
 * The value so far at a path, as {@link valueOf} would show it; undefined where there is none. What lies beside the path costs nothing: wide
 * containers that are open above it are not copied. Only a key of an open object is looked for among its keys.
 *
 * ```ts
 * valueAt(feed(initialJson, '{"rows": [1, 2'), ['rows', 0]) // 1
 * ```
 */
export const valueAt = (state: JsonState, path: JsonPath): Json | undefined => {
  if (state.mode === 'end') return within(state.head.root, path)
  const chain = openContainers(state)
  let outer: Container | null = null
  for (const [depth, step] of path.entries()) {
    const container = chain[depth]
    if (container === undefined) return undefined // at most a string is open here, and nothing is in it
    const isOpenVisible = depth + 1 < chain.length || state.mode === 'in-string'
    if (!isOpenVisible || step !== stepIn(container)) {
      return within(finishedIn(container, step), path.slice(depth + 1))
    }
    outer = container
  }
  return openIn(state, outer)
}

/** The open containers, the outermost first. */
const openContainers = ({ open }: JsonState): readonly Container[] => {
  const chain: Container[] = []
  for (let container = open; container !== null; container = container.parent) chain.push(container)
  return chain.reverse()
}

const finishedIn = (container: Container, step: string | number): Json | undefined => {
  if (container.type === 'array') return typeof step === 'number' ? itemAt(container, step) : undefined
  return typeof step === 'string' ? valueUnder(container, step) : undefined
}

const within = (whole: Json | undefined, path: JsonPath): Json | undefined => {
  let value = whole
  for (const step of path) value = childOf(value, step)
  return value
}

const childOf = (value: Json | undefined, step: string | number): Json | undefined => {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  return isRecord(value) && typeof step === 'string' && Object.hasOwn(value, step)
    ? (value[step] as Json) // what JSON holds is JSON
    : undefined
}

/** Whether the whole value is there. Of a number outside of all containers only the end of the text tells. */
export const isComplete = (state: JsonState): boolean => state.mode === 'end' && state.head.error === null
