import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as E from 'fp-ts/Either'
import { type Mismatch, mismatchOf, type SchemaIssue } from './mismatch'

/**
 * What a Standard Schema makes of a value: its output, or why it refuses the value.
 *
 * @param instead the function for schemas that answer later, which the error names
 * @throws TypeError for a schema that answers later; and what the schema itself throws.
 */
export const judge = <Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
  instead: string,
): E.Either<Mismatch, StandardSchemaV1.InferOutput<Schema>> => {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    result.catch(() => {}) // nobody waits for it
    throw new TypeError(`The schema answers later, with a promise: use ${instead}.`)
  }
  return judged(result)
}

/** {@link judge} for schemas that may answer later. Rejects only when the schema does. */
export const judgeAsync = async <Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
): Promise<E.Either<Mismatch, StandardSchemaV1.InferOutput<Schema>>> =>
  judged(await schema['~standard'].validate(value))

const judged = <Output>(result: StandardSchemaV1.Result<Output>): E.Either<Mismatch, Output> =>
  result.issues === undefined
    ? E.right(result.value)
    : E.left(mismatchOf(Array.from(result.issues, plainIssue)))

/** By `Array.from`: some libraries have lists of classes of their own, whose `map` makes more of them. */
const plainIssue = ({ message, path = [] }: StandardSchemaV1.Issue): SchemaIssue => ({
  message,
  path: Array.from(path, (step) => plainStep(typeof step === 'object' ? step.key : step)),
})

const plainStep = (key: PropertyKey): string | number => (typeof key === 'symbol' ? String(key) : key)
