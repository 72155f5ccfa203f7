import { describe, expect, it } from 'vitest'
import { budgetList } from '../../bench/findings'
import { findingsOf } from '../../bench/fold/budgets'
import type { Topic } from '../../bench/fold/groups'
import type { Result } from '../../bench/group'
import { markdownOf, tableOf } from '../../bench/report'
import { align, short } from '../../bench/table'

/** A result in which a chunk takes each contestant the given nanoseconds, whatever the size. */
const resultOf = (topic: Topic, title: string, ns: Readonly<Record<string, number>>): Result<Topic> => ({
  topic,
  title,
  floors: ['JSON.parse of each line', 'mutable loop'],
  columns: [1_000, 10_000].map((chunks) => ({
    label: `${chunks} deltas`,
    chunks,
    timings: Object.entries(ns).map(([name, each]) => {
      const ms = (each * chunks) / 1e6
      return { name, ms, bestMs: ms }
    }),
  })),
})

const text = resultOf('text', 'text', {
  'JSON.parse of each line': 1_000,
  'mutable loop': 20,
  collect: 90,
  collectWithFrames: 250,
})

describe('tableOf', () => {
  it('gives nanoseconds, multiples of the floors and the growth, each in its column', () => {
    const rows = tableOf(text)
      .split('\n')
      .map((row) => row.split(/ {2,}/))
    expect(rows[0]).toEqual(['text', '1000 deltas', '10000 deltas', 'growth'])
    expect(rows[4]).toEqual(['collect', '90.0', '0.090', '4.50', '90.0', '0.090', '4.50', '1.00', '1.00'])
  })

  it('leaves a dash for what a contestant did not do', () => {
    const [small, ...bigger] = text.columns
    const partial = {
      ...text,
      columns: small === undefined ? [] : [small, ...bigger.map((column) => ({ ...column, timings: [] }))],
    }
    expect(tableOf(partial).split('\n')[4]).toMatch(/^collect +90\.0 +0\.090 +4\.50 +- +- +- +- +-$/)
  })
})

describe('markdownOf', () => {
  it('gives multiples of the first floor, and growth over its growth', () => {
    expect(markdownOf(text).split('\n')).toEqual([
      '| text | 1000 deltas | 10000 deltas | growth |',
      '| --- | --: | --: | --: |',
      '| JSON.parse of each line | 1.00 | 1.00 | 1.00 |',
      '| mutable loop | 0.020 | 0.020 | 1.00 |',
      '| collect | 0.090 | 0.090 | 1.00 |',
      '| collectWithFrames | 0.250 | 0.250 | 1.00 |',
    ])
  })
})

describe('findingsOf', () => {
  const lines = (results: readonly Result<Topic>[]) =>
    budgetList(findingsOf(results, []))
      .split('\n')
      .map((line) => line.split(/ {2,}/))

  it('holds each measured value against its budget', () => {
    const found = lines([text])
    expect(found).toContainEqual([
      'text: collect / JSON.parse (1000 deltas)',
      '<= 0.1',
      '0.090',
      '0.090',
      'ok',
    ])
    expect(found).toContainEqual([
      'text: collect / mutable loop (1000 deltas)',
      '<= 4',
      '4.50',
      '4.50',
      'over',
    ])
    expect(found).toContainEqual([
      'text: collectWithFrames / JSON.parse (1000 deltas)',
      '<= 0.2',
      '0.250',
      '0.250',
      'over',
    ])
  })

  it('wants peers to be slower', () => {
    const peers = {
      'JSON.parse of each line': 1_000,
      'collect, then finalize': 100,
      'openai ChatCompletionStream': 900,
    }
    expect(lines([resultOf('text', 'text', peers)])).toContainEqual([
      'text: ChatCompletionStream / collect, finalize (1000 deltas)',
      '>= 10',
      '9.00',
      '9.00',
      'over',
    ])
  })

  it('takes the worst of the sizes', () => {
    const [small, big] = text.columns
    const slower = big?.timings.map((timing) =>
      timing.name === 'collect' ? { ...timing, ms: timing.ms * 2 } : timing,
    )
    const columns = small === undefined || big === undefined ? [] : [small, { ...big, timings: slower ?? [] }]
    expect(lines([{ ...text, columns }])).toContainEqual([
      'text: collect / JSON.parse (10000 deltas)',
      '<= 0.1',
      '0.180',
      '0.090',
      'over',
    ])
  })

  it('takes the parse off what contains it before it looks at growth', () => {
    const result = resultOf('growth', 'growth: text', {
      'JSON.parse of each line': 1_000,
      'JSON.parse, collect': 1_100,
    })
    const [small, big] = result.columns
    const slower = big?.timings.map((timing) =>
      timing.name === 'JSON.parse, collect' ? { ...timing, ms: timing.ms * 1.1 } : timing,
    )
    const columns = small === undefined || big === undefined ? [] : [small, { ...big, timings: slower ?? [] }]
    const work = 'growth: text: JSON.parse, collect, less the parse, / of JSON.parse'
    expect(lines([result])).toContainEqual([work, '<= 1.05', '1.00', '', 'ok'].filter((cell) => cell !== ''))
    expect(lines([{ ...result, columns }])).toContainEqual([work, '<= 1.05', '1.32', 'over'])
  })

  it('says nothing of what was not measured', () => {
    expect(findingsOf([], [])).toEqual([])
  })
})

describe('align', () => {
  it('pads the first column to the right and the others to the left', () => {
    expect(
      align([
        ['a', '1'],
        ['long', '100'],
      ]),
    ).toBe('a       1\nlong  100')
  })
})

describe('short', () => {
  it.each([
    [0.08754, '0.088'],
    [1.234, '1.23'],
    [12.34, '12.3'],
    [123.4, '123'],
    [12_345, '12,345'],
    [0, '0'],
    [Number.NaN, '-'],
    [undefined, '-'],
  ])('writes %d as %s', (number, text) => {
    expect(short(number)).toBe(text)
  })
})
