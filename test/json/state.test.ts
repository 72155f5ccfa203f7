import { describe, expect, it } from 'vitest'
import {
  feed,
  feedWithEvents,
  finish,
  initialJson,
  initialJsonWithin,
  type JsonState,
  pathOf,
  valueAt,
  valueOf,
} from '../../src/json'
import { feedAll, freeze, told } from './reading'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const tooDeep = (offset: number, limit: number, found = '[') => ({
  _tag: 'Left',
  left: {
    code: 'too-deep',
    message: `Line 1, column ${offset + 1}: expected at most ${limit} containers inside one another, but found "${found}".`,
    offset,
    line: 1,
    column: offset + 1,
    expected: `at most ${limit} containers inside one another`,
    found,
  },
})

describe('the first state', () => {
  it('cannot be changed, at any depth', () => {
    expect(Object.isFrozen(initialJson)).toBe(true)
    expect(Object.isFrozen(initialJson.head)).toBe(true)
    expect(initialJson).toStrictEqual(initialJsonWithin(1_000))
  })

  it('says that nothing was read', () => {
    expect(initialJson).toStrictEqual({
      mode: 'value',
      open: null,
      text: '',
      tail: '',
      pending: '',
      offset: 0,
      head: { root: null, line: 1, lineStart: 0, maxDepth: 1_000, error: null },
    })
  })
})

describe('the depth limit', () => {
  it('is 1,000 containers inside one another: so many are read, and one more is refused', () => {
    expect(finish(feed(initialJson, nested(1_000)))).toStrictEqual({
      _tag: 'Right',
      right: JSON.parse(nested(1_000)),
    })
    expect(finish(feed(initialJson, nested(1_001)))).toStrictEqual(tooDeep(1_000, 1_000))
    expect(finish(feedAll([...nested(1_000)]))).toStrictEqual({
      _tag: 'Right',
      right: JSON.parse(nested(1_000)),
    })
    expect(finish(feedAll([...nested(1_001)]))).toStrictEqual(tooDeep(1_000, 1_000))
  })

  it('counts what is open, not what was: many beside one another are no depth', () => {
    const text = `[${Array<string>(2_000).fill('[{}]').join()}]`
    expect(finish(feed(initialJsonWithin(3), text))).toStrictEqual({ _tag: 'Right', right: JSON.parse(text) })
    expect(finish(feedAll([...text], initialJsonWithin(3)))).toStrictEqual({
      _tag: 'Right',
      right: JSON.parse(text),
    })
    expect(finish(feed(initialJsonWithin(2), text))).toStrictEqual(tooDeep(2, 2, '{'))
  })

  it('may be one’s own, down to 1', () => {
    expect(finish(feed(initialJsonWithin(1), '{"a": 1}'))).toStrictEqual({ _tag: 'Right', right: { a: 1 } })
    expect(finish(feed(initialJsonWithin(1), '{"a": {'))).toStrictEqual(tooDeep(6, 1, '{'))
    expect(valueOf(feed(initialJsonWithin(1), '{"a": 1, "b": {'))).toStrictEqual({ a: 1 })
    expect(finish(feed(initialJsonWithin(1), '"a"'))).toStrictEqual({ _tag: 'Right', right: 'a' })
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE])('is no %d', (limit) => {
    expect(() => initialJsonWithin(limit)).toThrow(
      new TypeError(`The depth limit is a whole number above 0; it is ${limit}.`),
    )
    expect(() => initialJsonWithin(limit)).toThrow(TypeError)
  })

  it('is no text, not even one that looks like a number', () => {
    expect(() => initialJsonWithin('3' as unknown as number)).toThrow(TypeError)
  })
})

describe('100,000 brackets', () => {
  const depth = 100_000

  it.each([
    ['at once', [nested(depth)]],
    ['one by one', [...nested(depth)]],
  ])('fed %s are read without an overflow of the stack, where the limit allows', (_, fragments) => {
    const open = feedAll(
      fragments.length === 1 ? ['['.repeat(depth)] : fragments.slice(0, depth),
      initialJsonWithin(depth),
    )
    expect(pathOf(open)).toHaveLength(depth)
    expect(valueAt(open, Array<number>(depth - 1).fill(0))).toStrictEqual([])
    let value: unknown = valueOf(open)
    let levels = 0
    for (; Array.isArray(value); value = value[0]) levels++
    expect(levels).toBe(depth)
    expect(finish(feedAll(fragments, initialJsonWithin(depth)))).toMatchObject({ _tag: 'Right' })
  })

  it('are refused by default, at once or one by one', () => {
    expect(finish(feed(initialJson, '['.repeat(depth)))).toStrictEqual(tooDeep(1_000, 1_000))
    expect(finish(feedAll([...'['.repeat(depth)]))).toStrictEqual(tooDeep(1_000, 1_000))
    expect(finish(feed(initialJson, '{"a":'.repeat(depth)))).toStrictEqual(tooDeep(5_000, 1_000, '{'))
  })
})

describe('a state', () => {
  it('is not touched by what comes after it: it may be gone on from twice', () => {
    const state = freeze(feedAll(['{"a": [1, {"b": "x', 'y'], initialJsonWithin(9)))
    const before = told(state)
    expect(valueOf(feed(state, 'z"}], "c": 1}'))).toStrictEqual({ a: [1, { b: 'xyz' }], c: 1 })
    expect(valueOf(feed(state, '!", "b": 2}, 3], "d": 1}'))).toStrictEqual({ a: [1, { b: 2 }, 3], d: 1 })
    expect(feedWithEvents(state, '"}, [], [4')[1]).toStrictEqual([
      { type: 'value', path: ['a', 1, 'b'], value: 'xy' },
      { type: 'value', path: ['a', 1], value: { b: 'xy' } },
      { type: 'value', path: ['a', 2], value: [] },
    ])
    expect(told(state)).toBe(before)
  })

  it('is not touched in any container that closes or opens in a later fragment', () => {
    const texts = ['[[[1', ',2]', ',[3', '],4]', ',5', ',[6', '],{"a"', ':7,', '"b":{', '"c":8}', '}', ',9]']
    const states: JsonState[] = [freeze(initialJsonWithin(9))]
    for (const text of texts) states.push(freeze(feed(states.at(-1) ?? initialJson, text)))
    const values = states.map(told)
    expect(valueOf(states.at(-1) ?? initialJson)).toStrictEqual([
      [[1, 2], [3], 4],
      5,
      [6],
      { a: 7, b: { c: 8 } },
      9,
    ])
    expect(states.map(told)).toStrictEqual(values)
  })

  it('goes through JSON at any point, with awkward keys, lone halves and mistakes in it', () => {
    const text = '{"__proto__": {"a": [1, "\ud83d'
    for (const more of ['\ude00"]}}', '"]}, "constructor": 2}', '\\x']) {
      const state = feed(initialJson, text)
      const stored = JSON.parse(JSON.stringify(state)) as JsonState // as it was written
      expect(stored).toStrictEqual(state)
      const [one, other] = [feed(state, more), feed(stored, more)]
      expect(told(other)).toBe(told(one))
      expect(told(JSON.parse(JSON.stringify(one)) as JsonState)).toBe(told(one))
    }
  })

  it('does not come through JSON with numbers that JSON cannot write: -0 is 0 then, and what is infinite null', () => {
    const state = feed(initialJson, '[-0, 1e999, ')
    expect(valueOf(state)).toStrictEqual([-0, Number.POSITIVE_INFINITY])
    expect(valueOf(JSON.parse(JSON.stringify(state)) as JsonState)).toStrictEqual([0, null])
  })

  it('of 1,000 open containers goes through JSON as well', () => {
    const state = feed(initialJson, '['.repeat(1_000))
    const stored = JSON.parse(JSON.stringify(state)) as JsonState // as it was written
    expect(told(feed(stored, ']'.repeat(1_000)))).toBe(told(feed(initialJson, nested(1_000))))
  })
})
