import { describe, expect, it } from 'vitest'
import { toProviderMessages, toRequest } from '../../../src/request'
import { delta, finish, foldAll } from '../../support/chat'

const settings = { model: 'm' }

describe('a request of OpenRouter', () => {
  it('asks for the price, and for reasoning in tokens or in words', () => {
    expect(
      toRequest('openrouter')([], [], { ...settings, maxOutputTokens: 5, reasoning: { effort: 'high' } }),
    ).toStrictEqual({
      model: 'm',
      messages: [],
      stream: true,
      usage: { include: true },
      max_tokens: 5,
      reasoning: { effort: 'high' },
    })
    expect(
      toRequest('openrouter')([], [], { ...settings, reasoning: { effort: 'high', budget: 64 } }),
    ).toStrictEqual({
      model: 'm',
      messages: [],
      stream: true,
      usage: { include: true },
      reasoning: { max_tokens: 64 },
    })
    expect(toRequest('openrouter')([], [], { ...settings, reasoning: {} })).not.toHaveProperty('reasoning')
  })

  it('has fields of the caller’s own beside those of its reasoning', () => {
    const extra = { reasoning: { exclude: true } }
    expect(
      toRequest('openrouter')([], [], { ...settings, reasoning: { effort: 'low' }, extra }),
    ).toMatchObject({ reasoning: { effort: 'low', exclude: true } })
  })

  it('Q40: sends back each reasoning detail put together again', () => {
    const detail = (more: object) =>
      delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, format: 'f', ...more }] })
    const { message } = foldAll([
      detail({ text: 'a' }),
      detail({ text: 'b', signature: 's1' }),
      delta({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, id: 'r', data: 'E' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.of-a-new-kind', index: 2, text: 'n' }] }),
      delta({ content: 'Hi' }),
      finish('stop'),
    ]).response
    expect(toProviderMessages('openrouter')([message])[0]).toStrictEqual({
      role: 'assistant',
      content: 'Hi',
      reasoning_details: [
        { type: 'reasoning.text', index: 0, format: 'f', text: 'ab', signature: 's1' },
        { type: 'reasoning.encrypted', index: 1, id: 'r', data: 'E' },
        { type: 'reasoning.of-a-new-kind', index: 2, text: 'n' },
      ],
    })
  })

  it('sends plain reasoning back under its plain name', () => {
    const { message } = foldAll([
      delta({ reasoning: 'hm' }),
      delta({ content: 'Hi' }),
      finish('stop'),
    ]).response
    expect(toProviderMessages('openrouter')([message])[0]).toMatchObject({ reasoning: 'hm' })
  })
})
