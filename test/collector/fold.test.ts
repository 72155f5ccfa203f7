import { describe, expect, it } from 'vitest'
import { fold } from '../../src/collector/fold'
import type { Draft } from '../../src/collector/state'
import type { Signal } from '../../src/frames'
import { at, toArray } from '../../src/persistent'
import { deepFreeze } from '../../src/testing/data'
import {
  audioDelta,
  callDelta,
  contentDelta,
  draftOf,
  emptyDraft,
  issuesOf,
  partEnd,
  partsOf,
  refusalDelta,
  summaryDelta,
  textDelta,
} from './drafts'

const whole = (part: number): Signal => ({ type: 'part', part, content: { type: 'unknown', raw: part } })

describe('deltas', () => {
  it('open their part and go on with it', () => {
    const draft = draftOf(textDelta(0, 'a'), textDelta(0, 'b'), refusalDelta(1, 'n'), textDelta(0, 'c'))
    expect(partsOf(draft)).toEqual([
      { type: 'text', text: 'abc' },
      { type: 'refusal', text: 'n' },
    ])
  })

  it('of a call set its id and name, and merge its other fields', () => {
    const draft = draftOf(
      callDelta(0, '{', { id: 'a', name: 'f', extra: { x: { y: 1 } } }),
      callDelta(0, '}', { name: 'g', kind: 'custom', extra: { x: { z: 2 } } }),
      callDelta(0, '', { id: 'b', synthesizedId: true }),
    )
    expect(partsOf(draft)).toMatchObject([
      {
        type: 'tool-call',
        id: 'b',
        name: 'g',
        arguments: '{}',
        kind: 'custom',
        synthesizedId: true,
        extra: { x: { y: 1, z: 2 } },
        input: { left: { code: 'incomplete' } },
      },
    ])
  })

  it('of a server-side call are its input, which is JSON once it has ended', () => {
    const pieces = (input: string): readonly Signal[] => [
      { type: 'server-tool-call-delta', part: 0, id: 's', name: 'search', input: '', raw: { type: 'a' } },
      { type: 'server-tool-call-delta', part: 0, input },
      { type: 'server-tool-call-delta', part: 0, input: '', raw: { caller: { type: 'b' } } },
    ]
    const fields = {
      type: 'server-tool-call',
      id: 's',
      name: 'search',
      raw: { type: 'a', caller: { type: 'b' } },
    }
    expect(partsOf(draftOf(...pieces('{"q"')))).toEqual([{ ...fields, input: '{"q"' }])
    expect(partsOf(draftOf(...pieces('{"q":1}'), partEnd(0)))).toEqual([{ ...fields, input: { q: 1 } }])
    expect(partsOf(draftOf(...pieces(' '), partEnd(0)))).toEqual([{ ...fields, input: {} }])
    expect(partsOf(draftOf(...pieces('ls -l'), partEnd(0)))).toEqual([{ ...fields, input: 'ls -l' }])
  })

  it('of reasoning start a section where they say so', () => {
    const draft = draftOf(
      summaryDelta(0, 'a'),
      { type: 'reasoning-delta', part: 0, kind: 'summary', newSection: true, text: 'b' },
      summaryDelta(0, 'c'),
    )
    expect(partsOf(draft)).toEqual([{ type: 'reasoning', content: [], summary: ['a', 'bc'] }])
  })

  it('of text keep its citations and its other fields, however they take turns', () => {
    const draft = draftOf(
      textDelta(0, 'a'),
      { type: 'citation', part: 0, citation: { url: 'u' } },
      textDelta(0, 'b'),
      { type: 'text-mark', part: 0, of: 'text', extra: { id: 'm' } },
      textDelta(0, 'c'),
      { type: 'citation', part: 0, citation: { url: 'v' } },
      refusalDelta(1, 'n'),
      { type: 'text-mark', part: 1, of: 'refusal', extra: { id: 'r' } },
      refusalDelta(1, 'o'),
      partEnd(0),
      { type: 'citation', part: 0, citation: 'late' },
    )
    expect(partsOf(draft)).toEqual([
      { type: 'text', text: 'abc', citations: [{ url: 'u' }, { url: 'v' }], extra: { id: 'm' } },
      { type: 'refusal', text: 'no', extra: { id: 'r' } },
    ])
    expect(issuesOf(draft)).toEqual([{ code: 'misfit-frame', part: 0, count: 1 }])
  })

  it('of sound are joined', () => {
    const draft = draftOf(
      audioDelta(0, { id: 'x', data: 'A' }),
      audioDelta(0, { data: 'B', transcript: 't', expiresAt: 1 }),
    )
    expect(partsOf(draft)).toEqual([{ type: 'audio', id: 'x', data: 'AB', transcript: 't', expiresAt: 1 }])
  })

  it('make their choice known', () => {
    const draft = draftOf({ type: 'text-delta', part: 0, choice: 2, text: 'a' })
    expect(draft.head.lanes).toMatchObject([{ choice: 2, finish: null }])
    expect(partsOf(draft)).toEqual([])
  })

  it('open a part even where they are empty', () => {
    expect(partsOf(draftOf(textDelta(0, '')))).toEqual([{ type: 'text', text: '' }])
  })

  it('touch nothing that was there', () => {
    const before = deepFreeze(draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }), whole(2)))
    const after = fold(before, callDelta(1, '}'))
    expect(after.head).toBe(before.head)
    for (const part of [0, 2]) expect(at(after.parts, part)).toBe(at(before.parts, part))
  })
})

describe('reasoning', () => {
  it('has a section for each turn of content and summary', () => {
    const draft = draftOf(
      contentDelta(0, 'a'),
      summaryDelta(0, 'b'),
      summaryDelta(0, 'c'),
      contentDelta(0, 'd'),
      contentDelta(0, 'e'),
    )
    expect(partsOf(draft)).toEqual([{ type: 'reasoning', content: ['a', 'de'], summary: ['bc'] }])
  })

  it('keeps its sections while another part is written', () => {
    const draft = draftOf(summaryDelta(0, 'a'), textDelta(1, 'x'), summaryDelta(0, 'b'), contentDelta(0, 'c'))
    expect(partsOf(draft)[0]).toEqual({ type: 'reasoning', content: ['c'], summary: ['ab'] })
  })

  it('has marks beside its text: the last signature, all encrypted content, all other fields', () => {
    const mark = (fields: object): Signal => ({ type: 'reasoning-mark', part: 0, ...fields })
    const draft = draftOf(
      mark({ signature: 's', encrypted: 'x' }),
      contentDelta(0, 'a'),
      mark({ signature: 't', encrypted: 'y', extra: { a: 1 } }),
      contentDelta(0, 'b'),
      mark({ extra: { b: 2 } }),
    )
    expect(partsOf(draft)).toEqual([
      {
        type: 'reasoning',
        content: ['ab'],
        summary: [],
        signature: 't',
        encrypted: 'xy',
        extra: { a: 1, b: 2 },
      },
    ])
  })
})

describe('a whole part', () => {
  it('is closed at once', () => {
    const draft = draftOf(whole(0))
    expect(at(draft.parts, 0)?.state).toBe('closed')
    expect(issuesOf(fold(draft, textDelta(0, 'a')))).toEqual([{ code: 'misfit-frame', part: 0, count: 1 }])
  })

  it('stands beside the open one, which goes on', () => {
    expect(partsOf(draftOf(textDelta(0, 'a'), whole(1), textDelta(0, 'b')))).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'unknown', raw: 1 },
    ])
  })
})

describe('the end of a part', () => {
  it('closes it with all its text, under the pen or not', () => {
    const draft = draftOf(textDelta(0, 'a'), refusalDelta(1, 'n'), partEnd(0), partEnd(1))
    expect(toArray(draft.parts).map(({ state }) => state)).toEqual(['closed', 'closed'])
    expect(partsOf(draft)).toEqual([
      { type: 'text', text: 'a' },
      { type: 'refusal', text: 'n' },
    ])
  })

  it('gives a call its input', () => {
    const inputOf = (fragment: string, kind: string, cut?: 'stream' | 'limit') => {
      const end: Signal = { type: 'part-end', part: 0, ...(cut !== undefined && { cut }) }
      const [part] = partsOf(draftOf(callDelta(0, fragment, { name: 'f', kind }), end))
      if (part?.type !== 'tool-call') return expect.unreachable('the part is a call')
      return part.input._tag === 'Right' ? part.input.right : part.input.left.code
    }
    expect(inputOf('{"a":1}', 'function')).toEqual({ a: 1 })
    expect(inputOf('{"a":1}', 'function-call')).toEqual({ a: 1 })
    expect(inputOf('{"a":1}', 'custom')).toBe('{"a":1}')
    expect(inputOf('{"a":1}', 'function', 'limit')).toEqual({ a: 1 })
    expect(inputOf('{"a":1}', 'function', 'stream')).toBe('incomplete')
    expect(inputOf('{"a":1}', 'custom', 'limit')).toBe('incomplete')
    expect(inputOf(' ', 'function')).toEqual({})
    expect(inputOf(' ', 'function', 'limit')).toBe('incomplete')
    expect(inputOf('{"a":', 'function')).toBe('invalid-json')
    expect(inputOf('{"a":', 'function', 'limit')).toBe('incomplete')
    expect(inputOf('"a"', 'function')).toBe('not-an-object')
    expect(inputOf('"a"', 'function', 'limit')).toBe('incomplete')
    expect(inputOf('[', 'function', 'stream')).toBe('incomplete')
  })
})

describe('a reset', () => {
  const parts = [textDelta(0, 'a'), refusalDelta(1, 'b'), callDelta(2, '{', { name: 'f' }), whole(3)]
  const statesOf = (draft: Draft) => toArray(draft.parts).map(({ state }) => state)

  it('voids one part, whatever the part is', () => {
    for (const part of [0, 1, 2, 3]) {
      const draft = draftOf(...parts, { type: 'reset', part })
      expect(statesOf(draft).map((state) => state === 'void')).toEqual([0, 1, 2, 3].map((n) => n === part))
      expect(partsOf(draft)).toHaveLength(3)
    }
  })

  it('voids every part from there on', () => {
    const draft = draftOf(...parts, { type: 'reset', part: 1, onward: true })
    expect(statesOf(draft)).toEqual(['open', 'void', 'void', 'void'])
    expect(partsOf(draft)).toEqual([{ type: 'text', text: 'a' }])
  })

  it('keeps the text of the part under the pen, if that is another', () => {
    const draft = draftOf(textDelta(0, 'a'), refusalDelta(1, 'b'), { type: 'reset', part: 0 })
    expect(partsOf(fold(draft, refusalDelta(1, 'c')))).toEqual([{ type: 'refusal', text: 'bc' }])
  })

  it('lets the part start again, as another kind too, with nothing of what it was', () => {
    const reset: Signal = { type: 'reset', part: 0 }
    expect(partsOf(draftOf(textDelta(0, 'a'), reset, contentDelta(0, 'b')))).toEqual([
      { type: 'reasoning', content: ['b'], summary: [] },
    ])
    expect(
      partsOf(
        draftOf(callDelta(0, '{', { id: 'x', extra: { a: 1 } }), reset, callDelta(0, '[', { name: 'g' })),
      ),
    ).toMatchObject([{ id: '', name: 'g', arguments: '[' }])
    expect(
      partsOf(draftOf(callDelta(0, '{', { extra: { a: 1 } }), reset, callDelta(0, '')))[0],
    ).not.toHaveProperty('extra')
  })

  it('of a part that is not there changes nothing', () => {
    expect(partsOf(draftOf(...parts, { type: 'reset', part: 9 }))).toHaveLength(4)
    expect(partsOf(draftOf(...parts, { type: 'reset', part: 4, onward: true }))).toHaveLength(4)
  })
})

describe('a signal that does not fit', () => {
  const text = [textDelta(0, 'a')]

  it.each<[string, readonly Signal[], Signal]>([
    ['skips a part', text, textDelta(2, 'x')],
    ['is of no part', text, textDelta(-1, 'x')],
    ['is of another kind than its part: text', [refusalDelta(0, 'n')], textDelta(0, 'x')],
    ['is of another kind than its part: a refusal', text, refusalDelta(0, 'x')],
    ['is of another kind than its part: reasoning', text, contentDelta(0, 'x')],
    ['is of another kind than its part: a mark', text, { type: 'reasoning-mark', part: 0, signature: 'x' }],
    ['is of another kind than its part: a call', text, callDelta(0, 'x', { name: 'f' })],
    ['is of another kind than its part: sound', text, audioDelta(0, { data: 'x' })],
    ['is a whole part that is there already', text, whole(0)],
    ['is of another choice than its part', text, { type: 'text-delta', part: 0, choice: 1, text: 'x' }],
    ['comes after the end of its part', [...text, partEnd(0)], textDelta(0, 'x')],
    ['ends a part that has ended', [...text, partEnd(0)], partEnd(0)],
    ['ends a part that is not there', text, partEnd(1)],
    ['ends a part that was taken back', [...text, { type: 'reset', part: 0 }], partEnd(0)],
  ])('%s: is left out, and becomes an issue', (_, signals, misfit) => {
    const before = draftOf(...signals)
    const after = fold(before, misfit)
    const part = 'part' in misfit ? misfit.part : undefined
    expect(partsOf(after)).toEqual(partsOf(before))
    expect(after.parts.size).toBe(before.parts.size)
    expect(issuesOf(after)).toEqual([{ code: 'misfit-frame', part, count: 1 }])
    expect(issuesOf(fold(after, misfit))).toEqual([{ code: 'misfit-frame', part, count: 2 }])
  })
})

describe('what stands beside the parts', () => {
  it('is set or merged', () => {
    const draft = draftOf(
      { type: 'identify', id: 'r' },
      { type: 'identify', model: 'm' },
      {
        type: 'usage',
        usage: { inputTokens: 1, raw: {} },
        cost: { source: 'provider', currency: 'USD', totalCost: '1' },
      },
      { type: 'usage', usage: { inputTokens: 2, raw: {} } },
      { type: 'metadata', scope: 'response', metadata: { a: 1 } },
      { type: 'metadata', scope: 'response', metadata: { b: null, c: 2 } },
      { type: 'metadata', scope: 'choice', choice: 1, metadata: { d: 1 } },
      { type: 'metadata', scope: 'message', metadata: { e: 1 } },
      { type: 'finish', choice: 0, reason: { kind: 'stop', raw: 'stop' } },
      { type: 'finish', choice: 0, reason: { kind: 'length', raw: 'length' } },
      { type: 'logprobs', content: [1], refusal: [], reasoning: [] },
      { type: 'logprobs', content: [2], refusal: [3], reasoning: [4] },
    )
    expect(draft.head).toMatchObject({
      id: 'r',
      model: 'm',
      usage: { inputTokens: 2 },
      cost: { totalCost: '1' },
      metadata: { a: 1, c: 2 },
      lanes: [
        { choice: 1, metadata: { d: 1 } },
        { choice: 0, extra: { e: 1 }, finish: { kind: 'length' } },
      ],
    })
    const logprobs = draft.head.lanes[1]?.logprobs
    expect(
      logprobs && [toArray(logprobs.content), toArray(logprobs.refusal), toArray(logprobs.reasoning)],
    ).toEqual([[1, 2], [3], [4]])
  })

  it.each<[string, Signal]>([
    ['metadata that is known', { type: 'metadata', scope: 'response', metadata: { a: 1 } }],
    ['metadata of a choice that is known', { type: 'metadata', scope: 'choice', metadata: { b: 1 } }],
    ['metadata of null', { type: 'metadata', scope: 'message', metadata: { c: null } }],
    ['a choice that is known', { type: 'choice', choice: 0 }],
    ['an order, which is said in other signals', { type: 'arrange', part: 0, order: [] }],
    ['the end mark', { type: 'done' }],
    [
      'an error, which the close settles',
      { type: 'failure', error: { message: 'm', retryable: false, raw: null } },
    ],
  ])('the same draft for %s', (_, signal) => {
    const draft = draftOf(
      textDelta(0, 'a'),
      { type: 'metadata', scope: 'response', metadata: { a: 1 } },
      { type: 'metadata', scope: 'choice', metadata: { b: 1 } },
    )
    expect(fold(draft, signal)).toBe(draft)
  })

  it('is known of a choice that says nothing', () => {
    expect(fold(emptyDraft, { type: 'choice', choice: 3 }).head.lanes).toMatchObject([
      { choice: 3, finish: null },
    ])
  })
})
