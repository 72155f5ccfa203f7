import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { emptyScan, MAX_DEPTH, parseJson, parseJsonObject, scanJson } from '../../src/data'
import { runs } from '../support/runs'

const brackets = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const braces = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('parseJson', () => {
  it.each(['null', '1', '"a"', 'true', '[]', '{}', ' {"a":[1,{"b":null}]} ', '"[[["'])('reads %s', (text) => {
    expect(parseJson(text)).toEqual(E.right(JSON.parse(text)))
  })

  it.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '[1,]',
    "{'a':1}",
    'undefined',
    'NaN',
    '{"a":1}{"b":2}',
    '"a',
    '{"a":"\\',
  ])('says that %s is no JSON', (text) => {
    expect(parseJson(text)).toEqual(E.left('invalid-json'))
  })

  it.each([brackets, braces])('reads as many levels as we keep, and no more', (levels) => {
    expect(E.isRight(parseJson(levels(MAX_DEPTH)))).toBe(true)
    expect(parseJson(levels(MAX_DEPTH + 1))).toEqual(E.left('too-deep'))
    expect(parseJson(levels(100_000))).toEqual(E.left('too-deep'))
  })

  it('finds the depth wherever it lies in a long text', () => {
    const filler = JSON.stringify('x'.repeat(10_000))
    expect(parseJson(`[${filler},${brackets(MAX_DEPTH)}]`)).toEqual(E.left('too-deep'))
    expect(E.isRight(parseJson(`[${filler},${brackets(MAX_DEPTH - 1)}]`))).toBe(true)
  })

  it('takes neither brackets in strings nor brackets side by side for depth', () => {
    const inString = JSON.stringify({ a: '['.repeat(2_000), b: '\\"[{'.repeat(2_000) })
    expect(parseJson(inString)).toEqual(E.right(JSON.parse(inString)))
    const beside = `[${'[],'.repeat(2_000)}{}]`
    expect(parseJson(beside)).toEqual(E.right(JSON.parse(beside)))
  })

  it('keeps a key `__proto__` as a key', () => {
    const parsed = parseJsonObject('{"__proto__":{"polluted":true}}')
    expect(E.isRight(parsed) && JSON.stringify(parsed.right)).toBe('{"__proto__":{"polluted":true}}')
  })
})

describe('parseJsonObject', () => {
  it('reads an object', () => {
    expect(parseJsonObject('{"a":1}')).toEqual(E.right({ a: 1 }))
  })

  it.each(['null', '1', '"{}"', 'true', '[]', '[{"a":1}]'])('says that %s is no object', (text) => {
    expect(parseJsonObject(text)).toEqual(E.left('not-an-object'))
  })

  it('says of other texts what parseJson says', () => {
    expect(parseJsonObject('{"a":')).toEqual(E.left('invalid-json'))
    expect(parseJsonObject(brackets(MAX_DEPTH + 1))).toEqual(E.left('too-deep'))
  })
})

describe('scanJson', () => {
  const scanOf = (text: string) => scanJson(emptyScan, text)

  it.each([
    ['', emptyScan],
    ['  ', emptyScan],
    ['{', { depth: 1, deepest: 1, inString: false, escaped: false, whole: false }],
    ['{"a": [1, "x\\', { depth: 2, deepest: 2, inString: true, escaped: true, whole: false }],
    ['{"a": [1, "x\\"', { depth: 2, deepest: 2, inString: true, escaped: false, whole: false }],
    ['{"a": [1, "}]"', { depth: 2, deepest: 2, inString: false, escaped: false, whole: false }],
    ['{"a":[1]}', { depth: 0, deepest: 2, inString: false, escaped: false, whole: true }],
    ['{"a":"}"', { depth: 1, deepest: 1, inString: false, escaped: false, whole: false }],
  ])('tells where %s stands', (text, scan) => {
    expect(scanOf(text)).toEqual(scan)
  })

  it('takes a container for whole until another begins', () => {
    expect(scanOf('{} ').whole).toBe(true)
    expect(scanOf('{}{').whole).toBe(false)
    expect(scanOf('{}{}').whole).toBe(true)
    expect(scanOf('12').whole).toBe(false)
  })

  it('touches no scan that it is given', () => {
    expect(scanJson(Object.freeze(scanOf('{"')), '"')).not.toEqual(scanOf('{"'))
    expect(emptyScan).toEqual({ depth: 0, deepest: 0, inString: false, escaped: false, whole: false })
  })

  const jsonLike = () =>
    fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', 'a', ',') }),
    )

  it.prop([jsonLike(), fc.array(fc.nat(60))], { numRuns: runs(500) })(
    'tells of a text in pieces what it tells of the whole',
    (text, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
      const pieces = at.slice(1).map((end, n) => text.slice(at[n], end))
      expect(pieces.join('')).toBe(text)
      expect(pieces.reduce(scanJson, emptyScan)).toEqual(scanOf(text))
    },
  )

  const container = () => fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))

  it.prop([container(), fc.nat()], { numRuns: runs(300) })(
    'takes the text of a container for whole, and no beginning of it',
    (value, cut) => {
      const text = JSON.stringify(value)
      expect(scanOf(text)).toMatchObject({ depth: 0, inString: false, whole: true })
      expect(scanOf(text.slice(0, cut % text.length)).whole).toBe(false)
    },
  )
})
