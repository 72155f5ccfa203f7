import { describe, expect, it } from 'vitest'
import { thinkingBudget, thinkingLevel } from '../../../src/providers/google/thinking'

describe('the level of Gemini 3 and later', () => {
  it.each([
    ['none', 'minimal', 'low'],
    ['minimal', 'minimal', 'low'],
    ['low', 'low', 'low'],
    ['medium', 'medium', 'medium'],
    ['high', 'high', 'high'],
    ['xhigh', 'high', 'high'],
    [undefined, undefined, undefined],
  ] as const)('for the effort %s is %s, and %s on Pro models', (effort, level, ofPro) => {
    expect(thinkingLevel('gemini-3-flash-preview', effort)).toBe(level)
    expect(thinkingLevel('models/gemini-3.1-pro-preview', effort)).toBe(ofPro)
    expect(thinkingLevel('gemini-pro-latest', effort)).toBe(ofPro)
  })
})

describe('the budget before Gemini 3', () => {
  it.each([
    ['none', 0, 128],
    ['minimal', 1_024, 1_024],
    ['low', 1_024, 1_024],
    ['medium', 8_192, 8_192],
    ['high', 24_576, 24_576],
    ['xhigh', 24_576, 24_576],
    [undefined, undefined, undefined],
  ] as const)('for the effort %s is %s, and %s on Pro models', (effort, tokens, ofPro) => {
    expect(thinkingBudget('gemini-2.5-flash', effort)).toBe(tokens)
    expect(thinkingBudget('models/gemini-2.5-pro', effort)).toBe(ofPro)
  })

  it.each(['gemini-3-flash-preview', 'gemini-flash-latest', 'gemini-10', 'gemma-3'])(
    'is not that of %s',
    (model) => {
      expect(thinkingBudget(model, 'low')).toBeUndefined()
    },
  )
})
