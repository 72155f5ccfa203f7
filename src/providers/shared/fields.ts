import type { Signal } from '../../frames'
import { issue, NOTHING } from './signals'

/** A wire object before its fields are checked. */
export type Fields = Readonly<Record<string, unknown>>

/** How many fields there are: to count them is quicker than to ask of each what it is. */
export const countFields = (wire: object): number => {
  let count = 0
  for (const _ in wire) count++
  return count
}

/** Whether no field but these says anything. */
export const hasOnly = (wire: Fields, one: string, two = one, three = one): boolean => {
  for (const key in wire) {
    if (key !== one && key !== two && key !== three && wire[key] !== null) return false
  }
  return true
}

/** The value of an object's field; undefined when any other says anything. Within the loop it is read quickly, whatever its name. */
export const only = (holder: unknown, name: string): unknown => {
  let value: unknown
  if (typeof holder === 'object') {
    for (const key in holder) {
      const held = (holder as Fields)[key] // any key of an object may be read
      if (key === name) value = held
      else if (held !== null) return undefined
    }
  }
  return value
}

/** A text of the wire; empty where there is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Something stands where a text is due, and is none. */
export const isNoText = (value: unknown): boolean =>
  typeof value !== 'string' && value !== undefined && value !== null

/** Tells of fields that should be text and are something else, so that nothing is read of them. */
export const oddTexts = (wire: Fields, names: readonly string[]): readonly Signal[] =>
  names.some((name) => isNoText(wire[name]))
    ? [issue('malformed-event', 'A field that should be text is none; it was left out.')]
    : NOTHING
