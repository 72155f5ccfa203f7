import { describe, expect, it } from 'vitest'
import { restOf } from '../../../src/providers/shared/rest'

const READ = new Set(['id', 'model'])

describe('restOf', () => {
  it('is null where every field is read', () => {
    expect(restOf({ id: 1, model: 'm' }, READ)).toBeNull()
    expect(restOf({}, READ)).toBeNull()
  })

  it('gives the fields that are not read', () => {
    expect(restOf({ id: 1, a: 0, b: '', c: false, d: [1] }, READ)).toEqual({ a: 0, b: '', c: false, d: [1] })
  })

  it('takes null and undefined for nothing', () => {
    expect(restOf({ a: null, b: undefined }, READ)).toBeNull()
    expect(restOf({ a: null, b: 1 }, READ)).toEqual({ b: 1 })
  })

  it('leaves out what is known, except objects, which may hold something new', () => {
    expect(restOf({ a: 1, b: 'x' }, READ, { a: 1, b: 'x' })).toBeNull()
    expect(restOf({ a: 1, b: 'y' }, READ, { a: 1, b: 'x' })).toEqual({ b: 'y' })
    expect(restOf({ a: { b: 1 } }, READ, { a: { b: 1 } })).toEqual({ a: { b: 1 } })
  })

  it('gives a copy', () => {
    const list = [1]
    const rest = restOf({ list }, READ)
    list.push(2)
    expect(rest).toEqual({ list: [1] })
  })

  it('takes own fields only, under any name', () => {
    const wire: object = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}')
    expect(JSON.stringify(restOf(wire, READ))).toBe('{"__proto__":{"polluted":1},"constructor":2}')
    expect(restOf(Object.create({ inherited: 1 }), READ)).toBeNull()
  })

  it('does not take a method of every object for a known field', () => {
    expect(restOf({ toString: 'x', valueOf: 1 }, READ, {})).toEqual({ toString: 'x', valueOf: 1 })
  })
})
