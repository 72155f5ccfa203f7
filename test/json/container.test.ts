import { describe, expect, it } from 'vitest'
import { feed, initialJson, valueAt, valueOf } from '../../src/json'
import { valueWith } from '../../src/json/container'
import { feedAll, statesOf, views, waysToSplit, written } from './reading'

const inherited = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '__defineGetter__',
]

describe('an object', () => {
  it('has a key when its value begins to be certain', () => {
    expect(views('{"a":1,"b":"x"}')).toStrictEqual([
      ...Array<unknown>(6).fill({}),
      ...Array<unknown>(5).fill({ a: 1 }),
      { a: 1, b: '' },
      { a: 1, b: 'x' },
      { a: 1, b: 'x' },
      { a: 1, b: 'x' },
    ])
  })

  it.each(inherited)('has %s as a key like any other, at any depth, and touches no prototype', (key) => {
    const text = `[{"${key}": {"${key}": [1], "polluted": true}, "${key}": {"polluted": {"${key}": null}}}, {"${key}": "a`
    for (const fragments of waysToSplit(text)) {
      for (const state of statesOf(fragments)) {
        const seen = valueOf(state)
        expect(seen === undefined || Array.isArray(seen)).toBe(true)
        for (const object of Array.isArray(seen) ? seen : []) {
          expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
        }
      }
      const end = feedAll([...fragments, '"}]'])
      expect(written(valueOf(end))).toBe(written(JSON.parse(`${text}"}]`)))
      expect(Object.keys(valueOf(feed(initialJson, `{"${key}":1,`)) ?? [])).toStrictEqual([key])
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(Object.hasOwn(Object, 'polluted')).toBe(false)
  })

  it.each(inherited)('has %s among so many keys that they are held in blocks', (key) => {
    const many = Array.from({ length: 40 }, (_, n) => `"k${n}": ${n}, `).join('')
    const text = `{"${key}": {"polluted": 1}, ${many}"open": "`
    const open = valueOf(feed(initialJson, text))
    expect(written(open)).toBe(written(JSON.parse(`${text}"}`)))
    expect(Object.getPrototypeOf(open)).toBe(Object.prototype)
    expect(valueAt(feed(initialJson, text), [key, 'polluted'])).toBe(1)
    expect(written(valueOf(feed(initialJson, `${text}"}`)))).toBe(written(JSON.parse(`${text}"}`)))
  })

  it.each(inherited)('has nothing under %s that is not its own', (key) => {
    for (const text of ['{"a": {}, "b": "', '{"a": {}}', '{"a": {', '[{}, [], "a"', '"a', 'null', '1 ']) {
      const state = feed(initialJson, text)
      for (const path of [[key], ['a', key], [0, key], [1, key], [2, key], ['b', key], [key, key]]) {
        expect(valueAt(state, path)).toBeUndefined()
      }
    }
    const own = feed(initialJson, `{"${key}": {"${key}": "x`)
    expect(valueAt(own, [key, key])).toBe('x')
    expect(valueAt(feed(own, '"}}'), [key, key])).toBe('x')
  })

  it('has of two entries with one key the last, at the place of the first, as JSON.parse has', () => {
    const text = '{"a": 1, "b": 2, "a": [3], "\\u0061": {"x": 4}, "b": "y"}'
    for (const fragments of waysToSplit(text)) {
      expect(written(valueOf(feedAll(fragments)))).toBe('{"data":{"a":{"x":4},"b":"y"}}')
    }
    expect(views('{"a":1,"a":"x"}').slice(6)).toStrictEqual([
      ...Array<unknown>(5).fill({ a: 1 }),
      { a: '' },
      { a: 'x' },
      { a: 'x' },
      { a: 'x' },
    ])
    expect(valueOf(feed(initialJson, '{"a":[1],"a":2'))).toStrictEqual({ a: [1] })
  })

  it('has keys that look like indexes first, as JSON.parse has', () => {
    const text = '{"b": 1, "10": 2, "9": 3, "a": 4, "-1": 5, "01": 6, "4294967295": 7, "0": 8, "open": "'
    const open = valueOf(feed(initialJson, text))
    expect(Object.keys(open ?? [])).toStrictEqual([
      '0',
      '9',
      '10',
      'b',
      'a',
      '-1',
      '01',
      '4294967295',
      'open',
    ])
    expect(written(open)).toBe(written(JSON.parse(`${text}"}`)))
  })

  it('has the empty key', () => {
    expect(valueOf(feed(initialJson, '{"": 1}'))).toStrictEqual({ '': 1 })
    expect(valueOf(feed(initialJson, '{"": "x'))).toStrictEqual({ '': 'x' })
    expect(valueAt(feed(initialJson, '{"": "x'), [''])).toBe('x')
    expect(valueAt(feed(initialJson, '{'), [''])).toBeUndefined()
  })
})

describe('a container', () => {
  it('is there from its opening bracket on, at any depth', () => {
    expect(views('[[{"a":[')).toStrictEqual([[], [[]], [[{}]], [[{}]], [[{}]], [[{}]], [[{}]], [[{ a: [] }]]])
  })

  it('may be empty, with whitespace or without', () => {
    for (const fragments of waysToSplit('[[], {}, [ ], { }, {"a":[],"b":{}}]')) {
      expect(valueOf(feedAll(fragments))).toStrictEqual([[], {}, [], {}, { a: [], b: {} }])
    }
  })

  it('that is open is made anew for each look, with what is finished in it shared', () => {
    const state = feed(initialJson, '[{"a": [1]}, ["x')
    const [one, other] = [valueOf(state), valueOf(state)]
    expect(one).not.toBe(other)
    expect(valueAt(state, [0])).toBe(valueAt(state, [0]))
    expect(Array.isArray(one) && Array.isArray(other) && one[0] === other[0]).toBe(true)
    const later = feed(state, 'y"], 2]')
    expect(valueAt(later, [0])).toBe(valueAt(state, [0]))
    expect(valueOf(later)).toStrictEqual([{ a: [1] }, ['xy'], 2])
  })

  it('gets its open child last', () => {
    const { open } = feed(initialJson, '[1, 2, ')
    const { open: object } = feed(initialJson, '{"a": 1, "b": ')
    expect(open !== null && valueWith(open)).toStrictEqual([1, 2])
    expect(open !== null && valueWith(open, null)).toStrictEqual([1, 2, null])
    expect(object !== null && valueWith(object)).toStrictEqual({ a: 1 })
    expect(object !== null && valueWith(object, null)).toStrictEqual({ a: 1, b: null })
  })
})
