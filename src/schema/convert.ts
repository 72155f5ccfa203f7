import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import { type JsonObject, toJsonObject } from '../data'
import { isStandardSchema, type JsonSchema, type Schema } from './schema'

/**
 * The JSON Schema of what a schema takes, for a provider to be told: a JSON Schema is its own; a library's is made by the library, where it has the
 * Standard JSON Schema converter. zod and arktype do; valibot's schemas get it from `toStandardJsonSchema` of `@valibot/to-json-schema`. Undefined
 * where there is none.
 *
 * Without `$schema`: servers that take only a part of JSON Schema, as Gemini's do, refuse keywords that they do not know, and none reads this one.
 *
 * @throws what the library throws for a schema that JSON Schema has no words for, such as a date.
 */
export const jsonSchemaOf = (schema: Schema): JsonSchema | undefined => {
  if (!isStandardSchema(schema)) return withoutDialect(schema)
  return hasConverter(schema)
    ? withoutDialect(toJsonObject(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })))
    : undefined
}

const withoutDialect = ({ $schema, ...keywords }: JsonObject): JsonSchema => keywords

const hasConverter = (schema: object): schema is StandardJSONSchemaV1 => {
  const { jsonSchema } = (schema as { readonly '~standard': { readonly jsonSchema?: unknown } })['~standard'] // it is a Standard Schema
  return (
    typeof jsonSchema === 'object' &&
    jsonSchema !== null &&
    'input' in jsonSchema &&
    typeof jsonSchema.input === 'function'
  )
}
