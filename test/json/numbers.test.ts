import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { feed, finish, initialJson, isComplete, valueOf } from '../../src/json'
import { goodPart, isNumber } from '../../src/json/numbers'
import { runs } from '../support/runs'
import { errorOf, feedAll, parsed, statesOf, views, waysToSplit, written } from './reading'

const right = (value: unknown): string => written({ _tag: 'Right', right: value })

describe('a number', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['-0.0', -0],
    ['-0e5', -0],
    ['7', 7],
    ['-1', -1],
    ['10', 10],
    ['0.1e-7', 1e-8],
    ['1E+2', 100],
    ['1e2', 100],
    ['1.5E0', 1.5],
    ['0e0', 0],
    ['0.50', 0.5],
    ['1e999', Number.POSITIVE_INFINITY],
    ['-1e999', Number.NEGATIVE_INFINITY],
    ['1e-999', 0],
    ['-1e-999', -0],
    ['123456789012345', 123_456_789_012_345],
    ['999999999999999', 999_999_999_999_999],
    ['1234567890123456', 1_234_567_890_123_456],
    ['9007199254740993', 9_007_199_254_740_992],
    ['9999999999999999', 10_000_000_000_000_000],
    ['12345678901234567', 12_345_678_901_234_568],
    ['98765432109876543210', 98_765_432_109_876_540_000],
    ['2.2250738585072014e-308', 2.2250738585072014e-308],
    ['5e-324', 5e-324],
    ['1.7976931348623157e308', Number.MAX_VALUE],
  ])('%s is read as JSON.parse reads it, alone and in containers, whatever the split', (token, value) => {
    for (const [text, whole] of [
      [token, value],
      [` ${token}\n`, value],
      [`[${token}]`, [value]],
      [`[${token} ,${token}\t]`, [value, value]],
      [`{"a":${token},"b":${token}}`, { a: value, b: value }],
    ] as const) {
      expect(right(JSON.parse(text))).toBe(right(whole))
      for (const fragments of waysToSplit(text))
        expect(written(finish(feedAll(fragments)))).toBe(right(whole))
    }
  })

  it('around 2^53 is read as JSON.parse reads it: added up digit by digit, the last odd ones before it would be wrong', () => {
    const tokens = Array.from({ length: 100 }, (_, n) => `90071992547409${String(n).padStart(2, '0')}`)
    expect(tokens).toContain('9007199254740991')
    expect(valueOf(feed(initialJson, `[${tokens.join()}]`))).toStrictEqual(tokens.map(Number))
  })

  it.prop([fc.stringMatching(/^-?\d{0,17}(\.\d{0,17})?([eE][+-]?\d{1,3})?$/)], { numRuns: runs(10_000) })(
    'of any length, or what nearly is one, is read as JSON.parse reads it',
    (token) => {
      const read = valueOf(feed(initialJson, `[${token}]`))
      const whole = parsed(`[${token}]`)
      expect(read).toStrictEqual(whole === undefined ? [] : whole.value) // strict: -0 is not 0
    },
  )

  it('is withheld until what follows tells that it is over', () => {
    expect(views('[12,3]')).toStrictEqual([[], [], [], [12], [12], [12, 3]])
    expect(views('{"a":-1.5e3 }')).toStrictEqual([...Array<object>(11).fill({}), { a: -1500 }, { a: -1500 }])
    expect(views('12 ')).toStrictEqual([undefined, undefined, 12])
  })

  it('that is the whole text is over with the text', () => {
    const state = feed(initialJson, '42')
    expect(isComplete(state)).toBe(false)
    expect(valueOf(state)).toBeUndefined()
    expect(finish(state)).toStrictEqual({ _tag: 'Right', right: 42 })
    expect(finish(feed(state, '7'))).toStrictEqual({ _tag: 'Right', right: 427 })
    expect(isComplete(feed(state, '\n'))).toBe(true)
  })

  it('is judged when it ends, at the character that was wrong', () => {
    const states = statesOf(['[', '0', '1', '.', '.'])
    expect(states.map(({ head }) => head.error)).toStrictEqual(states.map(() => null))
    const error = {
      code: 'unexpected-character',
      message: 'Line 1, column 3: expected the end of the number, but found "1".',
      offset: 2,
      line: 1,
      column: 3,
      expected: 'the end of the number',
      found: '1',
    }
    expect(errorOf(finish(feedAll(['[', '0', '1', '.', '.'])))).toStrictEqual(error)
    expect(feedAll(['[', '0', '1', '.', '.', ',']).head.error).toStrictEqual(error)
  })

  it('may be long, in fragments of any length', () => {
    const digits = '1234567890'.repeat(1_000)
    for (const size of [1, 4_096, 10_000]) {
      let state = feed(initialJson, '[0.')
      for (let at = 0; at < digits.length; at += size) state = feed(state, digits.slice(at, at + size))
      expect(finish(feed(state, ']'))).toStrictEqual({ _tag: 'Right', right: [0.12345678901234568] })
      expect(errorOf(finish(feed(state, '-')))?.offset).toBe(10_003)
      expect(errorOf(finish(feed(state, '-]')))?.offset).toBe(10_003)
    }
  })

  it.each([
    '',
    '-',
    '+1',
    '01',
    '-01',
    '00',
    '1.',
    '.5',
    '1.e2',
    '1e',
    '1e+',
    '1e1.5',
    '1-',
    '0x1',
    ' 1',
    '1 ',
  ])('%j is none', (token) => {
    expect(isNumber(token)).toBe(false)
  })

  it.each([
    ['', ''],
    ['-', '-'],
    ['--', '-'],
    ['01', '0'],
    ['-01', '-0'],
    ['1.', '1.'],
    ['1..', '1.'],
    ['1.5.', '1.5'],
    ['1.e', '1.'],
    ['1.5e', '1.5e'],
    ['1.5E+', '1.5E+'],
    ['1.5e-+', '1.5e-'],
    ['1e', '1e'],
    ['1E-', '1E-'],
    ['1e+5-', '1e+5'],
    ['1e5e', '1e5'],
    ['12-', '12'],
    ['0e+1', '0e+1'],
    ['120.0', '120.0'],
  ])('begins in %j with %j', (token, good) => {
    expect(goodPart(token)).toBe(good)
  })
})
