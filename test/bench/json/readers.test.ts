import { describe, expect, it } from 'vitest'
import { nestedDocument, recordsDocument, stringDocument, wideDocument } from '../../../bench/json/documents'
import { OURS } from '../../../bench/json/ours'
import { PEERS } from '../../../bench/json/peers'
import { contestantOf, type Reader, weigh } from '../../../bench/json/reader'

const DOCUMENTS = [
  ['one long string', stringDocument(1_000)],
  ['records', recordsDocument(1_000)],
  ['deep nesting', nestedDocument(1_000)],
  ['a wide list', wideDocument(1_000)],
] as const

/** Whether a value can be one on the way to the whole. Of a key that has no value yet, some make a member without one. */
const isOnTheWay = (part: unknown, whole: unknown): boolean => {
  if (part === undefined) return true
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part)
  if (typeof part === 'number') return typeof whole === 'number' && startsNumber(part, whole)
  if (typeof part !== 'object' || part === null) return part === whole
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false
  const members = new Map(Object.entries(whole))
  return Object.entries(part).every(([key, item]) => isOnTheWay(item, members.get(key)))
}

/** Some take a number before its last digit is there; of a minus alone one makes a zero. */
const startsNumber = (part: number, whole: number): boolean =>
  String(whole).startsWith(String(part)) || (Object.is(part, -0) && whole < 0)

describe.each([...OURS, ...PEERS].map((reader) => [reader.name, reader] as const))('%s', (_, reader) => {
  it.each(DOCUMENTS)(
    'reads %s: on the way after each fragment, and the whole at last',
    async (__, document) => {
      let looks = 0
      const strays: unknown[] = []
      const last = await reader.read(document, (value) => {
        looks++
        if (!isOnTheWay(value, document.value)) strays.push(value)
      })
      expect(strays).toEqual([])
      expect(looks).toBe(reader.looks ? document.fragments.length : 0)
      expect(last).toEqual(document.value)
    },
  )
})

describe('the number of a reader', () => {
  const document = recordsDocument(1_000)
  const { fragments, text, value } = document
  const late = (fragment: number): Reader => ({
    name: 'late',
    looks: true,
    read: (_, look) => {
      for (const n of fragments.keys()) look(n < fragment ? undefined : value)
      return value
    },
  })

  it('is the weight of the value when all was read in time', async () => {
    for (const reader of PEERS) expect(await contestantOf(document, reader).run()).toBe(weigh(value))
  })

  it('is another when a value is given too late or too early', async () => {
    for (const reader of [late(fragments.length), late(0)])
      expect(await contestantOf(document, reader).run()).not.toBe(weigh(value))
  })

  it('is another when it does not look, or ends with another value', async () => {
    const blind: Reader = { name: 'blind', looks: true, read: () => value }
    const wrong: Reader = {
      name: 'wrong',
      looks: false,
      read: () => JSON.parse(text.replace(/\d(?=\}+\]$)/, '')),
    }
    const none: Reader = { name: 'none', looks: false, read: () => undefined }
    for (const reader of [blind, wrong, none])
      expect(await contestantOf(document, reader).run()).not.toBe(weigh(value))
  })
})

describe('the weight of a value', () => {
  it('tells values apart whose length or last leaf differ', () => {
    const values = [
      null,
      '',
      'a',
      'b',
      'ab',
      true,
      false,
      [],
      [null],
      [1],
      [1, 1],
      {},
      { a: 'x' },
      { a: 'x', b: 'x' },
      [[1]],
    ]
    expect(new Set(values.map((value) => weigh(value))).size).toBe(values.length)
  })

  it('looks no deeper than the outer containers', () => {
    expect(weigh([[[[[1]]]]])).toBe(weigh([[[[[2]]]]]))
    expect(weigh([[[1]]])).not.toBe(weigh([[[2]]]))
  })

  it('is none of no value', () => {
    expect(weigh(undefined)).toBeNaN()
  })
})
