import { describe, expect, it } from 'vitest'
import { type Group, runGroup, timingOf } from '../../bench/group'
import type { Contestant, Effort } from '../../bench/measure'
import { spin } from './spin'

const hasty: Effort = { rounds: 1, bigRounds: 1, sampleMs: 0, warmUpMs: 0, patienceMs: 100, longestMs: 200 }

const busyFor = (name: string, ms: number, quadratic: Partial<Contestant> = {}): Contestant => ({
  name,
  ...quadratic,
  run: () => {
    spin(ms)
    return 7
  },
})

/** Three sizes, each ten times the one before, that take everyone the same time nevertheless. */
const groupOf = (contestants: readonly Contestant[]): Group => ({
  topic: 'work',
  title: 'some work',
  floors: [],
  heats: [10, 100, 1_000].map((chunks) => () => ({ label: `${chunks}`, chunks, proof: 7, contestants })),
})

const sizesOf = async (contestant: Contestant): Promise<readonly string[]> => {
  const { columns } = await runGroup(groupOf([contestant]), hasty)
  return columns.filter((column) => timingOf(column, contestant.name) !== undefined).map(({ label }) => label)
}

describe('runGroup', () => {
  it('gives a column a size, each with everyone', async () => {
    const { columns, ...rest } = await runGroup(groupOf([busyFor('a', 0), busyFor('b', 0)]), hasty)
    expect(rest).toEqual({ topic: 'work', title: 'some work', floors: [] })
    expect(columns.map(({ label, chunks }) => [label, chunks])).toEqual([
      ['10', 10],
      ['100', 100],
      ['1000', 1_000],
    ])
    for (const { timings } of columns) expect(timings.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('leaves out the sizes that are expected to take a quadratic contestant too long', async () => {
    expect(await sizesOf(busyFor('slow', 5, { isQuadratic: true }))).toEqual(['10'])
    expect(await sizesOf(busyFor('quick', 0, { isQuadratic: true }))).toEqual(['10', '100', '1000'])
  })

  it('foretells nothing of the others', async () => {
    expect(await sizesOf(busyFor('slow', 5))).toEqual(['10', '100', '1000'])
  })

  it('makes a size when it is its turn', async () => {
    const made: string[] = []
    const group = groupOf([busyFor('a', 0)])
    const heats = group.heats.map((make, n) => () => {
      made.push(`make ${n}`)
      const heat = make()
      return {
        ...heat,
        contestants: [
          {
            name: 'a',
            run: () => {
              made.push(`run ${n}`)
              return 7
            },
          },
        ],
      }
    })
    await runGroup({ ...group, heats }, hasty)
    expect(made.filter((entry, n) => entry !== made[n - 1])).toEqual([
      'make 0',
      'run 0',
      'make 1',
      'run 1',
      'make 2',
      'run 2',
    ])
  })
})
