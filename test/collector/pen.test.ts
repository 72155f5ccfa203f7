import { describe, expect, it } from 'vitest'
import { goesOn, liftPen, penOn, slotAt, withMore, write } from '../../src/collector/pen'
import type { Draft, Slot } from '../../src/collector/state'
import { LONGEST_TREE } from '../../src/data'
import type { ContentPart, Signal } from '../../src/frames'
import { at } from '../../src/persistent'
import {
  callDelta,
  contentDelta,
  draftOf,
  emptyDraft,
  partEnd,
  partsOf,
  summaryDelta,
  textDelta,
} from './drafts'

const slotOf = (content: ContentPart, section: Slot['section'] = 'content'): Slot => ({
  choice: 0,
  state: 'open',
  content,
  section,
})

const call: ContentPart = {
  type: 'tool-call',
  id: 'c',
  name: 'f',
  arguments: 'x',
  input: { _tag: 'Right', right: {} },
  kind: 'function',
}

describe('more text', () => {
  it.each<[string, Slot, ContentPart]>([
    ['text', slotOf({ type: 'text', text: 'x' }), { type: 'text', text: 'xy' }],
    [
      'text with citations',
      slotOf({ type: 'text', text: 'x', citations: [1] }),
      { type: 'text', text: 'xy', citations: [1] },
    ],
    [
      'a refusal',
      slotOf({ type: 'refusal', text: 'x', extra: { a: 1 } }),
      { type: 'refusal', text: 'xy', extra: { a: 1 } },
    ],
    ['a call', slotOf(call), { ...call, arguments: 'xy' }],
    [
      'a call with more',
      slotOf({ ...call, extra: { a: 1 }, synthesizedId: true }),
      { ...call, arguments: 'xy', extra: { a: 1 }, synthesizedId: true },
    ],
    [
      'reasoning',
      slotOf({ type: 'reasoning', content: ['a', 'x'], summary: ['b'] }),
      { type: 'reasoning', content: ['a', 'xy'], summary: ['b'] },
    ],
    [
      'reasoning without a section',
      slotOf({ type: 'reasoning', content: [], summary: ['b'] }),
      { type: 'reasoning', content: ['y'], summary: ['b'] },
    ],
    [
      'a summary',
      slotOf({ type: 'reasoning', content: ['a'], summary: ['b', 'x'], signature: 's' }, 'summary'),
      { type: 'reasoning', content: ['a'], summary: ['b', 'xy'], signature: 's' },
    ],
    [
      'a server-side call',
      slotOf({ type: 'server-tool-call', id: 's', name: 'f', input: 'x', raw: {} }),
      { type: 'server-tool-call', id: 's', name: 'f', input: 'xy', raw: {} },
    ],
    ['another part', slotOf({ type: 'unknown', raw: 1 }), { type: 'unknown', raw: 1 }],
  ])('of %s goes where its fragments go, and changes nothing else', (_, slot, more) => {
    expect(withMore(slot, 'y')).toStrictEqual(more)
  })

  it('stays in the tail until that is long, and then joins its part', () => {
    const piece = 'x'.repeat(LONGEST_TREE / 4)
    const states = [1, 2, 3, 4, 5, 6].reduce<readonly Draft[]>(
      (before) => [...before, write(before.at(-1) ?? emptyDraft, piece)],
      [draftOf(textDelta(0, ''))],
    )
    expect(states.map(({ tail }) => tail.length / piece.length)).toEqual([0, 1, 2, 3, 4, 0, 1])
    expect(states.map((draft) => partsOf(draft))).toEqual(
      states.map((_, n) => [{ type: 'text', text: piece.repeat(n) }]),
    )
  })
})

describe('the pen', () => {
  const draft = draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }), callDelta(1, '}'))

  it('moves with its text, and loses none', () => {
    const back = penOn(draft, 0)
    expect([draft.pen, draft.tail, back.pen, back.tail]).toEqual([1, '{}', 0, ''])
    expect(partsOf(back)).toEqual(partsOf(draft))
  })

  it('stays where it is, and does not go where nothing is', () => {
    expect(penOn(draft, 1)).toBe(draft)
    expect(penOn(draft, 7)).toEqual(liftPen(draft))
    expect(penOn(emptyDraft, 0)).toBe(emptyDraft)
  })

  it('is lifted by writing the text back', () => {
    const lifted = liftPen(draft)
    expect([lifted.pen, lifted.tail]).toEqual([-1, ''])
    expect(at(lifted.parts, 1)?.content).toMatchObject({ arguments: '{}' })
    expect(liftPen(lifted)).toBe(lifted)
  })

  it('shows its part with its newest text, and other parts as they are', () => {
    expect(at(draft.parts, 1)?.content).toMatchObject({ arguments: '' })
    expect(slotAt(draft, 1)?.content).toMatchObject({ arguments: '{}' })
    expect(slotAt(draft, 0)).toBe(at(draft.parts, 0))
    expect(slotAt(draft, 2)).toBeUndefined()
  })
})

describe('whether a fragment can go straight on', () => {
  it('with the part under the pen, and with any open part', () => {
    const draft = draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }))
    expect([0, 1, 2].map((part) => goesOn(draft, 'text-delta', part))).toEqual([true, true, false])
  })

  it('not with a part that has ended or was taken back', () => {
    const draft = draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }), partEnd(0))
    expect(goesOn(draft, 'text-delta', 0)).toBe(false)
    expect(goesOn(draftOf(textDelta(0, 'a'), { type: 'reset', part: 0 }), 'text-delta', 0)).toBe(false)
  })

  it('with reasoning whose last section is of content', () => {
    const other = textDelta(1, 'x')
    const goes = (...signals: readonly Signal[]) => goesOn(draftOf(...signals, other), 'reasoning-delta', 0)
    expect(goes(contentDelta(0, 'a'))).toBe(true)
    expect(goes(contentDelta(0, 'a'), summaryDelta(0, 'b'))).toBe(false)
    expect(goes({ type: 'reasoning-mark', part: 0, signature: 's' })).toBe(false)
  })
})
