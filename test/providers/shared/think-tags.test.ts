import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  endUntagged,
  flushThink,
  initialThink,
  splitThink,
  type ThinkPiece,
} from '../../../src/providers/shared/think-tags'
import { runs } from '../../support/runs'

const split = (fragments: readonly string[], inside = false): readonly ThinkPiece[] => {
  let state = initialThink(inside)
  const pieces: ThinkPiece[] = []
  for (const fragment of fragments) {
    const [next, said] = splitThink(state, fragment)
    pieces.push(...said)
    state = next
  }
  return [...pieces, ...flushThink(state)]
}

const text = (said: string): ThinkPiece => ({ kind: 'text', text: said })
const reasoning = (said: string): ThinkPiece => ({ kind: 'reasoning', text: said })
const orphan = (said: string): ThinkPiece => ({ kind: 'orphan', text: said })

/** What the pieces come to: an orphan takes back the text of the open part and says it again as reasoning. */
const joined = (pieces: readonly ThinkPiece[]): readonly ThinkPiece[] => {
  const told: ThinkPiece[] = []
  for (const { kind, text: said } of pieces) {
    const last = told.at(-1)
    if (kind === 'orphan') {
      if (last?.kind === 'text') told.pop()
      told.push(reasoning(said))
    } else if (last?.kind === kind) {
      told[told.length - 1] = { kind, text: last.text + said }
    } else if (said !== '') {
      told.push({ kind, text: said })
    }
  }
  return told
}

describe('splitThink', () => {
  it.each<[string, readonly string[], readonly ThinkPiece[]]>([
    ['text without tags', ['a <b'], [text('a <b')]],
    ['a whole block', ['<think>plan</think>answer'], [reasoning('plan'), text('answer')]],
    ['text before a block', ['Hm. <think>plan</think>'], [text('Hm. '), reasoning('plan')]],
    ['tags in pieces', ['<th', 'ink>pl', 'an</', 'think', '>ok'], [reasoning('plan'), text('ok')]],
    [
      'two blocks',
      ['<think>a</think>b<think>c</think>d'],
      [reasoning('a'), text('b'), reasoning('c'), text('d')],
    ],
    ['a block that never ends', ['<think>plan'], [reasoning('plan')]],
    ['a block cut within its tag', ['<think>plan</thi'], [reasoning('plan</thi')]],
    ['text cut within a tag', ['a<thin'], [text('a<thin')]],
    ['a tag that is none', ['<thinker>'], [text('<thinker>')]],
    ['a tag whose beginning comes twice', ['<<think>a'], [text('<'), reasoning('a')]],
    ['another beginning of a tag within one', ['<thi<think>a'], [text('<thi'), reasoning('a')]],
    ['an opening tag within a block', ['<think>a<think>b</think>'], [reasoning('a<think>b')]],
    ['a closing tag after a block', ['<think>a</think>b</think>c'], [reasoning('a'), text('b</think>c')]],
  ])('tells apart %s', (_, fragments, pieces) => {
    expect(joined(split(fragments))).toEqual(pieces)
  })

  it('starts within a block where the template opens the tag', () => {
    expect(joined(split(['pl', 'an</think>answer'], true))).toEqual([reasoning('plan'), text('answer')])
  })

  it('says all of the open part again for a closing tag alone', () => {
    expect(split(['pl', 'an</think>answer'])).toEqual([text('pl'), orphan('plan'), text('answer')])
  })

  it('says only what came since the last part for a closing tag alone', () => {
    const [first] = splitThink(initialThink(false), 'before')
    const [, said] = splitThink(endUntagged(first), 'after</think>')
    expect(said).toEqual([orphan('after')])
  })

  it('holds back what may be the beginning of a tag, and nothing more', () => {
    const [state, said] = splitThink(initialThink(false), 'a <b <th')
    expect(said).toEqual([text('a <b ')])
    expect(state.held).toBe('<th')
    const [next, more] = splitThink(state, 'e')
    expect(more).toEqual([text('<the')])
    expect(next.held).toBe('')
  })

  it('holds back only tags that are awaited', () => {
    expect(splitThink(initialThink(true), 'a<th')[0].held, 'within a block: a closing one').toBe('')
    expect(splitThink(initialThink(true), 'a</th')[0].held).toBe('</th')
    const [after] = splitThink(initialThink(false), '<think>a</think>')
    expect(splitThink(after, 'b</th')[0].held, 'after a block: an opening one').toBe('')
    expect(splitThink(after, 'b<th')[0].held).toBe('<th')
  })

  it.each(['<think>', '</think>'])('holds back each beginning of %s', (tag) => {
    for (let length = 1; length < tag.length; length++) {
      expect(splitThink(initialThink(false), `x${tag.slice(0, length)}`)[0].held).toBe(tag.slice(0, length))
    }
  })

  const cutAt = (said: string, cuts: readonly number[]): readonly string[] => {
    const at = [0, ...cuts.map((cut) => Math.min(cut, said.length)).sort((a, b) => a - b), said.length]
    return at.slice(1).map((end, n) => said.slice(at[n], end))
  }

  const tagged = () =>
    fc
      .array(fc.constantFrom('<think>', '</think>', '<', '</', '<th', 'ink>', 'a', ' ', 'think', '>'))
      .map((pieces) => pieces.join(''))

  it.prop([tagged(), fc.array(fc.nat(40)), fc.boolean()], { numRuns: runs(500) })(
    'gives the same whatever way the text is cut (law 5)',
    (said, cuts, inside) => {
      expect(joined(split(cutAt(said, cuts), inside))).toEqual(joined(split([said], inside)))
    },
  )

  /** What is no tag, however near it comes to one, also with the tag that follows. */
  const untagged = () => fc.string({ unit: fc.constantFrom('a', ' ', '<', '/', 'b<th>', '<x'), minLength: 1 })

  const blocks = () => fc.array(fc.record({ said: untagged(), thought: untagged() }))

  it.prop([blocks(), fc.array(fc.nat(60))], { numRuns: runs(500) })(
    'gives back what stands between and within well-formed tags, cut anywhere',
    (pairs, cuts) => {
      const wire = pairs.map(({ said, thought }) => `${said}<think>${thought}</think>`).join('')
      const known = pairs.flatMap(({ said, thought }) => [text(said), reasoning(thought)])
      expect(joined(split(cutAt(wire, cuts)))).toEqual(known)
    },
  )
})

describe('endUntagged', () => {
  it('forgets the text of a part that has ended', () => {
    const [state] = splitThink(initialThink(false), 'text')
    expect(state.untagged).toBe('text')
    expect(endUntagged(state).untagged).toBe('')
  })

  it('is the same state where there is nothing to forget', () => {
    const fresh = initialThink(false)
    const [tagged] = splitThink(fresh, '<think>')
    expect(endUntagged(fresh)).toBe(fresh)
    expect(endUntagged(tagged)).toBe(tagged)
  })
})
