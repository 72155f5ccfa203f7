import { describe, expect, it } from 'vitest'
import { feed, initialJson, isComplete, type JsonPath, valueAt, valueOf } from '../../src/json'
import { statesOf } from './reading'

describe('the value so far', () => {
  it('is nothing before there is one', () => {
    for (const text of ['', ' \n', 't', 'nul', '1', '-', '12.5']) {
      expect(valueOf(feed(initialJson, text))).toBeUndefined()
      expect(valueAt(feed(initialJson, text), [])).toBeUndefined()
      expect(valueAt(feed(initialJson, text), ['a'])).toBeUndefined()
      expect(valueAt(feed(initialJson, text), [0])).toBeUndefined()
    }
  })

  it('may be null, which is not nothing', () => {
    expect(valueOf(feed(initialJson, 'null'))).toBeNull()
    expect(valueAt(feed(initialJson, 'null'), [])).toBeNull()
    expect(valueAt(feed(initialJson, '[null,'), [0])).toBeNull()
    expect(valueAt(feed(initialJson, '{"a":null}'), ['a'])).toBeNull()
  })
})

describe('the value at a path', () => {
  const open = '{"user": {"tags": ["a", {"b": [1]}], "name": "Ad'
  const whole = `${open}a"}, "n": 1}`

  it.each<[JsonPath, unknown]>([
    [[], { user: { tags: ['a', { b: [1] }], name: 'Ad' } }],
    [['user'], { tags: ['a', { b: [1] }], name: 'Ad' }],
    [
      ['user', 'tags'],
      ['a', { b: [1] }],
    ],
    [['user', 'tags', 0], 'a'],
    [['user', 'tags', 1], { b: [1] }],
    [['user', 'tags', 1, 'b', 0], 1],
    [['user', 'name'], 'Ad'],
    [['user', 'name', 0], undefined],
    [['user', 'name', 'length'], undefined],
    [['user', 'tags', 2], undefined],
    [['user', 'tags', -1], undefined],
    [['user', 'tags', 0.5], undefined],
    [['user', 'tags', '0'], undefined],
    [['user', 'tags', 'length'], undefined],
    [['user', 'tags', 1, 'b', 0, 'c'], undefined],
    [['user', 'tags', 1, 'c', 'd'], undefined],
    [['user', 0], undefined],
    [['user', 'other'], undefined],
    [['other'], undefined],
    [['other', 'user', 'name'], undefined],
    [[0], undefined],
    [['user', 'user'], undefined],
  ])('%j of an open text', (path, value) => {
    expect(valueAt(feed(initialJson, open), path)).toStrictEqual(value)
  })

  it.each<[JsonPath, unknown]>([
    [[], JSON.parse(whole)],
    [['user', 'tags', 1, 'b', 0], 1],
    [['user', 'name'], 'Ada'],
    [['n'], 1],
    [['n', 0], undefined],
    [['user', 'tags', 2], undefined],
    [['user', 'tags', '0'], undefined],
    [['user', 'tags', 'length'], undefined],
    [['user', 0], undefined],
    [['x', 'y'], undefined],
    [[0], undefined],
  ])('%j of a finished text', (path, value) => {
    expect(valueAt(feed(initialJson, whole), path)).toStrictEqual(value)
  })

  it('of a key looks like an index only to objects, and an index only to arrays', () => {
    for (const end of ['', ', "x": "', ', "x": 1}']) {
      const state = feed(initialJson, `{"0": ["a", {"1": "b"}]${end}`)
      expect(valueAt(state, ['0', 0])).toBe('a')
      expect(valueAt(state, ['0', 1, '1'])).toBe('b')
      expect(valueAt(state, [0, 0])).toBeUndefined()
      expect(valueAt(state, ['0', '0'])).toBeUndefined()
      expect(valueAt(state, ['0', 1, 1])).toBeUndefined()
    }
    const inside = feed(initialJson, '{"0": ["a')
    expect(valueAt(inside, ['0', 0])).toBe('a')
    expect(valueAt(inside, ['0', '0'])).toBeUndefined()
    expect(valueAt(inside, [0, 0])).toBeUndefined()
  })

  it('is of two entries with one key that of the last, as soon as that is there', () => {
    const states = statesOf(['{"a":[1],', '"a":', '"', 'x', '",', '"a":[', '2', ']', ', "a": 3', '}'])
    expect(states.slice(1).map((state) => valueAt(state, ['a']))).toStrictEqual([
      [1],
      [1],
      '',
      'x',
      'x',
      [],
      [],
      [2],
      [2],
      3,
    ])
  })

  it('is not what its key announces: between key and value there is nothing', () => {
    const states = statesOf(['{"a"', ':', '1', '2', ',', '"b', '"', ':t', 'rue', '}'])
    expect(states.slice(1).map((state) => [valueAt(state, ['a']), valueAt(state, ['b'])])).toStrictEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [12, undefined],
      [12, undefined],
      [12, undefined],
      [12, undefined],
      [12, true],
      [12, true],
    ])
  })

  it('of a wide open container is found without a copy of it: the very same finished value', () => {
    const items = Array.from({ length: 5_000 }, (_, n) => `{"n":${n}}`).join()
    const state = feed(initialJson, `{"rows": [${items}, {"n": "open`)
    for (const n of [0, 31, 32, 99, 1_000, 4_095, 4_096, 4_999]) {
      expect(valueAt(state, ['rows', n])).toStrictEqual({ n })
      expect(valueAt(state, ['rows', n])).toBe(valueAt(feed(state, '"}, 1'), ['rows', n]))
    }
    expect(valueAt(state, ['rows', 5_000])).toStrictEqual({ n: 'open' })
    expect(valueAt(state, ['rows', 5_000, 'n'])).toBe('open')
    expect(valueAt(state, ['rows', 5_001])).toBeUndefined()
  })
})

describe('the whole value', () => {
  it('is there with its last character, and of a number with what follows it', () => {
    for (const [text, complete] of [
      ['', false],
      [' ', false],
      ['nul', false],
      ['null', true],
      ['null ', true],
      ['"a', false],
      ['"a"', true],
      ['1', false],
      ['1 ', true],
      ['[', false],
      ['[]', true],
      ['[] x', false],
      ['{"a":1', false],
      ['{"a":1}', true],
      ['x', false],
    ] as const) {
      expect([text, isComplete(feed(initialJson, text))]).toStrictEqual([text, complete])
    }
  })
})
