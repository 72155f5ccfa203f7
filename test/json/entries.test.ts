import { describe, expect, it } from 'vitest'
import { feed, initialJson, type JsonState, valueAt, valueOf } from '../../src/json'
import { itemsWith, withBlock } from '../../src/json/entries'
import { BLOCK, type Container } from '../../src/json/state'

/** An open array of the numbers from 0 on; the one at the end is closed by a comma. */
const openArray = (length: number): JsonState =>
  feed(initialJson, `[${Array.from({ length }, (_, n) => `${n},`).join('')}`)

const openObject = (length: number): JsonState =>
  feed(initialJson, `{${Array.from({ length }, (_, n) => `"k${n}":${n},`).join('')}`)

const openIn = ({ open }: JsonState): Container => {
  if (open === null) throw new TypeError('No container is open.')
  return open
}

const widths = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 99, 100, 101, 128, 1_000, 5_000]

describe.each(widths)('an open container with %i entries', (width) => {
  const numbers = Array.from({ length: width }, (_, n) => n)

  it('has all its items, each at its index, and none elsewhere', () => {
    const state = openArray(width)
    expect(valueOf(state)).toStrictEqual(numbers)
    expect(numbers.map((n) => valueAt(state, [n]))).toStrictEqual(numbers)
    for (const index of [-1, -32, 0.5, 31.5, width - 0.5, width, width + 1, width + 32, Number.NaN, 1e9]) {
      expect(valueAt(state, [index])).toBeUndefined()
    }
    for (const step of ['0', '31', '', 'length', 'at']) expect(valueAt(state, [step])).toBeUndefined()
  })

  it('has all its keys in their order, each with its value, and no other', () => {
    const state = openObject(width)
    expect(Object.entries(valueOf(state) ?? [])).toStrictEqual(numbers.map((n) => [`k${n}`, n]))
    expect(numbers.map((n) => valueAt(state, [`k${n}`]))).toStrictEqual(numbers)
    for (const key of [`k${width}`, 'k', '', '0', 'toString', '__proto__', 'length']) {
      expect(valueAt(state, [key])).toBeUndefined()
    }
  })

  it('has what is open in it behind them', () => {
    expect(valueOf(feed(openArray(width), '"x'))).toStrictEqual([...numbers, 'x'])
    expect(valueOf(feed(openArray(width), '[true, {'))).toStrictEqual([...numbers, [true, {}]])
    expect(valueAt(feed(openArray(width), '"x'), [width])).toBe('x')
    const object = Object.entries(valueOf(feed(openObject(width), '"open": "x')) ?? [])
    expect(object).toStrictEqual([...numbers.map((n) => [`k${n}`, n]), ['open', 'x']])
  })

  it('holds them in few blocks, the longer ones first, and less than a block besides', () => {
    for (const [open, size] of [
      [openIn(openArray(width)), 1],
      [openIn(openObject(width)), 2],
    ] as const) {
      const lengths = open.blocks.map((block) => block.length / size)
      const binary = [...Math.floor(width / BLOCK).toString(2)]
      const expected = binary.flatMap((bit, at) =>
        bit === '1' ? [BLOCK * 2 ** (binary.length - 1 - at)] : [],
      )
      expect(lengths).toStrictEqual(expected)
      expect(open.count).toBe(width)
      let links = 0
      for (let entry = open.recent; entry !== null; entry = entry.before) links++
      expect(links).toBe(width % BLOCK)
    }
  })
})

describe('entries', () => {
  it('become a block when there are so many', () => {
    expect(openIn(openArray(BLOCK)).blocks).toHaveLength(1)
    expect(openIn(openArray(BLOCK - 1)).blocks).toHaveLength(0)
  })

  it('under one key: the last counts, in blocks and outside of them, and keeps the place of the first', () => {
    const many = Array.from({ length: 70 }, (_, n) => `"k${n % 10}": ${n}, `).join('')
    const state = feed(initialJson, `{${many}`)
    const last = Array.from({ length: 10 }, (_, n) => [`k${n}`, 60 + n])
    expect(Object.entries(valueOf(state) ?? [])).toStrictEqual(last)
    expect(last.map(([key]) => valueAt(state, [key ?? '']))).toStrictEqual(last.map(([, value]) => value))
    const inBlocks = Array.from({ length: 100 }, (_, n) => `"k${n % 40}": ${n}, `).join('')
    expect(valueAt(feed(initialJson, `{${inBlocks}`), ['k3'])).toBe(83)
    expect(valueAt(feed(initialJson, `{${inBlocks}`), ['k39'])).toBe(79)
    expect(valueAt(feed(initialJson, `{${inBlocks}`), ['k17'])).toBe(97)
    expect(valueAt(feed(initialJson, `{${inBlocks}`), ['k20'])).toBe(60)
  })

  it('are looked for among the keys, not among the values', () => {
    const many = Array.from({ length: 64 }, (_, n) => `"k${n}": "v${n}", `).join('')
    const state = feed(initialJson, `{${many}`)
    expect(valueAt(state, ['v3'])).toBeUndefined()
    expect(valueAt(state, ['v63'])).toBeUndefined()
    expect(valueAt(state, ['k0'])).toBe('v0')
  })

  it('come in an array that is nobody else’s: to change it changes no state', () => {
    for (const width of [0, 3, 16, 40, 99, 100, 300]) {
      const state = openArray(width)
      const one = itemsWith(openIn(state), undefined)
      one.push('mine')
      one[0] = 'mine'
      expect(valueOf(state)).toStrictEqual(Array.from({ length: width }, (_, n) => n))
    }
  })

  it('that are arrays stay arrays, in blocks and outside of them', () => {
    const state = feed(initialJson, `[${'[[1], []], '.repeat(70)}`)
    expect(valueOf(state)).toStrictEqual(Array.from({ length: 70 }, () => [[1], []]))
  })

  it('carry as digits do: blocks of one length become one', () => {
    const block = (length: number, from: number): readonly number[] =>
      Array.from({ length }, (_, n) => from + n)
    const blocks = [block(8, 0), block(4, 8), block(2, 12)]
    expect(withBlock(blocks, block(2, 14))).toStrictEqual([block(16, 0)])
    expect(withBlock([block(8, 0), block(2, 8)], block(2, 10))).toStrictEqual([block(8, 0), block(4, 8)])
    expect(withBlock([block(8, 0)], block(2, 8))).toStrictEqual([block(8, 0), block(2, 8)])
    expect(withBlock([], block(2, 0))).toStrictEqual([block(2, 0)])
    expect(blocks).toStrictEqual([block(8, 0), block(4, 8), block(2, 12)])
  })

  it('share their blocks between one state and the next: one more copies none of them', () => {
    const state = openArray(1_000)
    expect(openIn(feed(state, '1,')).blocks).toBe(openIn(state).blocks)
  })
})

describe('a container of 100,000 entries', () => {
  const width = 100_000

  it('is read to its end as an array, and looked at now and then', () => {
    let state = feed(initialJson, '[0')
    for (let n = 1; n < width; n++) {
      state = feed(state, `,${n}`)
      if (n % (width / 10) === 0) {
        const seen = valueOf(state) as readonly number[] // an array is open
        expect([seen.length, seen[0], seen[n >> 1], seen[n - 1]]).toStrictEqual([n, 0, n >> 1, n - 1])
      }
    }
    state = feed(state, ']')
    expect(valueOf(state)).toStrictEqual(Array.from({ length: width }, (_, n) => n))
  })

  it('is read to its end as an object, and looked at now and then', () => {
    let state = feed(initialJson, '{"k0":0')
    for (let n = 1; n < width; n++) {
      state = feed(state, `,"k${n}":${n}`)
      if (n % (width / 5) === 0) {
        const seen = valueOf(state) as Readonly<Record<string, number>> // an object is open
        expect([Object.keys(seen).length, seen['k0'], seen[`k${n - 1}`]]).toStrictEqual([n, 0, n - 1])
        expect(valueAt(state, [`k${n >> 1}`])).toBe(n >> 1)
      }
    }
    state = feed(state, '}')
    const whole = valueOf(state) as Readonly<Record<string, number>> // it is closed
    expect(Object.keys(whole)).toHaveLength(width)
    expect(whole[`k${width - 1}`]).toBe(width - 1)
  })
})
