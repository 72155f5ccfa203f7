import type { Contestant } from '../measure'
import type { JsonDocument } from './documents'

/** A way to get at the value of a document that comes in fragments. */
export interface Reader {
  readonly name: string
  /** Whether it gives the value so far after each fragment, or the last one alone. */
  readonly looks: boolean
  /** It parses the text so far at each fragment, from its start. */
  readonly isQuadratic?: boolean
  /** Gives the whole value, or a promise of it, and hands `look` each value before. */
  readonly read: (document: JsonDocument, look: Look) => unknown
}

/** Is given the value so far after each fragment, once for each. */
export type Look = (value: unknown) => void

/**
 * A reader in a race. Its number is the weight of the last value, less one for each fragment after which it gave a value that has not come as far
 * as it should have (see {@link isInTime}).
 */
export const contestantOf = (
  document: JsonDocument,
  { name, looks, isQuadratic = false, read }: Reader,
): Contestant => ({
  name,
  isQuadratic,
  run: () => {
    const { fragments, lengths, lengthOf } = document
    let looked = 0
    let right = 0
    const look = (value: unknown): void => {
      if (isInTime(lengthOf(value), lengths, looked++)) right++
    }
    const proofOf = (last: unknown): number => weigh(last) - (looks ? fragments.length - right : 0)
    const last = read(document, look)
    return last instanceof Promise ? last.then(proofOf) : proofOf(last)
  },
})

/**
 * Whether a value after the nth fragment has come as far as the text has. It may be ahead by an item that has just opened, and behind by a few
 * fragments: partial-json leaves out spaces at the end of the text, and @streamparser/json gives nothing new as long as fragments end in an escape.
 */
const isInTime = (length: number, lengths: readonly number[], n: number): boolean =>
  length >= (lengths[n - LATE] ?? 0) && length <= (lengths[n] ?? -1) + 1

const LATE = 4

/** As deep as a value is weighed: it is a part of the time of a short document. */
const DEPTH = 4

/** A number that tells values apart by what came last: how long the outer containers are, and the last of their leaves, strings looked into. */
export const weigh = (value: unknown, depth = DEPTH): number => {
  if (typeof value === 'string')
    return value === '' ? 3 : 5 + value.length + value.charCodeAt(value.length - 1)
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 2
  if (typeof value !== 'object') return Number.NaN
  if (value === null || depth === 0) return 0
  if (Array.isArray(value)) return 7 + value.length + weigh(value.at(-1) ?? null, depth - 1)
  let keys = 0
  let last: unknown = null
  for (const key in value) {
    keys++
    last = (value as Readonly<Record<string, unknown>>)[key] // an object that is no list, and a key of it
  }
  return 11 + keys + weigh(last, depth - 1)
}
