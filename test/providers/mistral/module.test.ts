import { describe, expect, it } from 'vitest'
import { codesOf } from '../../support/fold'
import { payLaws } from '../../support/pay-laws'

const chunk = (delta: object, more: object = {}) => ({
  id: 'r',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...more,
})

const pieces = (...content: readonly unknown[]) => chunk({ content })
const stop = { ...chunk({}), choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }] }
const text = (said: string) => ({ type: 'text', text: said })
const thinking = (...inner: readonly unknown[]) => ({ type: 'thinking', thinking: inner })

const fold = (...events: readonly unknown[]) => payLaws('mistral', [...events, stop, '[DONE]'])
const contentOf = (...events: readonly unknown[]) => fold(...events).response.message.content

describe('a list of pieces', () => {
  it('says thinking and text', () => {
    expect(
      contentOf(
        pieces(thinking(text('a'), text('b'))),
        pieces(thinking(text('c')), text('d')),
        chunk({ content: 'e' }),
      ),
    ).toEqual([
      { type: 'reasoning', content: ['abc'], summary: [] },
      { type: 'text', text: 'de' },
    ])
  })

  it('has signatures, each of which ends its thinking, and other fields that go back', () => {
    expect(
      contentOf(
        pieces(thinking(text('a'))),
        pieces({ ...thinking(), signature: 's1', closed: true }),
        pieces({ ...thinking(text('b')), signature: 's2' }),
      ),
    ).toEqual([
      { type: 'reasoning', content: ['a'], summary: [], signature: 's1', extra: { closed: true } },
      { type: 'reasoning', content: ['b'], summary: [], signature: 's2' },
    ])
  })

  it('may have a signature and no thinking', () => {
    expect(contentOf(pieces({ ...thinking(), signature: 's' }))).toEqual([
      { type: 'reasoning', content: [], summary: [], signature: 's' },
    ])
  })

  it('has references, each of which ends the text it is for', () => {
    const one = { type: 'reference', reference_ids: [0] }
    const other = { type: 'reference', reference_ids: ['b', 2] }
    const { response, frames } = fold(
      pieces(text('a')),
      pieces(one),
      pieces(text('b'), other),
      chunk({ content: 'c' }),
    )
    expect(response.message.content).toEqual([
      { type: 'text', text: 'a', citations: [one] },
      { type: 'text', text: 'b', citations: [other] },
      { type: 'text', text: 'c' },
    ])
    expect(response.text).toBe('abc')
    expect(frames.filter(({ type }) => type === 'citation')).toEqual([
      { type: 'citation', part: 0, citation: one },
      { type: 'citation', part: 1, citation: other },
    ])
  })

  it('keeps a reference that no text stands before', () => {
    const reference = { type: 'reference', reference_ids: [0] }
    expect(contentOf(pieces(thinking(text('a'))), pieces(reference))).toEqual([
      { type: 'reasoning', content: ['a'], summary: [] },
      { type: 'text', text: '', citations: [reference] },
    ])
  })

  it('has sources within the thinking and beside it', () => {
    const tool = { type: 'tool_reference', tool: 'web_search', title: 'T', url: 'https://example.com/' }
    const reference = { type: 'reference', reference_ids: [1] }
    expect(contentOf(pieces(thinking(text('a'), reference)), pieces(tool))).toEqual([
      { type: 'reasoning', content: ['a'], summary: [] },
      { type: 'source', raw: reference },
      { type: 'source', url: 'https://example.com/', title: 'T', raw: tool },
    ])
  })

  it('keeps other pieces whole', () => {
    const piece = { type: 'file', file_id: 'f' }
    expect(contentOf(pieces(piece))).toEqual([{ type: 'unknown', raw: piece }])
  })

  it('holds back what may be a think tag until something else comes', () => {
    const reference = { type: 'reference', reference_ids: [0] }
    const { response } = payLaws('mistral', [pieces(text('a<thi'), reference), stop, '[DONE]'], {
      thinkTags: true,
    })
    expect(response.message.content).toEqual([{ type: 'text', text: 'a<thi', citations: [reference] }])
  })
})

describe('what else Mistral sends', () => {
  it('is padding, the choice’s index in the delta, a call id that is the word `null`', () => {
    const call = { id: 'null', function: { name: 'f', arguments: '{}' } }
    const { response } = fold(
      chunk({ content: 'a', index: 0 }, { p: 'abc' }),
      chunk({ tool_calls: [call] }, { p: 'd' }),
    )
    expect(response.metadata).toBeUndefined()
    expect(response.message.extra).toBeUndefined()
    expect(response.toolCalls).toMatchObject([{ id: 'call_0', synthesizedId: true, name: 'f' }])
    expect(codesOf(response)).toEqual([
      'tool-call-id-blank',
      'tool-call-index-missing',
      'tool-call-id-missing',
      'finish-reason-mismatch',
    ])
  })

  it('is audio that is counted apart, where the total says so', () => {
    const usage = (total: number) => ({
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: total,
      prompt_tokens_details: { audio_tokens: 100 },
    })
    expect(fold(chunk({ content: 'a' }, { usage: usage(115) })).response.usage).toMatchObject({
      inputTokens: 110,
      outputTokens: 5,
      totalTokens: 115,
    })
    expect(fold(chunk({ content: 'a' }, { usage: usage(15) })).response.usage).toMatchObject({
      inputTokens: 10,
    })
  })

  it('is an error as the finish reason', () => {
    const failed = { ...stop, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }
    expect(payLaws('mistral', [chunk({ content: 'a' }), failed, '[DONE]']).result).toMatchObject({
      left: { code: 'provider-error', partial: { text: 'a', finishReason: { kind: 'error', raw: 'error' } } },
    })
  })
})
