import fc from 'fast-check'
import { describe, it } from 'vitest'
import { laws } from '../../src/testing'
import { cohereChat } from '../conformance/sdk/cohere-chat'
import { runs } from '../support/runs'
import { answerOracle } from './answer-oracle'

describe('the laws of cohere', () => {
  for (const { title, property } of laws('cohere', answerOracle('cohere', cohereChat))) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
