import * as E from 'fp-ts/Either'
import type { Json } from '../data'
import type { JsonError } from './error'
import { errorAt, expectedNext } from './fault'
import { goodPart, isNumber, numberExpects } from './numbers'
import type { JsonState } from './state'

/**
 * The text is over: its value, as `JSON.parse` gives it of the whole text, or a `Left` where that throws. Only containers that lie deeper than the
 * state's limit are refused beyond that.
 */
export const finish = (state: JsonState): E.Either<JsonError, Json> => {
  const { root, error } = state.head
  if (error !== null) return E.left(error)
  if (state.mode === 'end') return E.right(root)
  if (state.mode === 'in-number') return finishNumber(state)
  return E.left(endTooSoon(state, expectedNext(state)))
}

const finishNumber = (state: JsonState): E.Either<JsonError, Json> => {
  const token = state.text + state.tail
  const good = goodPart(token)
  if (good.length < token.length) {
    const offset = state.offset - token.length + good.length
    return E.left(
      errorAt(state.head, 'unexpected-character', offset, numberExpects(good), token[good.length]),
    )
  }
  if (!isNumber(token)) return E.left(endTooSoon(state, numberExpects(token)))
  return state.open === null ? E.right(Number(token)) : E.left(endTooSoon(state, expectedNext(state)))
}

const endTooSoon = (state: JsonState, expected: string): JsonError =>
  errorAt(state.head, 'unexpected-end', state.offset + state.pending.length, expected)
