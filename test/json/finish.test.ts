import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { feed, finish, initialJson, valueOf } from '../../src/json'
import { feedAll, waysToSplit } from './reading'

// What is refused, and how, stands in feed.test.ts.
describe('the end of the text', () => {
  it.each<[string, unknown]>([
    ['null', null],
    ['true', true],
    ['"a"', 'a'],
    ['""', ''],
    ['0', 0],
    ['-1.5e3', -1500],
    ['-1.5e3\n', -1500],
    ['[]', []],
    [' {"a": [1, {"b": null}]} \n', { a: [1, { b: null }] }],
  ])('after %s gives its value, whatever the split', (text, value) => {
    for (const fragments of waysToSplit(text)) {
      expect(finish(feedAll(fragments))).toStrictEqual(E.right(value))
    }
  })

  it('gives the very value that the state holds', () => {
    const state = feed(initialJson, '{"a": [1]}')
    const result = finish(state)
    expect(E.isRight(result) && result.right === valueOf(state)).toBe(true)
  })

  it('does not use the state up: it may be asked, and gone on from', () => {
    const state = feed(initialJson, '[1')
    expect(E.isLeft(finish(state))).toBe(true)
    expect(finish(feed(state, '2]'))).toStrictEqual(E.right([12]))
    expect(finish(state)).toStrictEqual(finish(state))
  })

  it('is too early within a number in a container, whose end it is not', () => {
    expect(finish(feed(initialJson, '{"a": 1'))).toMatchObject({
      left: { code: 'unexpected-end', offset: 7, expected: '"," or "}"' },
    })
    expect(finish(feed(initialJson, '[12'))).toMatchObject({
      left: { code: 'unexpected-end', offset: 3, expected: '"," or "]"' },
    })
  })

  it('finds what is wrong in a number that nothing ended, where it stands', () => {
    expect(finish(feedAll(['[\n1', '2-', '3']))).toMatchObject({
      left: { code: 'unexpected-character', offset: 4, line: 2, column: 3, found: '-' },
    })
  })
})
