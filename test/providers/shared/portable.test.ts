import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { AssistantMessage, ContentPart, Provider } from '../../../src'
import { portableTo } from '../../../src/providers/shared/portable'

const from = (provider: Provider | undefined, ...content: readonly ContentPart[]): AssistantMessage => ({
  role: 'assistant',
  ...(provider !== undefined && { provider }),
  content,
  extra: { reasoning_content: '' },
})

const carried = (...content: readonly ContentPart[]) =>
  portableTo([from('anthropic', ...content)], ['google'])

describe('a conversation in portable form', () => {
  it('is as it was where a dialect reads what its messages hold, and where nobody says whose they are', () => {
    const conversation = [
      { role: 'user', content: 'a' } as const,
      from('anthropic', { type: 'unknown', raw: 1 }),
      from('bedrock', { type: 'unknown', raw: 2 }),
      from(undefined, { type: 'unknown', raw: 3 }),
      { role: 'tool', toolCallId: 'c', content: 'b' } as const,
    ]
    const portable = portableTo(conversation, ['bedrock', 'anthropic'])
    expect(portable).toStrictEqual(conversation)
    for (const [place, message] of portable.entries()) expect(message).toBe(conversation[place])
  })

  it('has the words of other dialects, without what stood beside them', () => {
    expect(
      carried(
        { type: 'reasoning', content: ['hm'], summary: ['s'], signature: 'S', extra: { id: 'rs' } },
        { type: 'text', text: 'a', citations: [{ url: 'u' }], extra: { id: 'msg' } },
        { type: 'refusal', text: 'no', extra: { id: 'msg' } },
      ),
    ).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', content: ['hm'], summary: ['s'] },
          { type: 'text', text: 'a' },
          { type: 'refusal', text: 'no' },
        ],
      },
    ])
  })

  it('has calls with their ids, and says still which of them are ours', () => {
    const call = {
      type: 'tool-call',
      id: 'call_0',
      name: 'f',
      arguments: '{}',
      input: E.right({}),
      kind: 'function',
      synthesizedId: true,
    } as const
    expect(carried({ ...call, extra: { thoughtSignature: 'S' } })).toStrictEqual([
      { role: 'assistant', content: [call] },
    ])
  })

  it('has files without their raw form, and of sound what was said', () => {
    expect(
      carried(
        { type: 'file', mediaType: 'image/png', url: 'https://e.example/a', data: 'AA==', raw: { id: 1 } },
        { type: 'file', raw: { id: 2 } },
        { type: 'audio', id: 'a1', data: 'AA==', transcript: 'hello' },
        { type: 'audio', id: 'a2', data: 'AA==', transcript: '' },
      ),
    ).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { type: 'file', mediaType: 'image/png', url: 'https://e.example/a', data: 'AA==', raw: null },
          { type: 'file', raw: null },
          { type: 'text', text: 'hello' },
        ],
      },
    ])
  })

  it('leaves behind what is sealed, what the other provider ran, and parts of new kinds', () => {
    expect(
      carried(
        { type: 'reasoning', content: [], summary: [], encrypted: 'E' },
        { type: 'reasoning', content: [''], summary: [], signature: 'S' },
        { type: 'server-tool-call', id: 's', name: 'web_search', input: {}, raw: {} },
        { type: 'server-tool-result', id: 's', output: [], raw: {} },
        { type: 'source', url: 'u', raw: {} },
        { type: 'unknown', raw: {} },
      ),
    ).toStrictEqual([{ role: 'assistant', content: [] }])
  })
})
