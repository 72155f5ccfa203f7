import * as E from 'fp-ts/Either'
import type { Json } from '../data'
import type { ToolInputError } from './part'

/** The input of a call that is still open. */
export const UNFINISHED_INPUT: E.Either<ToolInputError, Json> = Object.freeze(
  E.left<ToolInputError>({ code: 'incomplete', message: 'The call has not come to its end.' }),
)
