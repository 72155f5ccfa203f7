import { describe, expect, it } from 'vitest'
import { feed, initialJson, isComplete, valueOf } from '../../src/json'
import { wordWith } from '../../src/json/words'
import { feedAll, views, waysToSplit } from './reading'

describe('a word', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['null', null],
  ])('%s is read, alone and in containers, whatever the split', (word, value) => {
    for (const fragments of waysToSplit(word)) {
      expect(valueOf(feedAll(fragments))).toBe(value)
      expect(isComplete(feedAll(fragments))).toBe(true)
    }
    for (const fragments of waysToSplit(` [${word}, ${word},{"a":${word}}]`)) {
      expect(valueOf(feedAll(fragments))).toStrictEqual([value, value, { a: value }])
    }
  })

  it('is withheld until its last letter, which ends it', () => {
    expect(views('[true,null]')).toStrictEqual([
      ...Array<unknown>(4).fill([]),
      ...Array<unknown>(5).fill([true]),
      [true, null],
      [true, null],
    ])
    expect(views('false')).toStrictEqual([undefined, undefined, undefined, undefined, false])
  })

  it('leaves nothing behind for what comes next', () => {
    expect(valueOf(feedAll(['[t', 'ru', 'e,"', 'x"', ',f', 'alse, 1]']))).toStrictEqual([true, 'x', false, 1])
    expect(feedAll(['[t', 'rue']).tail).toBe('')
  })

  it('is foretold by its first letter', () => {
    expect([...'tfnTFNaue'].map((letter) => wordWith(letter.charCodeAt(0)))).toStrictEqual([
      'true',
      'false',
      'null',
      ...Array<undefined>(6).fill(undefined),
    ])
  })

  it('must be over before another begins', () => {
    expect(feed(initialJson, 'truefalse').head.error).toMatchObject({
      offset: 4,
      expected: 'the end of the text',
    })
  })
})
