import { describe, expect, it } from 'vitest'
import { groupsOf } from '../../bench/fold/groups'
import { groupsOf as jsonGroupsOf } from '../../bench/json/groups'

const GROUPS = [...groupsOf(true), ...jsonGroupsOf(true)]

describe.each(GROUPS.map((group) => [group.title, group] as const))('%s', (_, group) => {
  const heat = group.heats[0]?.()
  const contestants = heat?.contestants ?? []

  it('has contestants of different names, its floors among them', () => {
    const names = contestants.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining([...group.floors]))
  })

  it.each(contestants.map((contestant) => [contestant.name, contestant] as const))(
    '%s gives the answer, and again at a second run',
    async (__, { run }) => {
      expect(await run()).toBe(heat?.proof)
      expect(await run()).toBe(heat?.proof)
    },
  )
})
