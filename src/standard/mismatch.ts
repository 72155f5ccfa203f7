import type { JsonPath } from '../json'

/** Why a value does not fit its schema, as plain JSON. */
export interface Mismatch {
  /** All issues in one sentence, each with its place. */
  readonly message: string
  /** At least one. */
  readonly issues: readonly SchemaIssue[]
}

/** What a schema has against one value. */
export interface SchemaIssue {
  /** In the words of the schema's library. */
  readonly message: string
  /** The way to the value from the whole; empty for the whole itself. */
  readonly path: JsonPath
}

export const mismatchOf = (issues: readonly SchemaIssue[]): Mismatch => ({
  message: `The value does not fit its schema: ${phraseOf(issues)}.`,
  issues,
})

/** The issues as the end of a sentence. */
export const phraseOf = (issues: readonly SchemaIssue[]): string => issues.map(phrase).join('; ')

/** With the place before it, unless the schema's library says that itself. */
const phrase = ({ message, path }: SchemaIssue): string =>
  path.length === 0 || message.startsWith(path.join('.')) ? message : `${path.join('.')}: ${message}`
