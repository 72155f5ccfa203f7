import { describe, expect, it } from 'vitest'
import { type Contestant, type Effort, exponentOf, median, race } from '../../bench/measure'
import { spin } from './spin'

const hasty: Effort = { rounds: 3, bigRounds: 1, sampleMs: 0.1, warmUpMs: 0, patienceMs: 100, longestMs: 100 }

const counting = (name: string, runs: string[]): Contestant => ({
  name,
  run: () => {
    runs.push(name)
    return 7
  },
})

const slow = (runs: string[]): Contestant => ({
  name: 'slow',
  run: () => {
    spin(2)
    return counting('slow', runs).run()
  },
})

describe('race', () => {
  it('times every contestant, in the order they were given', async () => {
    const timings = await race([counting('a', []), counting('b', [])], 7, hasty)
    expect(timings.map(({ name }) => name)).toEqual(['a', 'b'])
    for (const { ms, bestMs } of timings) {
      expect(ms).toBeGreaterThanOrEqual(bestMs)
      expect(bestMs).toBeGreaterThanOrEqual(0)
    }
  })

  it('lets everyone have a turn in each round, and another go first in the next', async () => {
    const runs: string[] = []
    await race([counting('a', runs), counting('b', runs)], 7, { ...hasty, sampleMs: 0 })
    const turns = runs.slice(-6)
    expect(turns).toEqual(['a', 'b', 'b', 'a', 'a', 'b'])
  })

  it('clears the heap with a run that is not timed before each sample of a big one', async () => {
    const runs: string[] = []
    await race([counting('a', runs)], 7, { ...hasty, sampleMs: 0 })
    const small = runs.length
    runs.length = 0
    await race([counting('a', runs)], 7, { ...hasty, sampleMs: 0 }, true)
    expect([small, runs.length]).toEqual([4 + 3, 4 + 2])
  })

  it('gives a big one that takes its time no other run than those that are timed', async () => {
    const runs: string[] = []
    await race([slow(runs)], 7, { ...hasty, bigRounds: 2, sampleMs: 0, patienceMs: 0.5 }, true)
    expect(runs).toHaveLength(1 + 2)
  })

  it('waits for a contestant that takes its time', async () => {
    const late: Contestant = { name: 'late', run: async () => Promise.resolve(7) }
    expect(await race([late], 7, hasty)).toHaveLength(1)
  })

  it('does not time a wrong answer', async () => {
    await expect(race([{ name: 'wrong', run: () => 8 }], 7, hasty)).rejects.toThrow(/wrong.*8.*7/)
  })

  it('gives up on a contestant after two samples when one run takes longer than its patience', async () => {
    const runs: string[] = []
    await race([slow(runs)], 7, { ...hasty, rounds: 9, sampleMs: 0, patienceMs: 0.5 })
    expect(runs).toHaveLength(1 + 2)
  })
})

describe('median', () => {
  it('is the middle one, or between the two middle ones', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([9, 1, 5, 3])).toBe(4)
  })

  it('is not a number for no numbers', () => {
    expect(median([])).toBeNaN()
  })
})

describe('exponentOf', () => {
  it.each([0, 1, 1.5, 2])('finds the exponent %d of a power law', (exponent) => {
    const points = [1_000, 10_000, 100_000].map((size) => ({ size, ms: 3 * size ** exponent }))
    expect(exponentOf(points)).toBeCloseTo(exponent, 10)
  })

  it('is not a number for a single point', () => {
    expect(exponentOf([{ size: 1_000, ms: 5 }])).toBeNaN()
  })
})
