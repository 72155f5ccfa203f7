import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { emptyTable, get, put, type Table } from '../../src/persistent'
import { deepFreeze } from '../../src/testing/data'
import { runs } from '../support/runs'

const tableOf = (entries: Iterable<readonly [string, number]>): Table => {
  let table: Table = emptyTable
  for (const [key, value] of entries) table = put(table, key, value)
  return table
}

const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '0', 'é', '\ud83d', '😀']

const manyKeys = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `call_${n}`)

/** Every bucket of the tree with its level. */
const bucketsOf = (
  table: Table,
  level = 0,
): readonly { readonly level: number; readonly entries: readonly (readonly [string, number])[] }[] => {
  if (table === null) return []
  return 'children' in table
    ? table.children.flatMap((child) => bucketsOf(child, level + 1))
    : [{ level, entries: table.entries }]
}

/** One step of FNV-1a, the table's hash. */
const stir = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193) >>> 0

const stirAll = (hash: number, text: string): number =>
  text.split('').reduce((state, unit) => stir(state, unit.charCodeAt(0)), hash)

/** Two texts of two units that take the hash from one state to the same next one: the second unit makes up for the low half. */
const twins = (hash: number): readonly [string, string] => {
  const seen = new Map<number, number>()
  for (let unit = 0x100; ; unit++) {
    const state = stir(hash, unit)
    const other = seen.get(state >>> 16)
    if (other !== undefined) {
      const second = (stir(hash, other) ^ state) & 0xffff
      return [String.fromCharCode(unit, 0), String.fromCharCode(other, second)]
    }
    seen.set(state >>> 16, unit)
  }
}

/** 2 ** `blocks` keys of one hash: at each block either twin leads to the same state. */
const collidingKeys = (blocks: number): readonly string[] => {
  let keys: readonly string[] = ['']
  let hash = 0x811c9dc5
  for (let block = 0; block < blocks; block++) {
    const pair = twins(hash)
    keys = keys.flatMap((key) => pair.map((twin) => key + twin))
    hash = stirAll(hash, pair[0])
  }
  return keys
}

describe('a table', () => {
  it('knows nothing at first', () => {
    for (const key of ODD_KEYS) expect(get(emptyTable, key)).toBeUndefined()
  })

  it('knows the last value of each key', () => {
    const table = tableOf([
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['b', 0],
    ])
    expect([get(table, 'a'), get(table, 'b'), get(table, 'c')]).toEqual([3, 0, undefined])
  })

  it('takes keys that were prototypes once, and touches no prototype', () => {
    const table = tableOf(ODD_KEYS.map((key, n) => [key, n]))
    expect(ODD_KEYS.map((key) => get(table, key))).toEqual(ODD_KEYS.map((_, n) => n))
    expect(get(table, 'valueOf')).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each([8, 9, 200, 3_000])('of %i keys knows all of them, also after JSON', (count) => {
    const keys = [...manyKeys(count), ...ODD_KEYS]
    const table = tableOf(keys.map((key, n) => [key, n]))
    const revived: Table = JSON.parse(JSON.stringify(table))
    expect(revived).toEqual(table)
    for (const [n, key] of keys.entries()) {
      expect(get(table, key)).toBe(n)
      expect(get(revived, key)).toBe(n)
    }
    expect(get(table, 'call_')).toBeUndefined()
    expect(get(table, `call_${count}`)).toBeUndefined()
  })

  it('stays flat: buckets are short, and lie no deeper than the hash has digits', () => {
    const buckets = bucketsOf(tableOf(manyKeys(3_000).map((key, n) => [key, n])))
    expect(Math.max(...buckets.map(({ entries }) => entries.length))).toBeLessThanOrEqual(8)
    expect(Math.max(...buckets.map(({ level }) => level))).toBeLessThanOrEqual(8)
  })

  it('knows each of many keys of one hash, which share a bucket at the last level', () => {
    const keys = collidingKeys(5)
    expect(new Set(keys).size).toBe(32)
    let table = tableOf(manyKeys(100).map((key, n) => [key, n]))
    keys.forEach((key, n) => {
      table = put(table, key, n)
    })
    const [full] = bucketsOf(table).filter(({ entries }) => entries.length > 8)
    expect(full?.level, 'the keys do have one hash').toBe(8)
    expect(full?.entries).toHaveLength(32)
    expect(keys.map((key) => get(table, key))).toEqual(keys.map((_, n) => n))
    const changed = put(table, keys[7] ?? '', 70)
    expect(get(changed, keys[7] ?? '')).toBe(70)
    expect(get(changed, keys[8] ?? '')).toBe(8)
    expect(get(changed, `${keys[0]}x`)).toBeUndefined()
    expect(JSON.parse(JSON.stringify(changed))).toEqual(changed)
  })

  it('is itself when a key has the value already', () => {
    const table = tableOf(manyKeys(20).map((key, n) => [key, n]))
    expect(put(table, 'call_7', 7)).toBe(table)
    expect(put(table, 'call_7', 8)).not.toBe(table)
  })

  it('keeps all but the way to what was put', () => {
    const before = tableOf(manyKeys(500).map((key, n) => [key, n]))
    const after = put(before, 'another', 1)
    if (before === null || after === null || !('children' in before) || !('children' in after)) {
      return expect.unreachable('500 keys are more than a bucket holds')
    }
    const { children } = before
    expect(after.children.filter((child, digit) => child !== children[digit])).toHaveLength(1)
    expect(get(before, 'another')).toBeUndefined()
  })
})

const keys = () => fc.oneof(fc.constantFrom(...ODD_KEYS, ...collidingKeys(4)), fc.string({ maxLength: 3 }))

it.prop([fc.array(fc.tuple(keys(), fc.integer()), { maxLength: 200 })], { numRuns: runs(200) })(
  'a table knows what a Map knows, and an older one stays as it was',
  (entries) => {
    const half = entries.length >>> 1
    const older = deepFreeze(tableOf(entries.slice(0, half)))
    const table = entries.slice(half).reduce((now, [key, value]) => deepFreeze(put(now, key, value)), older)
    for (const [known, model] of [
      [older, new Map(entries.slice(0, half))],
      [table, new Map(entries)],
      [JSON.parse(JSON.stringify(table)) as Table, new Map(entries)], // a table is plain JSON
    ] as const) {
      for (const [key] of entries) expect(get(known, key)).toBe(model.get(key))
    }
  },
)
