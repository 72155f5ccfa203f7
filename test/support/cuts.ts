import { fc } from '@fast-check/vitest'

/** Positions to cut at, for `cut`. */
export const cuts = (): fc.Arbitrary<readonly number[]> => fc.array(fc.nat(), { maxLength: 12 })
