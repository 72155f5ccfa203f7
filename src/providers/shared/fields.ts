/** A wire object before its fields are checked. */
export type Fields = Readonly<Record<string, unknown>>

/** A text of the wire; empty where there is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Something stands where a text is due, and is none. */
export const isOdd = (value: unknown): boolean =>
  typeof value !== 'string' && value !== undefined && value !== null
