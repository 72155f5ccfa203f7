import {
  type Schema as CheckedSchema,
  type SchemaDraft,
  type ValidationResult,
  Validator,
} from '@cfworker/json-schema'
import * as E from 'fp-ts/Either'
import { isRecord, type Json, messageOf, toJsonObject } from '../data'
import { type Mismatch, mismatchOf, type SchemaIssue } from '../standard'
import type { JsonSchema } from './schema'

/**
 * Whether a value fits a JSON Schema, and if not every reason. Total for values; prototype keys are keys like any other.
 *
 * @throws TypeError for a schema that cannot be used, such as one with a reference that leads nowhere: the caller's mistake.
 */
export const judgeJson = (schema: JsonSchema, value: Json): E.Either<Mismatch, Json> => {
  const { valid, errors } = resultOf(schema, value)
  return valid ? E.right(value) : E.left(mismatchOf(issuesOf(errors, value)))
}

const resultOf = (schema: JsonSchema, value: Json): ValidationResult => {
  try {
    return resultWith(schema, value, ALL)
  } catch (thrown) {
    if (thrown instanceof URIError) return illFormed(value)
    // More errors than fit in one call's arguments: the first of each container will do.
    if (thrown instanceof RangeError) return withFirst(schema, value)
    throw unusable(thrown)
  }
}

const ALL = false
const FIRST = true

const withFirst = (schema: JsonSchema, value: Json): ValidationResult => {
  try {
    return resultWith(schema, value, FIRST)
  } catch (thrown) {
    throw unusable(thrown)
  }
}

/** With a copy of the schema, as the validator writes into the one that it is given. */
const resultWith = (schema: JsonSchema, value: Json, shortCircuit: boolean): ValidationResult =>
  new Validator(toJsonObject(schema) as CheckedSchema, draftOf(schema), shortCircuit).validate(value) // its keywords are checked as they are read

const unusable = (thrown: unknown): TypeError =>
  new TypeError(`The JSON Schema cannot be used: ${messageOf(thrown)}`)

const draftOf = ({ $schema }: JsonSchema): SchemaDraft => {
  const named =
    typeof $schema === 'string' ? /draft(?:\/|-0?)(2019-09|4|6|7)\b/.exec($schema)?.[1] : undefined
  return DRAFTS.get(named ?? '') ?? '2020-12'
}

/** Draft 6 is what 7 is, without conditions. */
const DRAFTS: ReadonlyMap<string, SchemaDraft> = new Map([
  ['4', '4'],
  ['6', '7'],
  ['7', '7'],
  ['2019-09', '2019-09'],
])

type Finding = ValidationResult['errors'][number]

/** Places are told as URI fragments, which cannot hold half of a surrogate pair. A model can write one. */
const illFormed = (value: Json): ValidationResult => ({
  valid: false,
  errors: [
    {
      keyword: 'type',
      keywordLocation: '#/type',
      instanceLocation: '#',
      error: `${isRecord(value) ? 'A key of it' : 'A key in it'} holds half of a surrogate pair.`,
    },
  ],
})

/** What only says that something inside was refused is left out: the something is told as well. */
const issuesOf = (findings: readonly Finding[], value: Json): readonly SchemaIssue[] => {
  const telling = findings.filter(({ keyword }) => !OUTER.has(keyword))
  return (telling.length > 0 ? telling : findings).map(({ keyword, error, instanceLocation }) => ({
    message: keyword === 'false' ? 'is not allowed' : error.replace(/\.$/, ''),
    path: pathTo(instanceLocation, value),
  }))
}

const OUTER: ReadonlySet<string> = new Set([
  '$ref',
  '$recursiveRef',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'unevaluatedItems',
  'unevaluatedProperties',
])

type Fields = Readonly<Record<string, unknown>> // any key of an object may be read

/** `#/legs/0/to~1from` as the steps that it takes through the value: indexes where there are arrays. */
const pathTo = (location: string, value: Json): SchemaIssue['path'] => {
  let place: unknown = value
  return location
    .split('/')
    .slice(1)
    .map((step) => {
      const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      const isIndex = Array.isArray(place)
      place = typeof place === 'object' && place !== null ? (place as Fields)[key] : undefined
      return isIndex ? Number(key) : key
    })
}
