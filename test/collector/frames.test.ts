import { describe, expect, it } from 'vitest'
import { fold } from '../../src/collector/fold'
import { framesOf } from '../../src/collector/frames'
import type { Draft } from '../../src/collector/state'
import type { Frame, Signal } from '../../src/frames'
import {
  audioDelta,
  callDelta,
  contentDelta,
  draftOf,
  emptyDraft,
  partEnd,
  refusalDelta,
  summaryDelta,
  textDelta,
} from './drafts'

/** The frames of the last of some signals. */
const lastOf = (...signals: readonly Signal[]): readonly Frame[] => {
  let draft: Draft = emptyDraft
  let frames: readonly Frame[] = []
  for (const signal of signals) {
    const next = fold(draft, signal)
    frames = framesOf(draft, signal, next)
    draft = next
  }
  return frames
}

describe('framesOf', () => {
  it.each<[string, Signal]>([
    ['text', textDelta(0, 'a')],
    ['a refusal', refusalDelta(0, 'a')],
    ['reasoning', contentDelta(0, 'a')],
    ['a summary', summaryDelta(0, 'a')],
    ['sound', audioDelta(0, { data: 'a' })],
    ['a whole part', { type: 'part', part: 0, content: { type: 'unknown', raw: 1 } }],
    ['counts', { type: 'usage', usage: { raw: {} } }],
    ['probabilities', { type: 'logprobs', content: [1], refusal: [], reasoning: [] }],
    ['metadata', { type: 'metadata', scope: 'response', metadata: { a: 1 } }],
  ])('tells %s as it is', (_, signal) => {
    expect(lastOf(signal)).toEqual([signal])
  })

  it('tells a reset', () => {
    expect(lastOf(textDelta(0, 'a'), { type: 'reset', part: 0 })).toEqual([{ type: 'reset', part: 0 }])
  })

  it('tells of a call what belongs to frames', () => {
    expect(lastOf(callDelta(0, '{', { id: 'c', name: 'f', synthesizedId: true, extra: { a: 1 } }))).toEqual([
      { type: 'tool-call-delta', part: 0, id: 'c', name: 'f', arguments: '{' },
    ])
  })

  it.each<[string, Signal]>([
    ['an id', { type: 'identify', id: 'r' }],
    ['a choice', { type: 'choice', choice: 1 }],
    ['a finish reason', { type: 'finish', choice: 0, reason: { kind: 'stop' } }],
    ['a mark', { type: 'reasoning-mark', part: 0, signature: 's' }],
    ['an order, which is said in other signals', { type: 'arrange', part: 0, order: [] }],
    ['the end mark', { type: 'done' }],
    ['an error', { type: 'failure', error: { message: 'm', retryable: false, raw: null } }],
  ])('leaves %s to the frames that tell it later', (_, signal) => {
    expect(lastOf(signal)).toEqual([])
  })

  it('has nothing to tell of what is not new', () => {
    const known: Signal = { type: 'metadata', scope: 'response', metadata: { a: 1 } }
    expect(lastOf(known, known)).toEqual([])
  })

  it('tells an issue when it is first met', () => {
    const odd: Signal = { type: 'issue', issue: { code: 'id-changed', message: 'm' } }
    expect(lastOf(odd)).toEqual([{ type: 'issue', issue: { code: 'id-changed', message: 'm', count: 1 } }])
    expect(lastOf(odd, odd)).toEqual([])
    expect(lastOf(odd, { type: 'issue', issue: { code: 'id-changed', message: 'm', part: 1 } })).toHaveLength(
      1,
    )
  })

  it('tells a signal that does not fit as the issue it became', () => {
    expect(lastOf(textDelta(0, 'a'), refusalDelta(0, 'b'))).toMatchObject([
      { type: 'issue', issue: { code: 'misfit-frame', part: 0 } },
    ])
    expect(lastOf(partEnd(3))).toMatchObject([{ type: 'issue', issue: { code: 'misfit-frame', part: 3 } }])
  })
})

describe('the end of a part is told by its complete', () => {
  it.each<[string, readonly Signal[], Frame]>([
    ['text', [textDelta(0, 'a'), textDelta(0, 'b')], { type: 'text-complete', part: 0, text: 'ab' }],
    ['a refusal', [refusalDelta(0, 'a')], { type: 'refusal-complete', part: 0, text: 'a' }],
    [
      'reasoning',
      [
        contentDelta(0, 'a'),
        summaryDelta(0, 'b'),
        { type: 'reasoning-mark', part: 0, signature: 's', encrypted: 'e', extra: { x: 1 } },
      ],
      {
        type: 'reasoning-complete',
        part: 0,
        content: ['a'],
        summary: ['b'],
        signature: 's',
        encrypted: 'e',
        extra: { x: 1 },
      },
    ],
    [
      'a call',
      [callDelta(0, '{"a":1}', { id: 'c', name: 'f', synthesizedId: true, extra: { x: 1 } })],
      {
        type: 'tool-call-complete',
        part: 0,
        id: 'c',
        name: 'f',
        arguments: '{"a":1}',
        input: { _tag: 'Right', right: { a: 1 } },
        kind: 'function',
        synthesizedId: true,
        extra: { x: 1 },
      },
    ],
    [
      'sound',
      [audioDelta(0, { id: 'x', data: 'A', transcript: 't' })],
      { type: 'part', part: 0, content: { type: 'audio', id: 'x', data: 'A', transcript: 't' } },
    ],
  ])('%s', (_, signals, complete) => {
    expect(lastOf(...signals, partEnd(0))).toStrictEqual([complete])
  })

  it('with its choice, unless it is choice 0', () => {
    const inChoice = { type: 'text-delta', part: 0, choice: 2, text: 'a' } as const
    expect(lastOf(inChoice, partEnd(0))).toStrictEqual([
      { type: 'text-complete', part: 0, choice: 2, text: 'a' },
    ])
  })

  it('once', () => {
    const draft = draftOf(textDelta(0, 'a'), partEnd(0))
    expect(framesOf(draft, partEnd(0), fold(draft, partEnd(0))).map(({ type }) => type)).toEqual(['issue'])
  })
})
