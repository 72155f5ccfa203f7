import { describe, expect, it } from 'vitest'
import type { Signal } from '../../../src/frames'
import { issue, mapAccum, NOTHING, place, readAll } from '../../../src/providers/shared/signals'

describe('place', () => {
  it('names the choice unless it is choice 0', () => {
    expect(place(3, 0)).toStrictEqual({ part: 3 })
    expect(place(3, 2)).toStrictEqual({ part: 3, choice: 2 })
  })
})

describe('issue', () => {
  it('concerns the stream unless a place is given', () => {
    expect(issue('id-changed', 'why')).toStrictEqual({
      type: 'issue',
      issue: { code: 'id-changed', message: 'why' },
    })
    expect(issue('id-changed', 'why', place(1, 2)).issue).toStrictEqual({
      code: 'id-changed',
      message: 'why',
      part: 1,
      choice: 2,
    })
  })
})

describe('mapAccum', () => {
  it('hands each step the state that the one before left, and joins what they say', () => {
    const [sum, said] = mapAccum(10, [1, 2, 3], (state, item, position) => [
      state + item,
      [`${position}:`, `${state}+${item}`],
    ])
    expect(sum).toBe(16)
    expect(said).toEqual(['0:', '10+1', '1:', '11+2', '2:', '13+3'])
  })

  it('leaves the state alone where there is nothing to do', () => {
    const state = {}
    expect(mapAccum(state, [], () => expect.unreachable('no items'))).toEqual([state, []])
  })

  it('joins any number of things', () => {
    const many = new Array<number>(300_000).fill(1)
    expect(mapAccum(0, [0], () => [0, many])[1]).toHaveLength(300_000)
  })
})

describe('readAll', () => {
  const says = (part: number): Signal => ({ type: 'part-end', part })
  const none = (): null => null
  const adds = (state: number, wire: number) => [state + wire, [says(state)]] as const
  const quiet = (state: number) => [state * 2, NOTHING] as const

  it('lets each reader go on where the one before stopped, and joins what they say', () => {
    expect(readAll(1, 10, [adds, none, adds, quiet, adds])).toEqual([52, [says(1), says(11), says(42)]])
  })

  it('gives what one reader says as it is, and the same state where none finds anything', () => {
    const said: readonly Signal[] = Object.freeze([says(0)])
    expect(readAll(1, 10, [none, quiet, () => [3, said]])[1]).toBe(said)
    const state = {}
    const [after, nothing] = readAll(state, 10, [none, none])
    expect(after).toBe(state)
    expect(nothing).toBe(NOTHING)
  })
})
