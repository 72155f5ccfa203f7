import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { delta, finish, input, reasoning, start, stop, text, toolUse } from '../../support/bedrock'
import { codesOf } from '../../support/fold'
import { payLaws } from '../../support/pay-laws'

const counts = { inputTokens: 1, outputTokens: 2, totalTokens: 3 }
const beside = { metrics: { latencyMs: 7 }, trace: { guardrail: { action: 'NONE' } } }

const whole = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  output: { message: { role: 'assistant', content } },
  stopReason: 'tool_use',
  usage: counts,
  ...beside,
  ...more,
})

const fold = (...events: readonly unknown[]) => payLaws('bedrock', events)

const citation = { title: 't', location: { web: { url: 'https://example.com' } } }

const content = [
  { reasoningContent: { reasoningText: { text: 'why', signature: 'S' } } },
  { reasoningContent: { redactedContent: 'AAEC' } },
  { text: 'a' },
  { citationsContent: { content: [{ text: 'b' }, { text: 'c' }], citations: [citation] } },
  { toolUse: { toolUseId: 's1', name: 'search', type: 'server_tool_use', input: { q: 1 } } },
  { toolResult: { toolUseId: 's1', status: 'success', content: [{ text: 'found' }, { json: { n: 1 } }] } },
  { image: { format: 'png', source: { bytes: 'AAEC' } } },
  { video: { format: 'mp4' } },
  { toolUse: { toolUseId: 't1', name: 'add', input: { a: 1 } } },
]

const streamed = [
  { messageStart: { role: 'assistant' } },
  reasoning(0, { text: 'why' }),
  reasoning(0, { signature: 'S' }),
  stop(0),
  reasoning(1, { redactedContent: 'AAEC' }),
  stop(1),
  text(2, 'a'),
  stop(2),
  text(3, 'b'),
  text(3, 'c'),
  delta(3, { citation }),
  stop(3),
  toolUse(4, 's1', 'search', { type: 'server_tool_use' }),
  input(4, '{"q":1}'),
  stop(4),
  start(5, { toolResult: { toolUseId: 's1', status: 'success' } }),
  delta(5, { toolResult: [{ text: 'found' }, { json: { n: 1 } }] }),
  stop(5),
  start(6, { image: { format: 'png' } }),
  delta(6, { image: { source: { bytes: 'AAEC' } } }),
  stop(6),
  start(7, { video: { format: 'mp4' } }),
  stop(7),
  toolUse(8, 't1', 'add'),
  input(8, '{"a":1}'),
  stop(8),
  finish('tool_use', { additionalModelResponseFields: { x: 1 } }),
  { metadata: { usage: counts, ...beside } },
]

describe('an answer that was not streamed', () => {
  it('is the response that a stream of the same blocks gives, and an issue says so', () => {
    const { response, result } = fold(whole(content, { additionalModelResponseFields: { x: 1 } }))
    expect(E.isRight(result)).toBe(true)
    expect(codesOf(response)).toEqual(['whole-message'])
    expect({ ...response, issues: [] }).toEqual(fold(...streamed).response)
  })

  it('is the end by itself, whatever it lacks', () => {
    const { response, result } = fold(
      whole([{ text: 'a' }], { stopReason: undefined, usage: null }),
      text(0, 'b'),
    )
    expect(E.isRight(result)).toBe(true)
    expect(response.text).toBe('a')
    expect(codesOf(response)).toContain('event-after-end')
  })

  it('may say nothing', () => {
    const { response, result } = fold(whole([], { stopReason: 'end_turn' }))
    expect(E.isRight(result)).toBe(true)
    expect(response).toMatchObject({ text: '', finishReason: { kind: 'stop' }, usage: { totalTokens: 3 } })
    expect(codesOf(response)).toEqual(['whole-message'])
  })

  it('may have bytes, as the SDK gives them', () => {
    const bytes = new Uint8Array([0, 1, 2])
    const { message } = fold(
      whole([
        { reasoningContent: { redactedContent: bytes } },
        { image: { format: 'png', source: { bytes } } },
      ]),
    ).response
    expect(message.content).toMatchObject([{ encrypted: 'AAEC' }, { type: 'file', data: 'AAEC' }])
  })

  it('keeps what stands beside its message', () => {
    const answer = whole([], {
      new: 1,
      output: { message: { role: 'assistant', content: [], mood: 'x' }, other: 2 },
    })
    expect(fold(answer).response.metadata).toEqual({ ...beside, new: 1, mood: 'x', other: 2 })
  })

  it('fails where an exception stands beside it', () => {
    expect(fold(whole([{ text: 'a' }], { throttlingException: { message: 'm' } })).result).toMatchObject({
      left: { code: 'provider-error', partial: { text: 'a' } },
    })
  })

  it.each([
    ['blocks', whole(['a', 5])],
    ['a list', whole('a')],
    ['text', whole([{ text: 5 }])],
    ['text of reasoning', whole([{ reasoningContent: { reasoningText: 5 } }])],
    ['a piece of a cited text', whole([{ citationsContent: { content: [5] } }])],
    ['input', whole([{ toolUse: { toolUseId: 't', name: 'add', input: 5 } }])],
    ['a message', { output: { message: 5 }, stopReason: 'end_turn' }],
  ])('leaves an issue for what is not of its type: %s', (_, answer) => {
    expect(codesOf(fold(answer).response)).toContain('malformed-event')
  })

  it.each([
    ['members', whole([null, { text: null, toolUse: null }])],
    ['content', whole(null)],
    [
      'lists',
      whole([{ citationsContent: { content: null } }, { toolResult: { toolUseId: 's', content: null } }]),
    ],
    ['input', whole([{ toolUse: { toolUseId: 't', name: 'add', input: null } }])],
  ])('may be null within: %s', (_, answer) => {
    expect(codesOf(fold(answer).response)).not.toContain('malformed-event')
  })

  it('is read of InvokeModel too, where the model is Amazon’s', () => {
    const { response } = payLaws('bedrock-invoke', [whole([{ text: 'a' }], { stopReason: 'end_turn' })])
    expect(response).toMatchObject({ text: 'a', usage: { totalTokens: 3 } })
    expect(codesOf(response)).toEqual(['whole-message'])
  })
})
