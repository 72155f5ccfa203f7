import { describe, expect, it } from 'vitest'
import { issue, mapAccum, place } from '../../../src/providers/shared/signals'

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
