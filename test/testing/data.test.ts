import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { deepFreeze, difference, revive } from '../../src/testing/data'
import { runs } from '../support/runs'

const parsed = (text: string): unknown => JSON.parse(text)

describe('difference', () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    ['', ''],
    [null, null],
    [undefined, undefined],
    [[], []],
    [{}, {}],
    [0, -0],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [parsed('{"__proto__":1,"constructor":2}'), parsed('{"__proto__":1,"constructor":2}')],
  ])('finds none between %j and %j', (actual, wanted) => {
    expect(difference(actual, wanted)).toBeUndefined()
  })

  it.each<[unknown, unknown, string]>([
    [1, 2, 'the value is 1, not 2'],
    [1, '1', 'the value is 1, not "1"'],
    [null, {}, 'the value is null, not {}'],
    [undefined, null, 'the value is undefined, not null'],
    [[], {}, 'the value is another kind of container'],
    [{ a: [1, 2] }, { a: [1, 3] }, '.a.1 is 2, not 3'],
    [{ a: [1] }, { a: [1, 2] }, '.a.1 is missing'],
    [{ a: [1, 2] }, { a: [1] }, '.a.1 is there, but should not be'],
    [{}, { a: undefined }, '.a is missing'],
    [{ a: undefined }, {}, '.a is there, but should not be'],
    [{ a: [] }, { a: {} }, '.a is another kind of container'],
    [parsed('{"__proto__":1}'), {}, '.__proto__ is there, but should not be'],
    [{}, parsed('{"__proto__":{}}'), '.__proto__ is missing'],
    [parsed('{"__proto__":{"a":1}}'), parsed('{"__proto__":{"a":2}}'), '.__proto__.a is 1, not 2'],
    [{ toString: 1 }, {}, '.toString is there, but should not be'],
  ])('between %j and %j is told', (actual, wanted, told) => {
    expect(difference(actual, wanted)).toBe(told)
  })

  it('is told in few words', () => {
    expect(difference('x'.repeat(10_000), '')?.length).toBeLessThan(300)
  })

  it.prop([fc.jsonValue(), fc.jsonValue()], { numRuns: runs(300) })(
    'is there exactly where the JSON texts differ, keys sorted',
    (one, other) => {
      expect(difference(one, other) === undefined).toBe(sortedText(one) === sortedText(other))
      expect(difference(one, revive(one))).toBeUndefined()
    },
  )
})

const sortedText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${sortedText(inner)}`).join(',')}}`
}

describe('deepFreeze', () => {
  it('freezes a value through and through, and gives it back', () => {
    const value = { a: [{ b: { c: 1 } }, null, 'x'] }
    expect(deepFreeze(value)).toBe(value)
    for (const inner of [value, value.a, value.a[0], (value.a[0] as { b: object }).b]) {
      expect(Object.isFrozen(inner)).toBe(true) // the first item is an object with b
    }
    expect(() => value.a.push(null)).toThrow(TypeError)
  })

  it.each([undefined, null, 1, 'x'])('lets %s be', (value) => {
    expect(deepFreeze(value)).toBe(value)
  })

  it('ends on a value that holds itself, and on a deep one', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(Object.isFrozen(deepFreeze(loop))).toBe(true)
    let deep: unknown = {}
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(Object.isFrozen(deepFreeze(deep))).toBe(true)
  })
})

describe('revive', () => {
  it('is a copy that went through JSON', () => {
    const value = { a: [1], b: undefined }
    expect(Object.keys(revive(value))).toEqual(['a'])
    expect(revive(value).a).not.toBe(value.a)
  })
})
