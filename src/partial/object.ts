import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as E from 'fp-ts/Either'
import { type CollectError, type CollectorState, finalize, isDone } from '../collector'
import type { Json } from '../data'
import type { LlmResponse } from '../frames'
import { feed, finish, initialJson, type JsonError } from '../json'
import { judge, judgeAsync, type Mismatch, phraseOf, type SchemaIssue } from '../standard'
import { answerJson } from './select'

/** Why there is no valid object. `partial` is the response, as far as there is one. */
export type ObjectError = CollectError | InvalidJson | InvalidObject

/** The answer's text is no JSON: a refusal, prose around it, or cut off by a limit. */
export interface InvalidJson {
  readonly code: 'invalid-json'
  readonly message: string
  readonly where: JsonError
  readonly partial: LlmResponse
}

/** The answer is JSON that the schema refuses. */
export interface InvalidObject {
  readonly code: 'invalid-object'
  readonly message: string
  /** What the schema says, and about which value in the answer. */
  readonly issues: readonly SchemaIssue[]
  readonly value: Json
  readonly partial: LlmResponse
}

/**
 * The object that was asked for, once the stream has ended: strict JSON, checked and, where the schema transforms, transformed by it. A state that is
 * still open is taken as ended cleanly, as `finalize` does.
 *
 * ```ts
 * pipe(finalObject(state, z.object({ city: z.string() })), E.match(report, ({ city }) => show(city)))
 * ```
 *
 * @throws TypeError for a schema that answers later: that is what {@link finalObjectAsync} is for.
 */
export const finalObject = <Schema extends StandardSchemaV1>(
  state: CollectorState,
  schema: Schema,
): E.Either<ObjectError, StandardSchemaV1.InferOutput<Schema>> => {
  const found = candidate(state)
  if (E.isLeft(found)) return found
  return E.mapLeft(refused(found.right))(judge(schema, found.right.value, 'finalObjectAsync'))
}

/** {@link finalObject} for schemas that may answer later. Rejects only when the schema does. */
export const finalObjectAsync = async <Schema extends StandardSchemaV1>(
  state: CollectorState,
  schema: Schema,
): Promise<E.Either<ObjectError, StandardSchemaV1.InferOutput<Schema>>> => {
  const found = candidate(state)
  if (E.isLeft(found)) return found
  return E.mapLeft(refused(found.right))(await judgeAsync(schema, found.right.value))
}

/** What may be the object, if its schema says so. */
interface Candidate {
  readonly value: Json
  readonly response: LlmResponse
}

const candidate = (state: CollectorState): E.Either<CollectError | InvalidJson, Candidate> => {
  const finalized = finalize(state)
  if (E.isLeft(finalized)) return finalized
  const response = finalized.right
  const value = finish(isDone(state) ? answerJson(state) : feed(initialJson, response.text)) // the end may bring more
  return E.isRight(value)
    ? E.right({ value: value.right, response })
    : E.left({
        code: 'invalid-json',
        message: `The answer is no JSON. ${value.left.message}`,
        where: value.left,
        partial: response,
      })
}

const refused =
  ({ value, response }: Candidate) =>
  ({ issues }: Mismatch): InvalidObject => ({
    code: 'invalid-object',
    message: `The answer does not fit its schema: ${phraseOf(issues)}.`,
    issues,
    value,
    partial: response,
  })
