import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { append, at, emptyList, type List, push, set, toArray } from '../../src/persistent'
import { deepFreeze } from '../../src/testing/data'
import { runs } from '../support/runs'

const listOf = <T>(items: readonly T[]): List<T> => append(emptyList, items)

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n * 10)

/** Sizes at which a level of 32 children is about to be full, is full, or has just grown. */
const SIZES = [0, 1, 31, 32, 33, 63, 64, 65, 1_023, 1_024, 1_025, 1_056, 1_057, 3_000]

describe('a list', () => {
  it.each(SIZES)('of %i items holds each of them where an array does', (size) => {
    const items = numbers(size)
    const list = listOf(items)
    expect(list.size).toBe(size)
    expect(toArray(list)).toEqual(items)
    expect(items.map((_, index) => at(list, index))).toEqual(items)
    expect(at(list, size)).toBeUndefined()
  })

  it.each([
    [32, 1],
    [33, 2],
    [1_024, 2],
    [1_025, 3],
  ])('of %i items has %i levels', (size, depth) => {
    expect(listOf(numbers(size)).depth).toBe(depth)
  })

  it.each([-1, 40, 1e9, Number.NaN, Number.POSITIVE_INFINITY])('has nothing at %d', (index) => {
    expect(at(listOf(numbers(40)), index)).toBeUndefined()
  })

  it('holds any JSON, lists, null and holes of nodes included', () => {
    const items = [null, [], [[1]], {}, '', 0, false]
    const list = listOf<unknown>([...items, ...numbers(40)])
    expect(toArray(list)).toEqual([...items, ...numbers(40)])
    expect(at(list, 2)).toBe(items[2])
  })

  it('keeps all but the way to what was set', () => {
    const before = listOf(numbers(2_000))
    const after = set(before, 1_500, -1)
    expect(at(after, 1_500)).toBe(-1)
    expect(at(before, 1_500)).toBe(15_000)
    expect(after.root.map((node, n) => node === before.root[n])).toEqual([true, false])
    const [rootBefore, rootAfter] = [before.root[1], after.root[1]]
    const kept = (rootAfter as readonly unknown[]).map(
      (node, n) => node === (rootBefore as readonly unknown[])[n],
    ) // both have two levels below
    expect(kept.filter((isKept) => !isKept)).toHaveLength(1)
  })

  it('keeps all full leaves when an item is pushed', () => {
    const before = listOf(numbers(70))
    const after = push(before, 1)
    expect(after.root.map((node, n) => node === before.root[n])).toEqual([true, true, false])
  })

  it('becomes the first child of its successor when it is full', () => {
    const before = listOf(numbers(1_024))
    expect(push(before, 1).root[0]).toBe(before.root)
  })

  it('is itself when what is set is there already, or outside', () => {
    const items = [{}, {}, {}]
    const list = listOf(items)
    expect(set(list, 1, items[1] ?? {})).toBe(list)
    expect(set(list, 3, {})).toBe(list)
    expect(set(list, -1, {})).toBe(list)
    expect(set(list, 1, {})).not.toBe(list)
    expect(append(list, [])).toBe(list)
  })
})

type Step = { readonly push: number } | { readonly set: number; readonly at: number }

const steps = () =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ push: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ set: fc.nat(), at: fc.nat() }) },
    ),
    { maxLength: 120 },
  )

const takeOnArray = (items: readonly number[], step: Step): readonly number[] => {
  if ('push' in step) return [...items, step.push]
  return items.length === 0 ? items : items.with(step.at % items.length, step.set)
}

const takeOnList = (list: List<number>, step: Step): List<number> =>
  'push' in step ? push(list, step.push) : set(list, list.size === 0 ? 0 : step.at % list.size, step.set)

describe('any steps', () => {
  it.prop([fc.constantFrom(...SIZES), steps()], { numRuns: runs(100) })(
    'make of a list what they make of an array, and leave every older list as it was',
    (size, taken) => {
      let items = numbers(size)
      let list = deepFreeze(listOf(items))
      const older: (readonly [List<number>, readonly number[]])[] = []
      for (const step of taken) {
        older.push([list, items])
        list = deepFreeze(takeOnList(list, step))
        items = takeOnArray(items, step)
      }
      expect(toArray(list)).toEqual(items)
      for (const [before, held] of older.slice(-8)) expect(toArray(before)).toEqual(held)
    },
  )

  it.prop([fc.constantFrom(...SIZES), steps()], { numRuns: runs(50) })(
    'go on after JSON as they would have without',
    (size, taken) => {
      const list = listOf(numbers(size))
      const revived: List<number> = JSON.parse(JSON.stringify(list))
      expect(revived).toEqual(list)
      expect(taken.reduce(takeOnList, revived)).toEqual(taken.reduce(takeOnList, list))
    },
  )
})
