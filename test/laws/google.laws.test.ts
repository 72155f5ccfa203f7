import fc from 'fast-check'
import { describe, it } from 'vitest'
import { laws } from '../../src/testing'
import { runs } from '../support/runs'

describe('the laws of google', () => {
  for (const { title, property } of laws('google')) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})

describe('the laws of google-interactions', () => {
  for (const { title, property } of laws('google-interactions')) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
