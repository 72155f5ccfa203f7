import { describe, expect, it } from 'vitest'
import type { ContentPart } from '../../../src'
import { toProviderMessages, toRequest } from '../../../src/request'
import { foldWith } from '../../support/fold'
import { blockStart, blockStop, ending, signatureDelta, toolBlock } from '../../support/messages'
import { result } from '../../support/turns'

const conversation = [{ role: 'user', content: 'Hi' }] as const

describe('a request of InvokeModel to Claude', () => {
  it('is one of the Messages API, with a version in place of the model', () => {
    const tools = [{ name: 'add' }]
    const settings = {
      model: 'anthropic.claude-sonnet-4-5',
      system: 'Be brief.',
      maxOutputTokens: 9,
      toolChoice: 'required',
    } as const
    const { model: _model, stream: _stream, ...same } = toRequest('anthropic')(conversation, tools, settings)
    expect(toRequest('bedrock-invoke')(conversation, tools, settings)).toStrictEqual({
      anthropic_version: 'bedrock-2023-05-31',
      ...same,
    })
  })

  it('has the limit that Claude insists on, and the caller’s own fields last', () => {
    const extra = { anthropic_beta: ['a'], temperature: undefined, stream: 1, messages: [] }
    expect(
      toRequest('bedrock-invoke')(conversation, [], { model: 'm', temperature: 1, extra }),
    ).toStrictEqual({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 4_096,
      messages: [],
      anthropic_beta: ['a'],
      stream: 1,
    })
  })

  it('sends a tool turn back block by block', () => {
    const { message } = foldWith('bedrock-invoke', [
      blockStart(0, { type: 'thinking', thinking: '' }),
      signatureDelta(0, 'S'),
      blockStop(0),
      ...toolBlock(1, [], { id: 'toolu_1', name: 'now' }),
      ...ending('tool_use'),
    ]).response
    expect(toProviderMessages('bedrock-invoke')([message, result('toolu_1', 'noon')])).toStrictEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'S' },
          { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'noon' }] },
    ])
  })

  it('leaves out what Claude did not make: a conversation may come from ConverseStream, or from a chat', () => {
    const content: readonly ContentPart[] = [
      {
        type: 'server-tool-call',
        id: 's1',
        name: 'nova_grounding',
        input: {},
        raw: { type: 'server_tool_use' },
      },
      { type: 'server-tool-result', id: 's1', output: [], raw: { type: 'nova_grounding_result' } },
      { type: 'file', url: 'https://e.example/a.png', raw: { type: 'image_url', image_url: 'u' } },
      { type: 'text', text: 'So.', citations: [{ location: { web: { url: 'https://e.example' } } }] },
    ]
    expect(
      toProviderMessages('bedrock-invoke')([{ role: 'assistant', content }, ...conversation])[0],
    ).toStrictEqual({ role: 'assistant', content: [{ type: 'text', text: 'So.' }] })
  })
})
