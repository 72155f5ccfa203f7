// The Q ids number the catalogue of server quirks that the project keeps.
import { describe, expect, it } from 'vitest'
import { collect, initial, snapshot } from '../../src'
import { calls, delta, finish, text } from '../support/chat'
import { callsOf, chunkOf, codesOf, framesOfType } from '../support/fold'
import { payLaws } from '../support/pay-laws'

describe('reasoning', () => {
  it.each(['openai', 'openrouter'] as const)(
    'Q39: the aliases within one delta are one value, the richest one: %s',
    (provider) => {
      const { response } = payLaws(provider, [
        delta({
          reasoning: 'so',
          reasoning_content: 'so',
          reasoning_details: [{ type: 'reasoning.text', text: 'so', index: 0 }],
        }),
        finish('stop'),
      ])
      expect(response.reasoning).toBe('so')
      expect(response.message.content).toEqual([
        { type: 'reasoning', content: ['so'], summary: [], extra: { type: 'reasoning.text', index: 0 } },
      ])
    },
  )

  it.each(['reasoning', 'reasoning_content', 'reasoning_text', 'thinking'])(
    'Q39: `%s` is read on its own, and over several deltas',
    (field) => {
      const { response } = payLaws('openai', [
        delta({ [field]: 'so' }),
        delta({ [field]: ' it' }),
        delta({ [field]: ' is', content: null }),
        text('yes'),
        finish('stop'),
      ])
      expect(response.reasoning).toBe('so it is')
      expect(response.text).toBe('yes')
      expect(response.message.content.map(({ type }) => type)).toEqual(['reasoning', 'text'])
    },
  )

  it.each(['openai', 'openrouter'] as const)(
    'Q40: fragments of one detail make one entry: %s',
    (provider) => {
      const { response } = payLaws(provider, [
        delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'a' }] }),
        delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'b', signature: 's1' }] }),
        finish('stop'),
      ])
      expect(response.message.content).toEqual([
        {
          type: 'reasoning',
          content: ['ab'],
          summary: [],
          signature: 's1',
          extra: { type: 'reasoning.text', index: 0 },
        },
      ])
    },
  )

  it('Q40: a format or an id that comes with a later fragment is set', () => {
    const { response } = payLaws('openrouter', [
      delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'a' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'b', id: 'r1', format: 'f1' }] }),
      finish('stop'),
    ])
    expect(response.message.content).toEqual([
      {
        type: 'reasoning',
        content: ['ab'],
        summary: [],
        extra: { type: 'reasoning.text', index: 0, id: 'r1', format: 'f1' },
      },
    ])
  })

  it('Q40: summaries and encrypted data append; other details are other entries', () => {
    const { response } = payLaws('openrouter', [
      delta({ reasoning_details: [{ type: 'reasoning.summary', index: 0, summary: 'a' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.summary', index: 0, summary: 'b' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'x' }] }),
      delta({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'y', id: 'e1' }] }),
      finish('stop'),
    ])
    expect(response.message.content).toEqual([
      {
        type: 'reasoning',
        content: [],
        summary: ['ab'],
        extra: { type: 'reasoning.summary', index: 0 },
      },
      {
        type: 'reasoning',
        content: [],
        summary: [],
        encrypted: 'xy',
        extra: { type: 'reasoning.encrypted', index: 1, id: 'e1' },
      },
    ])
  })

  it('Q42: empty strings close nothing, and reasoning goes before the content of its delta', () => {
    const { response, frames } = payLaws('openai', [
      delta({ reasoning_content: 'x', content: '' }),
      delta({ reasoning_content: 'y', content: 'A' }),
      delta({ reasoning_content: 'z' }),
      finish('stop'),
    ])
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: ['xy'], summary: [] },
      { type: 'text', text: 'A' },
      { type: 'reasoning', content: ['z'], summary: [] },
    ])
    expect(framesOfType(frames, 'reasoning-complete')).toHaveLength(2)
  })

  it('Q42: nor does an empty reasoning field close the text', () => {
    const { response } = payLaws('openai', [
      delta({ content: 'A', reasoning_content: '' }),
      delta({ content: 'B', reasoning_content: '' }),
      finish('stop'),
    ])
    expect(response.message.content).toEqual([{ type: 'text', text: 'AB' }])
    expect(response.reasoning).toBeUndefined()
  })

  it('Q46: an empty reasoning field is kept, and is not an absent one', () => {
    const call = { index: 0, id: 'c1', function: { name: 'add', arguments: '{}' } }
    const present = payLaws('openai', [delta({ reasoning_content: '' }), calls(call), finish('tool_calls')])
    expect(present.response.message.extra).toEqual({ reasoning_content: '' })
    expect(present.response.reasoning).toBeUndefined()
    const absent = payLaws('openai', [delta({ reasoning_content: null }), calls(call), finish('tool_calls')])
    expect(absent.response.message).not.toHaveProperty('extra')
  })

  it('Q46: reasoning beside tool calls stays on the message', () => {
    const { response } = payLaws('openai', [
      delta({ reasoning_content: 'hm' }),
      calls({ index: 0, id: 'c1', function: { name: 'add', arguments: '{}' } }),
      finish('tool_calls'),
    ])
    expect(response.message.content).toMatchObject([
      { type: 'reasoning', content: ['hm'] },
      { type: 'tool-call', id: 'c1' },
    ])
  })
})

describe('think tags', () => {
  const tags = { thinkTags: true } as const

  it('Q43: tags that are split over deltas are found', () => {
    const { response } = payLaws(
      'openai',
      [text('<thi'), text('nk>plan</th'), text('ink>Answer'), finish('stop')],
      tags,
    )
    expect(response.reasoning).toBe('plan')
    expect(response.text).toBe('Answer')
    expect(response.message.content.map(({ type }) => type)).toEqual(['reasoning', 'text'])
  })

  it('Q43: what only looks like a tag comes out whole', () => {
    const held = payLaws('openai', [text('a '), text('<b'), finish('stop')], tags)
    expect(held.response.text).toBe('a <b')
    const flushed = payLaws('openai', [text('a <'), text('thin'), finish('stop')], tags)
    expect(flushed.response.text).toBe('a <thin')
    const inside = payLaws('openai', [text('<think>a </thi'), text('ng>b'), finish('stop')], tags)
    expect(inside.response).toMatchObject({ reasoning: 'a </thing>b', text: '' })
  })

  it.each([
    ['what may become a tag is held back', 'a <thin', 'a '],
    ['and never more than that', 'a < b, <t> and <thinx', 'a < b, <t> and <thinx'],
  ])('Q43: %s', (_what, said, shown) => {
    const state = collect(initial('openai', tags), chunkOf('openai', text(said)))
    expect(snapshot(state).text).toBe(shown)
  })

  it('Q43: the tags are text unless they are asked for', () => {
    const { response } = payLaws('openai', [text('<think>plan</think>'), text('Answer'), finish('stop')])
    expect(response.text).toBe('<think>plan</think>Answer')
    expect(response.reasoning).toBeUndefined()
  })

  it('Q43: a stream may start inside', () => {
    const { response } = payLaws('openai', [text('plan</th'), text('ink>Answer'), finish('stop')], {
      thinkTags: 'inside',
    })
    expect(response).toMatchObject({ reasoning: 'plan', text: 'Answer' })
    expect(codesOf(response)).toEqual([])
  })

  it.each([
    ['in one delta', ['the plan</think>Answer']],
    ['split after the text', ['the ', 'plan', '</think>Answer']],
    ['split within the text and the tag', ['the ', 'pl', 'an</thi', 'nk>', 'Answer']],
  ])('Q43: text before a lone closing tag was reasoning, %s', (_where, pieces) => {
    const { response } = payLaws('openai', [...pieces.map(text), finish('stop')], tags)
    expect(response).toMatchObject({ reasoning: 'the plan', text: 'Answer' })
    expect(response.message.content).toEqual([
      { type: 'reasoning', content: ['the plan'], summary: [] },
      { type: 'text', text: 'Answer' },
    ])
    expect(codesOf(response)).toEqual(['orphan-think-tag'])
  })
})

describe('content', () => {
  it.each(['openai', 'mistral'] as const)(
    'Q44: a list of pieces is read piece by piece, and null is nothing: %s',
    (provider) => {
      const reference = { type: 'reference', reference_ids: [1] }
      const { response } = payLaws(provider, [
        delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
        delta({ content: [{ type: 'text', text: '4' }, reference] }),
        delta({
          content: null,
          tool_calls: [{ index: 0, id: 'c1', function: { name: 'add', arguments: '{}' } }],
        }),
        finish('tool_calls'),
      ])
      expect(response).toMatchObject({ reasoning: 'hm', text: '4' })
      expect(response.message.content).toMatchObject([
        { type: 'reasoning', content: ['hm'] },
        { type: 'text', text: '4', citations: [reference] },
        { type: 'tool-call' },
      ])
      expect(callsOf(response)).toEqual([{ id: 'c1', name: 'add', arguments: '{}', input: {} }])
    },
  )

  it('Q44: a piece of a kind that is not known is kept as it is', () => {
    const unknown = { type: 'document_url', document_url: 'https://example.com/a.pdf' }
    const { response } = payLaws('openai', [
      delta({ content: [{ type: 'text', text: '4' }, unknown] }),
      finish('stop'),
    ])
    expect(response.message.content).toEqual([
      { type: 'text', text: '4' },
      { type: 'unknown', raw: unknown },
    ])
  })

  it('Q44: a piece that is kept whole does not cut the text in two', () => {
    const { response } = payLaws('openai', [
      delta({
        content: [
          { type: 'text', text: '4' },
          { type: 'document_url', document_url: 'https://example.com/a.pdf' },
        ],
      }),
      delta({ content: [{ type: 'text', text: '2' }] }),
      text('!'),
      finish('stop'),
    ])
    expect(response.text).toBe('42!')
  })

  it('Q45: a refusal is a field of its own, and no text', () => {
    const { response, frames } = payLaws('openai', [
      delta({ content: null, refusal: null }),
      delta({ refusal: 'I can' }),
      delta({ refusal: 'not.' }),
      finish('stop'),
    ])
    expect(response.refusal).toBe('I cannot.')
    expect(response.text).toBe('')
    expect(response.finishReason).toEqual({ kind: 'refusal', raw: 'stop' })
    expect(framesOfType(frames, 'refusal-delta').map(({ text: said }) => said)).toEqual(['I can', 'not.'])
  })
})
