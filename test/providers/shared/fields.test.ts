import { describe, expect, it } from 'vitest'
import { countFields, hasOnly, only } from '../../../src/providers/shared/fields'

describe('looking at the fields of a wire object', () => {
  it('counts them, whatever they hold', () => {
    expect(countFields({})).toBe(0)
    expect(countFields({ a: null, b: undefined, c: 1 })).toBe(3)
  })

  it('tells whether others say anything: null says nothing', () => {
    expect(hasOnly({ a: 1, b: 2, c: 3 }, 'a', 'b', 'c')).toBe(true)
    expect(hasOnly({ a: 1, other: null }, 'a')).toBe(true)
    expect(hasOnly({ a: 1, other: false }, 'a', 'b')).toBe(false)
  })

  it('gives the value of the one field that says anything', () => {
    expect(only({ a: 'x' }, 'a')).toBe('x')
    expect(only({ other: null, a: 'x' }, 'a')).toBe('x')
    expect(only({ a: 'x', other: 1 }, 'a')).toBeUndefined()
    expect([only(null, 'a'), only('a', 'a'), only(['a'], 'a'), only({}, 'a')]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })
})
