import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as E from 'fp-ts/Either'
import { type CollectError, type CollectorState, finalize, isDone } from '../collector'
import type { Json } from '../data'
import type { LlmResponse } from '../frames'
import { feed, finish, initialJson, type JsonError, type JsonPath } from '../json'
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
  readonly issues: readonly ObjectIssue[]
  readonly value: Json
  readonly partial: LlmResponse
}

/** A schema's issue as plain data. */
export interface ObjectIssue {
  readonly message: string
  readonly path: JsonPath
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
  const result = schema['~standard'].validate(found.right.value)
  if (result instanceof Promise) {
    result.catch(() => {}) // nobody waits for it
    throw new TypeError('The schema answers later, with a promise: use finalObjectAsync.')
  }
  return judged(found.right, result)
}

/** {@link finalObject} for schemas that may answer later. Rejects only when the schema does. */
export const finalObjectAsync = async <Schema extends StandardSchemaV1>(
  state: CollectorState,
  schema: Schema,
): Promise<E.Either<ObjectError, StandardSchemaV1.InferOutput<Schema>>> => {
  const found = candidate(state)
  return E.isLeft(found) ? found : judged(found.right, await schema['~standard'].validate(found.right.value))
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

const judged = <Output>(
  { value, response }: Candidate,
  result: StandardSchemaV1.Result<Output>,
): E.Either<InvalidObject, Output> => {
  if (result.issues === undefined) return E.right(result.value)
  const issues = Array.from(result.issues, plainIssue)
  const message = `The answer does not fit its schema: ${issues.map(phrase).join('; ')}.`
  return E.left({ code: 'invalid-object', message, issues, value, partial: response })
}

/** By `Array.from`: some libraries have lists of classes of their own, whose `map` makes more of them. */
const plainIssue = ({ message, path = [] }: StandardSchemaV1.Issue): ObjectIssue => ({
  message,
  path: Array.from(path, (step) => plainStep(typeof step === 'object' ? step.key : step)),
})

const plainStep = (key: PropertyKey): string | number => (typeof key === 'symbol' ? String(key) : key)

/** With the place before it, unless the schema's library says that itself. */
const phrase = ({ message, path }: ObjectIssue): string =>
  path.length === 0 || message.startsWith(path.join('.')) ? message : `${path.join('.')}: ${message}`
