import fc from 'fast-check'
import { describe, it } from 'vitest'
import { laws } from '../../src/testing'
import { runs } from '../support/runs'

describe.each(['bedrock', 'bedrock-invoke'] as const)('the laws of %s', (provider) => {
  for (const { title, property } of laws(provider)) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
