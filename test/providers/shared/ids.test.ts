import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { acceptableId, acceptableName, shortId } from '../../../src/providers/shared/ids'
import { runs } from '../../support/runs'

describe('shortId', () => {
  it.prop([fc.string({ unit: 'binary' })], { numRuns: runs() })('Q126: is nine letters and digits', (id) => {
    expect(shortId(id)).toMatch(/^[a-zA-Z0-9]{9}$/)
  })

  it.each([
    ['', 'bhxp49ogB'],
    ['call_abc', '2ewZ4ZI4F'],
    ['toolu_01😀', 'ZOtKSDnPE'],
  ])('is the same for the same id, whenever it is asked for: "%s"', (id, short) => {
    expect(shortId(id)).toBe(short)
  })

  it('Q126: is different for ids that differ, however little', () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => `call_${n}`)
    expect(new Set(ids.map(shortId)).size).toBe(ids.length)
  })
})

describe('acceptableId', () => {
  it('is the id itself where it has letters, digits, `_` and `-`, 64 at most, and a short one otherwise', () => {
    const longest = 'a'.repeat(64)
    expect(['toolu_01-x', longest].map(acceptableId)).toEqual(['toolu_01-x', longest])
    for (const id of ['', 'a b', 'call|1', `${longest}a`]) expect(acceptableId(id)).toBe(shortId(id))
  })
})

describe('acceptableName', () => {
  it.each([
    ['get_time-2', 'get_time-2'],
    ['add<|channel|>', 'add__channel__'],
    ['größe', 'gr__e'],
    ['', '_'],
    ['a'.repeat(65), 'a'.repeat(64)],
  ])('makes of "%s" "%s"', (name, acceptable) => {
    expect(acceptableName(name)).toBe(acceptable)
  })
})
