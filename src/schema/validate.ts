import type * as E from 'fp-ts/Either'
import type { Json } from '../data'
import { judge, judgeAsync, type Mismatch } from '../standard'
import { judgeJson } from './json-schema'
import { isStandardSchema, type OutputOf, type Schema } from './schema'

/**
 * What a schema makes of a whole value: its output, transformed where the schema transforms, or which parts of the value it refuses and why.
 *
 * ```ts
 * await validate(z.object({ days: z.number() }), { days: 'three' }) // Left: days: Invalid input: expected number, received string
 * ```
 *
 * Rejects with a TypeError for a JSON Schema that cannot be used, and with what a library's schema throws: the caller's mistakes.
 */
export const validate = async <S extends Schema>(
  schema: S,
  value: Json,
): Promise<E.Either<Mismatch, OutputOf<S>>> => {
  const judged = await judgedLater(schema, value)
  return judged as E.Either<Mismatch, OutputOf<S>> // a library gives what its types infer, a JSON Schema the value
}

/**
 * {@link validate} at once.
 *
 * @throws TypeError for a schema that answers later, and for a JSON Schema that cannot be used.
 */
export const validateSync = <S extends Schema>(schema: S, value: Json): E.Either<Mismatch, OutputOf<S>> => {
  const judged = judgedNow(schema, value)
  return judged as E.Either<Mismatch, OutputOf<S>> // as above
}

type Judged = E.Either<Mismatch, unknown>

const judgedLater = (schema: Schema, value: Json): Judged | Promise<Judged> =>
  isStandardSchema(schema) ? judgeAsync(schema, value) : judgeJson(schema, value)

const judgedNow = (schema: Schema, value: Json): Judged =>
  isStandardSchema(schema) ? judge(schema, value, 'validate') : judgeJson(schema, value)
