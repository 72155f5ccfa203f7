import { describe, expect, it } from 'vitest'
import type { Result } from '../../../bench/group'
import { findingsOf } from '../../../bench/json/budgets'
import type { Topic } from '../../../bench/json/groups'

/** A result in which a fragment takes each contestant the given nanoseconds, whatever the size. */
const resultOf = (topic: Topic, ns: Readonly<Record<string, number>>): Result<Topic> => ({
  topic,
  title: topic,
  floors: [],
  columns: [1_000, 10_000, 100_000, 1_000_000].map((length) => ({
    label: `${length}`,
    chunks: length / 8,
    timings: Object.entries(ns).map(([name, each]) => {
      const ms = (each * length) / 8e6
      return { name, ms, bestMs: ms }
    }),
  })),
})

const ns = {
  'JSON.parse of the whole, once': 40,
  'feed, then finish': 200,
  'feed, valueOf after each, then finish': 800,
  jsonriver: 1_000,
  'partial-json': 40_000,
}

const shortOf = (result: Result<Topic>) =>
  findingsOf([result]).map(({ work, side, limit, measured }) => [work, side, limit, measured])

describe('findingsOf', () => {
  it('holds each measured value against its budget, a megabyte against one of its own', () => {
    expect(shortOf(resultOf('records', ns))).toEqual([
      ['records: fed only / JSON.parse (1000)', 'most', 4, 5],
      ['records: fed only / JSON.parse (1000000)', 'most', 6, 5],
      ['records: read after each fragment / jsonriver (1000)', 'most', 0.5, 0.8],
      ['records: read after each fragment / jsonriver (1000000)', 'most', 1.5, 0.8],
      ['records: partial-json / read after each fragment (10000)', 'least', 100, 50],
    ])
  })

  it('has no budget for reading a wide list', () => {
    expect(shortOf(resultOf('wide', ns))).toEqual([
      ['wide: fed only / JSON.parse (1000)', 'most', 4, 5],
      ['wide: fed only / JSON.parse (1000000)', 'most', 6, 5],
    ])
  })

  it('says nothing of what was not measured', () => {
    expect(findingsOf([])).toEqual([])
  })
})
