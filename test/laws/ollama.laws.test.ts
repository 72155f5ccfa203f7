import fc from 'fast-check'
import { describe, it } from 'vitest'
import { laws } from '../../src/testing'
import { ollamaChat } from '../conformance/sdk/ollama-chat'
import { runs } from '../support/runs'
import { answerOracle } from './answer-oracle'

describe('the laws of ollama', () => {
  for (const { title, property } of laws('ollama', answerOracle('ollama', ollamaChat))) {
    it(title, () => fc.assert(property, { numRuns: runs() }))
  }
})
