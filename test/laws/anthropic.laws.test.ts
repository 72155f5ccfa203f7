import fc from 'fast-check'
import { describe, it } from 'vitest'
import { laws } from '../../src/testing'
import { runs } from '../support/runs'

describe('the laws of anthropic', () => {
  for (const { title, property } of laws('anthropic')) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
