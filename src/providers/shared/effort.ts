import { EFFORTS, type Effort } from '../settings'

/** The word of those that a provider knows, in rising order, which comes nearest to an effort: itself, or else the next lower one, or the lowest. */
export const nearestEffort = <K extends Effort>(effort: Effort, known: readonly [K, ...K[]]): K =>
  known.findLast((word) => EFFORTS.indexOf(word) <= EFFORTS.indexOf(effort)) ?? known[0]
