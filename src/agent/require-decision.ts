import * as E from 'fp-ts/Either'
import { type Decision, isDecision } from '../machine'
import { jsonOf } from './tool-content'

/**
 * What was said of a call, as JSON.
 *
 * @throws TypeError for what is no decision: it must not pass for a yes.
 */
export const requireDecision = (said: unknown, from: string): Decision => {
  const decision = jsonOf(said)
  if (E.isRight(decision) && isDecision(decision.right)) return decision.right
  throw new TypeError(
    `${from} says { type: 'approve' }, 'reject', 'edit' with an input, or 'defer'; it said ${E.isRight(decision) ? JSON.stringify(decision.right) : decision.left}`,
  )
}
