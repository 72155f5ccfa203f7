import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Json, JsonObject } from '../data'

/** What a value has to be: a schema of a library (zod, valibot, arktype: any Standard Schema), or a JSON Schema. */
export type Schema<Output = unknown> = StandardSchemaV1<unknown, Output> | JsonSchema

/** A JSON Schema as a plain object: draft 2020-12, unless its `$schema` names 2019-09, 7, 6 or 4. */
export type JsonSchema = JsonObject

/** What a value is once it was found to fit: what the library infers; of a JSON Schema any JSON. */
export type OutputOf<S extends Schema> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : Json

/** A JSON Schema holds no functions, whatever its keys. Schemas of arktype are functions themselves. */
export const isStandardSchema = (schema: Schema): schema is StandardSchemaV1 => {
  const standard: unknown = (schema as { readonly '~standard'?: unknown })['~standard'] // any key of an object may be read
  return (
    typeof standard === 'object' &&
    standard !== null &&
    'validate' in standard &&
    typeof standard.validate === 'function'
  )
}
