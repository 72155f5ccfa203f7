import { describe, expect, it } from 'vitest'
import { completionOf, valueSoFar, valuesAtMistake } from './mend'

describe('what the laws take for the truth', () => {
  it.each<[string, unknown]>([
    ['', undefined],
    [' 12', undefined],
    ['12 ', 12],
    ['tru', undefined],
    ['true', true],
    ['"', ''],
    ['"ab\\', 'ab'],
    ['"ab\\\\u00', 'ab\\u00'],
    ['"\\ud83d', ''],
    ['"\\uD83D\\uDe0', ''],
    ['"\ud83d\\uDb', '\ud83d'],
    ['"\ud83d\\u00', '\ud83d'],
    ['[1, 2', [1]],
    ['[1, 2,', [1, 2]],
    ['[tru', []],
    ['{"a": 1, "b', { a: 1 }],
    ['{"a": 1, "b": -', { a: 1 }],
    ['{"a": 1, "b": {"c": ["d', { a: 1, b: { c: ['d'] } }],
  ])('is so far of %j: %j', (prefix, value) => {
    expect(valueSoFar(prefix)).toStrictEqual(value)
  })

  it.each([
    ['', 'null'],
    ['-', '-0'],
    ['[1.', '[1.0]'],
    ['fa', 'false'],
    ['"\\', '"\\\\"'],
    ['"\\u12', '"\\u1200"'],
    ['{', '{}'],
    ['{"a', '{"a":null}'],
    ['{"a":[1,', '{"a":[1,null]}'],
    ['{"a":1,', '{"a":1,"":null}'],
  ])('goes on from %j as %j', (prefix, text) => {
    expect(completionOf(prefix)).toBe(text)
  })

  it.each(['x', '01', '[1 2', '{1', '"\\x', '"\n', '[}', '1.e', 'nulk', '{,', '[]]'])(
    'cannot go on from %j',
    (prefix) => {
      expect(completionOf(prefix)).toBeUndefined()
    },
  )

  it.each<[string, readonly unknown[]]>([
    ['[1', [[], [1]]],
    ['[1.', [[]]],
    ['["\ud83d', [[''], ['\ud83d']]],
    ['["\ud83d\\u', [[''], ['\ud83d']]],
    ['"a', ['a', 'a']],
    ['{"a', [{}, {}]],
  ])('is one of these where a mistake follows %j: %j', (prefix, values) => {
    expect(valuesAtMistake(prefix)).toStrictEqual(values)
  })
})
