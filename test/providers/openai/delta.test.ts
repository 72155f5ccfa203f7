import { describe, expect, it } from 'vitest'
import { delta, finish } from '../../support/chat'
import { codesOf } from '../../support/fold'
import { payLaws } from '../../support/pay-laws'

const fold = (fields: object) =>
  payLaws('openai', [delta({ content: 'Hi', ...fields }), finish('stop')]).response

describe('a field of a delta', () => {
  it.each([
    { refusal: 7 },
    { reasoning: ['hm'] },
    { reasoning_content: 7 },
    { reasoning_details: 'x' },
    { tool_calls: { id: 'c1' } },
    { function_call: 'add' },
    { audio: 7 },
    { images: 'x' },
    { annotations: { url: 'u' } },
  ])('is kept as metadata, with an issue, where it is of another type than it should be: %j', (fields) => {
    const response = fold(fields)
    expect(response.message).toEqual({
      role: 'assistant',
      provider: 'openai',
      content: [{ type: 'text', text: 'Hi' }],
    })
    expect(response.metadata).toEqual(fields)
    expect(codesOf(response)).toEqual(['malformed-event'])
  })

  it.each([{ refusal: null }, { tool_calls: [] }, { tool_calls: '' }, { audio: null }, { reasoning: '' }])(
    'says nothing where it is blank: %j',
    (fields) => {
      const response = fold(fields)
      expect(response.metadata).toBeUndefined()
      expect(codesOf(response)).toEqual([])
    },
  )

  it('is a part where it is content of any type', () => {
    expect(fold({ content: 7 }).message.content).toEqual([{ type: 'unknown', raw: 7 }])
    const thinking = { content: [{ type: 'thinking', thinking: 7 }] }
    expect(fold(thinking).message.content).toEqual([{ type: 'unknown', raw: 7 }])
  })
})
