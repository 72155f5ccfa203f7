import { fc, it as prop } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { fold } from '../../src/collector/fold'
import { framesOf } from '../../src/collector/frames'
import { isFinal, reconcile } from '../../src/collector/reconcile'
import type { Draft } from '../../src/collector/state'
import { type ContentPart, type Frame, type Signal, toAssistantMessage } from '../../src/frames'
import { runs } from '../support/runs'
import {
  callDelta,
  contentDelta,
  emptyDraft,
  issuesOf,
  partEnd,
  partsOf,
  summaryDelta,
  textDelta,
} from './drafts'

/** Folds signals, final values among them, and gathers the frames they are worth. */
const foldFinal = (
  ...signals: readonly Signal[]
): { readonly draft: Draft; readonly frames: readonly Frame[] } => {
  let draft = emptyDraft
  const frames: Frame[] = []
  const step = (signal: Signal): void => {
    if (isFinal(signal)) {
      reconcile(draft, signal).forEach(step)
      return
    }
    const next = fold(draft, signal)
    frames.push(...framesOf(draft, signal, next))
    draft = next
  }
  signals.forEach(step)
  return { draft, frames }
}

const final = (content: ContentPart, part = 0): Signal => ({ type: 'part-end', part, content })

const text = (words: string, more: object = {}): ContentPart => ({ type: 'text', text: words, ...more })

const call = (json: string): ContentPart => ({
  type: 'tool-call',
  id: 'c',
  name: 'f',
  arguments: json,
  input: E.right({}),
  kind: 'function',
})

const typesOf = (frames: readonly Frame[]) => frames.map(({ type }) => type)

describe('the whole of a part, repeated at its end', () => {
  it('adds nothing to deltas that said the same', () => {
    const { draft, frames } = foldFinal(textDelta(0, 'a'), textDelta(0, 'b'), final(text('ab')))
    expect(partsOf(draft)).toEqual([text('ab')])
    expect(typesOf(frames)).toEqual(['text-delta', 'text-delta', 'text-complete'])
  })

  it('stands in for deltas that never came', () => {
    const { draft, frames } = foldFinal(
      final(text('ab')),
      callDelta(1, '', { id: 'c', name: 'f' }),
      final(call('{"x":1}'), 1),
    )
    expect(partsOf(draft)).toMatchObject([text('ab'), { arguments: '{"x":1}', input: E.right({ x: 1 }) }])
    expect(issuesOf(draft)).toEqual([])
    expect(typesOf(frames)).toEqual([
      'text-delta',
      'text-complete',
      'tool-call-delta',
      'tool-call-delta',
      'tool-call-complete',
    ])
  })

  it('replaces what the deltas said otherwise, after a reset', () => {
    const { draft, frames } = foldFinal(textDelta(0, 'wrong'), final(text('right')))
    expect(partsOf(draft)).toEqual([text('right')])
    expect(issuesOf(draft)).toEqual([{ code: 'final-value-differs', part: 0, count: 1 }])
    expect(typesOf(frames)).toEqual(['text-delta', 'issue', 'reset', 'text-delta', 'text-complete'])
  })

  it('leaves alone a part that has ended just so, and says anew one that has not', () => {
    const ended = [textDelta(0, 'a'), partEnd(0)]
    expect(typesOf(foldFinal(...ended, final(text('a'))).frames)).toEqual(['text-delta', 'text-complete'])
    const { draft, frames } = foldFinal(...ended, final(text('b')))
    expect(partsOf(draft)).toEqual([text('b')])
    expect(typesOf(frames).slice(2)).toEqual(['issue', 'reset', 'text-delta', 'text-complete'])
  })

  it('brings what stands beside the words', () => {
    const sealed: ContentPart = { type: 'reasoning', content: [], summary: ['s', 't'], encrypted: 'e' }
    const { draft } = foldFinal(
      textDelta(0, 'a'),
      { type: 'citation', part: 0, citation: 1 },
      final(text('a', { citations: [1, 2], extra: { id: 'm' } })),
      summaryDelta(1, 's'),
      { type: 'reasoning-delta', part: 1, kind: 'summary', newSection: true, text: 't' },
      final(sealed, 1),
    )
    expect(partsOf(draft)).toEqual([text('a', { citations: [1, 2], extra: { id: 'm' } }), sealed])
    expect(issuesOf(draft)).toEqual([])
  })

  it('replaces a part that turns out to be of another kind', () => {
    const { draft } = foldFinal(contentDelta(0, 'a'), final(text('a')))
    expect(partsOf(draft)).toEqual([text('a')])
    expect(issuesOf(draft)).toMatchObject([{ code: 'final-value-differs' }])
  })

  it('settles a server-side call that was told in pieces, without a reset', () => {
    const whole: ContentPart = {
      type: 'server-tool-call',
      id: 's',
      name: 'search',
      input: { q: 1 },
      raw: { status: 'done' },
    }
    const { draft, frames } = foldFinal(
      {
        type: 'server-tool-call-delta',
        part: 0,
        id: 's',
        name: 'search',
        input: '{"q"',
        raw: { status: 'open' },
      },
      { type: 'server-tool-call-delta', part: 0, input: ':0}' },
      final(whole),
    )
    expect(partsOf(draft)).toEqual([whole])
    expect(typesOf(frames)).toEqual(['server-tool-call-delta', 'server-tool-call-delta', 'part'])
  })

  it('may leave the part open: then only its value is settled', () => {
    const settled = (content: ContentPart): Signal => ({ type: 'part-end', part: 0, open: true, content })
    const { draft, frames } = foldFinal(
      callDelta(0, '{"x"', { id: 'c', name: 'f' }),
      settled(call('{"x":1}')),
      settled(call('{"x":1}')),
    )
    expect(partsOf(draft)).toMatchObject([{ arguments: '{"x":1}', input: { left: { code: 'incomplete' } } }])
    expect(typesOf(frames)).toEqual([
      'tool-call-delta',
      'issue',
      'reset',
      'tool-call-delta',
      'tool-call-delta',
    ])
    const { draft: later } = foldFinal(settled(text('a')), textDelta(0, 'b'), partEnd(0))
    expect(partsOf(later)).toEqual([text('ab')])
  })

  it('tells the name of a call that is said anew before its arguments', () => {
    const opener = callDelta(0, '{"x"', { id: 'c', name: 'f' })
    for (const signals of [[opener, final(call('{"x":1}'))], [final(call('{}'))]]) {
      const told = foldFinal(...signals).frames.filter((frame) => frame.type === 'tool-call-delta')
      expect(told.slice(-2)).toMatchObject([
        { id: 'c', name: 'f', arguments: '' },
        { arguments: expect.stringMatching(/^\{/) },
      ])
    }
  })

  it('tells again only those fields of a call that are new', () => {
    const withExtra = (extra: object): Signal => final({ ...call('{}'), extra } as ContentPart)
    const opener = callDelta(0, '{}', { id: 'c', name: 'f', extra: { id: 'i' } })
    expect(typesOf(foldFinal(opener, withExtra({ id: 'i' })).frames)).toEqual([
      'tool-call-delta',
      'tool-call-complete',
    ])
    const { draft } = foldFinal(opener, withExtra({ status: 's' }))
    expect(partsOf(draft)).toMatchObject([{ extra: { id: 'i', status: 's' } }])
  })

  it('opens reasoning that says nothing at all', () => {
    const silent: ContentPart = { type: 'reasoning', content: [], summary: [] }
    const { draft, frames } = foldFinal(final(silent))
    expect(partsOf(draft)).toEqual([silent])
    expect(typesOf(frames)).toEqual(['reasoning-complete'])
  })

  const words = fc.constantFrom('', 'a', 'b', 'ab')
  const contents: fc.Arbitrary<ContentPart> = fc.oneof(
    words.map((said) => text(said)),
    words.map((said) => ({
      type: 'reasoning' as const,
      content: said === '' ? [] : [said],
      summary: [],
      encrypted: 'e',
    })),
    words.map(call),
    words.map((raw) => ({ type: 'unknown' as const, raw })),
  )

  prop.prop([fc.array(fc.tuple(contents, fc.boolean()), { minLength: 1, maxLength: 4 })], {
    numRuns: runs(),
  })('is the last word, whatever came before, and the frames say so (law 6)', (versions) => {
    const { draft, frames } = foldFinal(
      ...versions.flatMap(([content, isWhole]) =>
        isWhole || content.type !== 'text' ? [final(content)] : [textDelta(0, content.text)],
      ),
      final(versions.at(-1)?.[0] ?? text('')),
    )
    const [part] = partsOf(draft)
    const [last] = versions.at(-1) ?? [text('')]
    expect(part?.type === 'tool-call' ? { ...part, input: null } : part).toEqual(
      last.type === 'tool-call' ? { ...last, input: null } : last,
    )
    expect(toAssistantMessage(frames).content).toEqual(partsOf(draft))
    let said = ''
    for (const frame of frames) {
      if (frame.type === 'reset') said = ''
      if (frame.type === 'text-delta') said += frame.text
      if (frame.type === 'text-complete') expect(said).toBe(frame.text)
    }
  })
})

describe('parts that belong in another order', () => {
  const unknown: ContentPart = { type: 'unknown', raw: 1 }
  const told: readonly Signal[] = [
    textDelta(0, 'first'),
    partEnd(0),
    callDelta(1, '{"x":1}', { id: 'c', name: 'f', extra: { id: 'i' } }),
    { type: 'part', part: 2, content: unknown },
    textDelta(3, 'void'),
    { type: 'reset', part: 3 },
    contentDelta(4, 'thought'),
    { type: 'reasoning-mark', part: 4, encrypted: 'e' },
    partEnd(4),
  ]

  it('are taken back and said again in their order, each open or ended as it was', () => {
    const { draft, frames } = foldFinal(...told, { type: 'arrange', part: 1, order: [4, 2, 1] }, partEnd(3))
    expect(partsOf(draft)).toMatchObject([
      text('first'),
      { type: 'reasoning', content: ['thought'], encrypted: 'e' },
      unknown,
      {
        type: 'tool-call',
        id: 'c',
        arguments: '{"x":1}',
        extra: { id: 'i' },
        input: E.right({ x: 1 }),
      },
    ])
    expect(issuesOf(draft)).toEqual([])
    expect(toAssistantMessage(frames).content).toEqual(partsOf(draft))
    expect(frames.filter(({ type }) => type === 'reset')).toEqual([
      { type: 'reset', part: 3 },
      { type: 'reset', part: 1, onward: true },
    ])
  })

  it('may include numbers of parts that are void or not there, which say nothing', () => {
    const { draft } = foldFinal(...told, { type: 'arrange', part: 2, order: [4, 3, 9] })
    expect(partsOf(draft).map(({ type }) => type)).toEqual(['text', 'tool-call', 'reasoning'])
    expect(issuesOf(draft)).toEqual([])
  })
})
