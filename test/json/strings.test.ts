import { describe, expect, it } from 'vitest'
import { feed, finish, initialJson, valueOf } from '../../src/json'
import { cut } from '../support/cutting'
import { feedAll, views, waysToSplit } from './reading'

const HIGH = '\ud83d'
const LOW = '\ude00'

/** A pair or what is none, in its ways to be spelled. */
const spellings = (unit: string): readonly string[] => {
  const hexadecimal = unit.charCodeAt(0).toString(16)
  return [unit, `\\u${hexadecimal}`, `\\u${hexadecimal.toUpperCase()}`]
}

describe('a string', () => {
  it('is there from its opening quote on, and grows', () => {
    expect(views('["one"]')).toStrictEqual([[], [''], ['o'], ['on'], ['one'], ['one'], ['one']])
    expect(views('"ab"')).toStrictEqual(['', 'a', 'ab', 'ab'])
    expect(views('{"k":""}')).toStrictEqual([{}, {}, {}, {}, {}, { k: '' }, { k: '' }, { k: '' }])
  })

  it('grows by whole escapes', () => {
    expect(views('"a\\nb"')).toStrictEqual(['', 'a', 'a', 'a\n', 'a\nb', 'a\nb'])
    expect(views('"\\u00e9"')).toStrictEqual(['', '', '', '', '', '', 'é', 'é'])
  })

  it.each([
    ['\\"', '"'],
    ['\\\\', '\\'],
    ['\\/', '/'],
    ['\\b', '\b'],
    ['\\f', '\f'],
    ['\\n', '\n'],
    ['\\r', '\r'],
    ['\\t', '\t'],
    ['\\u0000', '\u0000'],
    ['\\u001f', '\u001f'],
    ['\\uabcd', '\uabcd'],
    ['\\uABCD', '\uabcd'],
    ['\\uEF09', '\uef09'],
    ['\\uef90', '\uef90'],
    ['\u007f', '\u007f'],
    ['\u2028\u2029', '\u2028\u2029'],
    [' ', ' '],
  ])('says with %j what JSON.parse says', (spelled, said) => {
    const text = `["a${spelled}${spelled}b", "${spelled}"]`
    for (const fragments of waysToSplit(text)) {
      expect(valueOf(feedAll(fragments))).toStrictEqual([`a${said}${said}b`, said])
    }
  })

  it.each(spellings(HIGH).flatMap((high) => spellings(LOW).map((low) => [high, low] as const)))(
    'never shows half of the pair %j %j, whatever the split',
    (high, low) => {
      const text = `"x${high}${low}y"`
      const seen = Array.from({ length: text.length }, (_, first) =>
        Array.from({ length: text.length + 1 }, (_, end) => cut(text.slice(0, end), [first])),
      )
      for (const fragments of seen.flat()) {
        expect([undefined, '', 'x', `x${HIGH}${LOW}`, `x${HIGH}${LOW}y`]).toContain(
          valueOf(feedAll(fragments)),
        )
      }
      expect(new Set(views(text))).toStrictEqual(new Set(['', 'x', `x${HIGH}${LOW}`, `x${HIGH}${LOW}y`]))
    },
  )

  it.each([
    ['raw, then a letter', `"${HIGH}x"`, ['', '', `${HIGH}x`, `${HIGH}x`]],
    ['raw, then the end', `"${HIGH}"`, ['', '', HIGH]],
    ['raw, then an escape', `"${HIGH}\\n"`, ['', '', '', `${HIGH}\n`, `${HIGH}\n`]],
    ['raw, twice', `"${HIGH}${HIGH}"`, ['', '', HIGH, HIGH + HIGH]],
    [
      'raw, twice, then paired',
      `"${HIGH}${HIGH}${LOW}"`,
      ['', '', HIGH, HIGH + HIGH + LOW, HIGH + HIGH + LOW],
    ],
    ['escaped, then a letter', '"\\ud83dx"', ['', '', '', '', '', '', '', `${HIGH}x`, `${HIGH}x`]],
    ['escaped, then an escape', '"\\ud83d\\n"', ['', '', '', '', '', '', '', '', `${HIGH}\n`, `${HIGH}\n`]],
    ['escaped, then the end', '"\\ud83d"', ['', '', '', '', '', '', '', HIGH]],
    ['a second half alone', `"${LOW}${HIGH}"`, ['', LOW, LOW, LOW + HIGH]],
    ['a second half alone, escaped', '"\\ude00x"', ['', '', '', '', '', '', LOW, `${LOW}x`, `${LOW}x`]],
  ])('shows a half that no other half follows when that is certain: %s', (_, text, seen) => {
    expect(views(text)).toStrictEqual(seen)
  })

  it.each([
    ['\\', ''],
    ['\\u', ''],
    ['\\ud', ''],
    ['\\uD', ''],
    ['\\uda', HIGH],
    ['\\udb', HIGH],
    ['\\uDB', HIGH],
    ['\\udc', ''],
    ['\\uDF', ''],
    ['\\udf', ''],
    ['\\uDC', ''],
    ['\\udcf', ''],
    ['\\udcF', ''],
    ['\\udc0', ''],
    ['\\udc9', ''],
    ['\\uda0', HIGH],
    ['\\ue', HIGH],
    ['\\uc', HIGH],
    ['\\u0', HIGH],
    ['\\u00d', HIGH],
  ])('holds a half back as long as what follows, %j, may become its other half', (rest, seen) => {
    for (const high of spellings(HIGH)) {
      expect(valueOf(feed(initialJson, `"x${high}${rest}`))).toBe(`x${seen}`)
      expect(valueOf(feedAll([`"x${high}`, rest]))).toBe(`x${seen}`)
    }
  })

  it.each(['\ud800', '\udbff', '\\ud800', '\\udbff', '\\uDBFF', '\\uD800'])(
    'knows %j for a first half',
    (high) => {
      expect(valueOf(feed(initialJson, `"${high}`))).toBe('')
      expect(valueOf(feedAll([`"${high}`, '\udc00']))).toBe(`${JSON.parse(`"${high}"`)}\udc00`)
    },
  )

  it.each(['\ud7ff', '\udc00', '\udfff', '\ue000', '\\ud7ff', '\\udc00', '\\ue000'])(
    'knows %j for none, and shows it at once',
    (unit) => {
      expect(valueOf(feed(initialJson, `"${unit}`))).toBe(JSON.parse(`"${unit}"`))
    },
  )

  it('keeps what it holds back: it comes with what follows', () => {
    const state = feed(initialJson, `["${HIGH}`)
    expect(state.pending).toBe(HIGH)
    expect(feed(state, LOW).pending).toBe('')
    expect(finish(feed(state, '"]'))).toMatchObject({ right: [HIGH] })
  })

  it('may be a key, with escapes and pairs, split anywhere', () => {
    const text = `{"a\\n${HIGH}\\ude00": {"\\ud83d${LOW}": 1}}`
    for (const fragments of waysToSplit(text)) {
      expect(valueOf(feedAll(fragments))).toStrictEqual({ 'a\n😀': { '😀': 1 } })
    }
  })

  it('may be long, in fragments of any length', () => {
    const long = 'abcdefghijklmnopqrstuvwxyz'.repeat(2_000)
    for (const size of [1, 7, 4_095, 4_096, 4_097, 10_000]) {
      let state = feed(initialJson, '["')
      for (let at = 0; at < long.length; at += size) {
        state = feed(state, long.slice(at, at + size))
        expect(state.tail.length).toBeLessThanOrEqual(4_096)
      }
      expect(valueOf(state)).toStrictEqual([long])
      expect(valueOf(feed(state, '"]'))).toStrictEqual([long])
      expect(valueOf(feed(state, '", "next"]'))).toStrictEqual([long, 'next'])
    }
  })
})
