import { isRecord, type Json, setOwn } from '../../data'
import type { IssueCode, Signal, ToolCallSignal } from '../../frames'
import { emptyList, get, type List, push, put, type Table, toArray } from '../../persistent'
import { restOf } from '../shared/rest'
import { issue } from '../shared/signals'
import type { GeminiPartialArg } from './events'
import { type Path, parsePath } from './json-path'

/**
 * A call whose arguments come as values at paths. They are told as JSON text that grows, since the server walks the arguments in the order of
 * their text:
 *
 * ```
 *   $.city       "Par"     {"city":"Par
 *   $.city       "is"      is
 *   $.days[0].n  3         ","days":[{"n":3
 *   (the end)              }]}
 * ```
 *
 * Where a server goes back to what was left behind, the text is told anew at the end, from the values themselves.
 */
export interface StreamedCall {
  /** What the call was opened with. */
  readonly opening: ToolCallSignal
  /** Blank arguments that came whole, such as `{}`. They are held back: they count where no values come. */
  readonly held: string
  /** The server said that more comes. Else more is taken only right behind the call's opening. */
  readonly isAnnounced: boolean
  /** Of the value told last; empty before the first. */
  readonly path: Path
  /** The same as the wire has it. */
  readonly wirePath: string
  /** The value told last is text, which may go on. */
  readonly inText: boolean
  /** More of the last value was announced. */
  readonly awaits: boolean
  /** The members that were left behind in objects that are still open, by the object's depth. */
  readonly left: readonly Table[]
  /** Some value does not go on from the text. */
  readonly scattered: boolean
  /** Some value was left out, so that the text must not look whole. */
  readonly broken: boolean
  /** Every value, for telling them anew. */
  readonly values: List<Placed>
}

type Placed = readonly [Path, Leaf]
type Leaf = string | number | boolean | null

export const streamedCall = (opening: ToolCallSignal, held: string, isAnnounced: boolean): StreamedCall => ({
  opening,
  held,
  isAnnounced,
  path: [],
  wirePath: '',
  inText: false,
  awaits: false,
  left: [],
  scattered: false,
  broken: false,
  values: emptyList,
})

/** Takes one entry of `partialArgs`. */
export const takeValue = (
  call: StreamedCall,
  entry: GeminiPartialArg,
): readonly [StreamedCall, readonly Signal[]] => {
  const told = tellValue(call, entry)
  if (told !== undefined) return [told.call, [argumentsOf(call, told.text)]]
  const path = isRecord(entry) ? pathOf(call, entry) : undefined
  const value = path === undefined ? undefined : leafOf(entry)
  if (path === undefined || (value === undefined && restOf(entry, READ_FIELDS) !== null)) {
    return [{ ...call, broken: true }, [odd(call, 'tool-call-path-invalid')]]
  }
  const awaits = entry.willContinue === true
  if (value === undefined) return [{ ...call, awaits }, []]
  const said = call.scattered ? [] : [odd(call, 'tool-call-path-revisited')]
  return [{ ...call, awaits, scattered: true, values: push<Placed>(call.values, [path, value]) }, said]
}

/** The text that an entry adds, and the call after it; undefined where it is not the next value of the text. */
export const tellValue = (
  call: StreamedCall,
  entry: GeminiPartialArg,
): { readonly call: StreamedCall; readonly text: string } | undefined => {
  const value = call.scattered || !isRecord(entry) ? undefined : leafOf(entry)
  const path = value === undefined ? undefined : pathOf(call, entry)
  if (value === undefined || path === undefined) return undefined
  const fork = forkOf(call.path, path)
  const text = continued(call, path, fork, value)
  if (text === undefined) return undefined
  const after: StreamedCall = {
    opening: call.opening,
    held: call.held,
    isAnnounced: call.isAnnounced,
    path,
    wirePath: wirePathOf(entry),
    inText: typeof value === 'string',
    awaits: entry.willContinue === true,
    left: leftBehind(call, path, fork),
    scattered: false,
    broken: call.broken,
    values: push<Placed>(call.values, [path, value]),
  }
  return { call: after, text }
}

const wirePathOf = ({ jsonPath }: GeminiPartialArg): string => String(jsonPath ?? '')

/** A path is read once for all the fragments of its text. */
const pathOf = (call: StreamedCall, entry: GeminiPartialArg): Path | undefined => {
  const wirePath = wirePathOf(entry)
  return wirePath === call.wirePath && call.path.length > 0 ? call.path : parsePath(wirePath)
}

/** Nothing more comes for this call. */
export const endValues = (call: StreamedCall): readonly Signal[] => {
  if (call.broken) return leaveOpen(call)
  if (!call.scattered) {
    const rest = call.path.length === 0 ? call.held : closing(call, 0)
    return rest === '' ? [] : [argumentsOf(call, rest)]
  }
  const { part, choice } = call.opening
  const root: Holder = {}
  return toArray(call.values).every((placed) => setAt(root, placed))
    ? [
        { type: 'reset', part, ...(choice !== undefined && { choice }) },
        { ...call.opening, arguments: JSON.stringify(root) },
      ]
    : [odd(call, 'tool-call-path-invalid'), ...leaveOpen(call)]
}

/** What lacks a value must not run: text without its end is no JSON. */
const leaveOpen = (call: StreamedCall): readonly Signal[] =>
  call.path.length === 0 ? [argumentsOf(call, '{')] : []

const argumentsOf = ({ opening: { part, choice } }: StreamedCall, text: string): Signal => ({
  type: 'tool-call-delta',
  part,
  ...(choice !== undefined && { choice }),
  arguments: text,
})

const odd = ({ opening: { part, choice } }: StreamedCall, code: keyof typeof MESSAGES): Signal =>
  issue(code, MESSAGES[code], { part, ...(choice !== undefined && { choice }) })

const MESSAGES = {
  'tool-call-path-invalid':
    'An argument has no usable path or value; it was left out, and the call left open.',
  'tool-call-path-revisited': 'An argument goes back to an earlier place; all are told anew at the end.',
} satisfies { readonly [C in IssueCode]?: string }

const READ_FIELDS: ReadonlySet<string> = new Set(['jsonPath', 'willContinue'])

const leafOf = (entry: GeminiPartialArg): Leaf | undefined => {
  const { stringValue, numberValue, boolValue, nullValue } = entry
  if (typeof stringValue === 'string') return stringValue
  if (typeof numberValue === 'number' && Number.isFinite(numberValue)) return numberValue
  if (typeof boolValue === 'boolean') return boolValue
  return nullValue === undefined ? undefined : null
}

// As text that grows

/** Places of a list that may be passed over at once. More would let one small event make a long text. */
const MAX_HOLE = 100

/** The text that a value adds; undefined where its place, which parts from the last one at `fork`, is not right after all that was told. */
const continued = (call: StreamedCall, path: Path, fork: number, value: Leaf): string | undefined => {
  const from = call.path
  if (path.some((segment, depth) => depth > fork && typeof segment === 'number' && segment > MAX_HOLE))
    return undefined
  if (from.length === 0) return isPast(-1, path[0]) ? openers(path, 0) + startOf(value) : undefined
  if (fork === path.length && fork === from.length) {
    return call.inText && typeof value === 'string' ? bodyOf(value) : undefined
  }
  const last = from[fork]
  const next = path[fork]
  const isNew =
    typeof last === 'number'
      ? isPast(last, next) && typeof next === 'number'
      : typeof next === 'string' && last !== undefined && get(call.left[fork] ?? null, next) === undefined
  if (!isNew || next === undefined) return undefined
  const member = memberOf(next, typeof last === 'number' ? last + 1 : 0)
  return `${closing(call, fork + 1)},${member}${openers(path, fork + 1)}${startOf(value)}`
}

/** A name, or an index that comes after `last` without too large a hole. */
const isPast = (last: number, next: string | number | undefined): boolean =>
  typeof next === 'number' ? next > last && next <= last + 1 + MAX_HOLE : next !== undefined

/** Where two paths part. */
const forkOf = (from: Path, path: Path): number => {
  let fork = 0
  while (fork < from.length && fork < path.length && from[fork] === path[fork]) fork++
  return fork
}

/** What is left behind once a value at another place was told; objects below the fork are closed. */
const leftBehind = (call: StreamedCall, path: Path, fork: number): readonly Table[] => {
  const name = call.path[fork]
  return path.map((_, depth) => {
    const held = call.left[depth] ?? null
    if (depth < fork) return held
    return depth === fork && typeof name === 'string' ? put(held, name, 1) : null
  })
}

const openers = (path: Path, start: number): string => {
  let text = ''
  for (let depth = start; depth < path.length; depth++) {
    const segment = path[depth] ?? 0 // within the length
    text += (typeof segment === 'number' ? '[' : '{') + memberOf(segment, 0)
  }
  return text
}

/** What stands before a member's value; `length`: how many items there are. */
const memberOf = (segment: string | number, length: number): string =>
  typeof segment === 'number' ? 'null,'.repeat(segment - length) : `${JSON.stringify(segment)}:`

/** Ends the value and what holds it, up to the container at `depth`. */
const closing = ({ path, inText }: StreamedCall, depth: number): string => {
  let text = inText ? '"' : ''
  for (let last = path.length - 1; last >= depth; last--) text += typeof path[last] === 'number' ? ']' : '}'
  return text
}

const bodyOf = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The end of a text is left off: it may go on. */
const startOf = (value: Leaf): string =>
  typeof value === 'string' ? `"${bodyOf(value)}` : JSON.stringify(value)

// From the values

type Holder = Record<string | number, Json>

/** Sets a value; the last one at a place stands, and text goes on. False where its list would have too large a hole. */
const setAt = (root: Holder, [path, value]: Placed): boolean => {
  let holder = root
  for (const [depth, segment] of path.entries()) {
    if (Array.isArray(holder) && Number(segment) > holder.length + MAX_HOLE) return false
    const held = Object.hasOwn(holder, segment) ? holder[segment] : undefined
    const next = path[depth + 1]
    if (next === undefined) {
      setOwn(
        holder,
        String(segment),
        typeof held === 'string' && typeof value === 'string' ? held + value : value,
      )
    } else {
      const isList = typeof next === 'number'
      const fits = typeof held === 'object' && held !== null && Array.isArray(held) === isList
      const inner: Json = fits ? held : isList ? [] : {}
      setOwn(holder, String(segment), inner)
      holder = inner as Holder // made here, and a list has places too
    }
  }
  return true
}
