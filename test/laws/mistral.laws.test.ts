import fc from 'fast-check'
import { describe, it } from 'vitest'
import { laws } from '../../src/testing'
import { mistralChat } from '../conformance/sdk/mistral-chat'
import { runs } from '../support/runs'
import { answerOracle } from './answer-oracle'

describe('the laws of mistral', () => {
  for (const { title, property } of laws('mistral', answerOracle('mistral', mistralChat))) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
