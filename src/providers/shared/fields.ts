import type { Signal } from '../../frames'
import { issue, NOTHING } from './signals'

/** A wire object before its fields are checked. */
export type Fields = Readonly<Record<string, unknown>>

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
