import { describe, expect, it } from 'vitest'
import { fieldOf, messageOf } from '../../src/data'

const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('not to be read')
    },
    getPrototypeOf: () => {
      throw new Error('not to be asked')
    },
  },
)

const circular: { self?: object } = {}
circular.self = circular

describe('what was thrown, in words', () => {
  it.each<[string, unknown, string]>([
    ['an error', new TypeError('no such city'), 'no such city'],
    ['what looks like an error', { message: 'gone' }, 'gone'],
    ['a text', 'gone', 'gone'],
    ['a number', 5, '5'],
    ['null', null, 'null'],
    ['an object', { status: 500 }, '{"status":500}'],
    ['an error whose message is none', Object.assign(new Error(), { message: 7 }), '{"message":7}'],
    ['an object that says nothing', Object.create(null), 'a thrown object'],
    ['a circular object', circular, 'a thrown object'],
    ['undefined', undefined, 'a thrown undefined'],
    ['a symbol', Symbol('gone'), 'a thrown symbol'],
    ['a bigint', 1n, 'a thrown bigint'],
    ['a function', () => 1, 'a thrown function'],
    ['a proxy that throws', hostile, 'a thrown object'],
  ])('%s', (_, thrown, words) => {
    expect(messageOf(thrown)).toBe(words)
  })

  it('has fields only where they can be read', () => {
    expect(fieldOf(new TypeError('x'), 'name')).toBe('TypeError')
    expect(fieldOf(hostile, 'name')).toBeUndefined()
    expect(fieldOf(null, 'cause')).toBeUndefined()
  })
})
