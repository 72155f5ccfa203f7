import { describe, expect, it } from 'vitest'
import { continuedSlot, liftPen, penOn, penText, slotAt, withPenText } from '../../src/collector/pen'
import type { Slot } from '../../src/collector/state'
import type { ContentPart, Continuation, Signal } from '../../src/frames'
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

describe('the text under the pen', () => {
  it.each<[string, Slot, string]>([
    ['text', slotOf({ type: 'text', text: 'x' }), 'x'],
    ['text with citations', slotOf({ type: 'text', text: 'x', citations: [1] }), 'x'],
    ['a refusal', slotOf({ type: 'refusal', text: 'x' }), 'x'],
    ['a call', slotOf(call), 'x'],
    ['a call with more', slotOf({ ...call, extra: { a: 1 }, synthesizedId: true }), 'x'],
    ['reasoning', slotOf({ type: 'reasoning', content: ['a', 'x'], summary: ['b'] }), 'x'],
    ['reasoning without a section', slotOf({ type: 'reasoning', content: [], summary: ['b'] }), ''],
    [
      'a summary',
      slotOf({ type: 'reasoning', content: ['a'], summary: ['b', 'x'], signature: 's' }, 'summary'),
      'x',
    ],
    ['another part', slotOf({ type: 'unknown', raw: 1 }), ''],
  ])('of %s is where its fragments go', (_, slot, text) => {
    expect(penText(slot)).toBe(text)
    expect(withPenText(slot, text)).toEqual(
      slot.content.type === 'reasoning' && text === '' ? { ...slot.content, content: [''] } : slot.content,
    )
  })

  it('changes nothing else of its part', () => {
    expect(withPenText(slotOf({ type: 'text', text: 'x', citations: [1] }), 'y')).toEqual({
      type: 'text',
      text: 'y',
      citations: [1],
    })
    expect(withPenText(slotOf(call), 'y')).toStrictEqual({ ...call, arguments: 'y' })
    expect(withPenText(slotOf({ ...call, extra: { a: 1 } }), 'y')).toStrictEqual({
      ...call,
      arguments: 'y',
      extra: { a: 1 },
    })
    expect(withPenText(slotOf({ type: 'reasoning', content: ['a', 'x'], summary: ['b'] }), 'y')).toEqual({
      type: 'reasoning',
      content: ['a', 'y'],
      summary: ['b'],
    })
    expect(
      withPenText(slotOf({ type: 'reasoning', content: ['a'], summary: ['b', 'x'] }, 'summary'), 'y'),
    ).toEqual({ type: 'reasoning', content: ['a'], summary: ['b', 'y'] })
  })
})

describe('the pen', () => {
  const draft = draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }), callDelta(1, '}'))

  it('moves with its text, and loses none', () => {
    const back = penOn(draft, 0)
    expect([draft.pen, draft.tail, back.pen, back.tail]).toEqual([1, '{}', 0, 'a'])
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
  const fragment = (part: number, type: Continuation['type'] = 'text-delta'): Continuation => ({
    type,
    part,
    choice: 0,
    text: 'x',
  })

  it('with the part under the pen, and with any open part', () => {
    const draft = draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }))
    expect([0, 1, 2].map((part) => continuedSlot(draft, fragment(part)) !== undefined)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('not with a part that has ended or was taken back', () => {
    const draft = draftOf(textDelta(0, 'a'), callDelta(1, '{', { name: 'f' }), partEnd(0))
    expect(continuedSlot(draft, fragment(0))).toBeUndefined()
    expect(continuedSlot(draftOf(textDelta(0, 'a'), { type: 'reset', part: 0 }), fragment(0))).toBeUndefined()
  })

  it('with reasoning whose last section is of content', () => {
    const other = textDelta(1, 'x')
    const goesOn = (...signals: readonly Signal[]) =>
      continuedSlot(draftOf(...signals, other), fragment(0, 'reasoning-delta')) !== undefined
    expect(goesOn(contentDelta(0, 'a'))).toBe(true)
    expect(goesOn(contentDelta(0, 'a'), summaryDelta(0, 'b'))).toBe(false)
    expect(goesOn({ type: 'reasoning-mark', part: 0, signature: 's' })).toBe(false)
  })
})
