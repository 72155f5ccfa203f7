import { describe, expect, it } from 'vitest'
import { encodeSse } from '../../src/wire'

describe('encodeSse', () => {
  it('gives one event a chunk, and the end mark as it is', () => {
    expect(
      encodeSse([
        { provider: 'openai', event: { id: 'a\nb' } },
        { provider: 'openai', event: '[DONE]' },
      ]),
    ).toBe('data: {"id":"a\\nb"}\n\ndata: [DONE]\n\n')
  })

  it('gives nothing for nothing', () => {
    expect(encodeSse([])).toBe('')
  })
})
