import { describe, expect, it } from 'vitest'
import {
  type JsonDocument,
  nestedDocument,
  recordsDocument,
  stringDocument,
  wideDocument,
} from '../../../bench/json/documents'

const MAKERS = [
  ['one long string', stringDocument],
  ['records', recordsDocument],
  ['deep nesting', nestedDocument],
  ['a wide list', wideDocument],
] as const

const DOCUMENTS = MAKERS.flatMap(([kind, make]) =>
  [1_000, 10_000].map((length) => [`${kind}, ${length} characters`, make(length), length] as const),
)

const itemsOf = ({ value }: JsonDocument): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text that has to be there for `count` items or characters to be whole. */
const textUpTo = (document: JsonDocument, count: number): string => {
  const { value, text } = document
  if (typeof value === 'object' && value !== null && 'content' in value)
    return JSON.stringify({ ...value, content: String(value.content).slice(0, count) }).slice(0, -2)
  const items = itemsOf(document)
  const upTo = JSON.stringify(items.slice(0, count)).slice(0, -1)
  return typeof items[count - 1] === 'number' ? text.slice(0, upTo.length + 1) : upTo
}

describe.each(DOCUMENTS)('%s', (_, document, length) => {
  const { value, text, fragments, lengths, lengthOf } = document

  it('is the text of its value', () => {
    expect(text).toBe(JSON.stringify(value))
  })

  it('is as long as it is said to be, to the length of an item', () => {
    expect(text.length).toBeLessThanOrEqual(length)
    const longest = Math.max(2, ...itemsOf(document).map((item) => JSON.stringify(item).length + 1))
    expect(text.length).toBeGreaterThanOrEqual(length - longest)
  })

  it('comes in fragments of eight characters', () => {
    expect(fragments.join('')).toBe(text)
    expect(new Set(fragments.slice(0, -1).map((fragment) => fragment.length))).toEqual(new Set([8]))
  })

  it('tells after each fragment how much is whole', () => {
    const wholeIn = (prefix: string): number => {
      let count = 0
      while (count < lengthOf(value) && prefix.startsWith(textUpTo(document, count + 1))) count++
      return count
    }
    const some = fragments.map((__, n) => n).filter((n) => n < 40 || n > fragments.length - 3)
    expect(some.map((n) => lengths[n])).toEqual(some.map((n) => wholeIn(text.slice(0, 8 * (n + 1)))))
  })

  it('has come as far as its value in the end', () => {
    expect(lengths).toHaveLength(fragments.length)
    expect(lengths.at(-1)).toBe(lengthOf(value))
    expect(lengthOf(undefined)).toBe(0)
  })
})

describe('the shape of a document', () => {
  it('of one long string is a file with the escapes that code has', () => {
    const { text } = stringDocument(1_000)
    for (const escaped of ['\\n', '\\t', '\\"', '\\\\u001b', '\\\\\\\\']) expect(text).toContain(escaped)
  })

  it('of records has 100 to 200 characters a record, of which each has every type', () => {
    const records = itemsOf(recordsDocument(10_000))
    for (const record of records) {
      expect(JSON.stringify(record).length).toBeGreaterThanOrEqual(100)
      expect(JSON.stringify(record).length).toBeLessThanOrEqual(200)
      const types = Object.values(record ?? {}).map((field) => typeof field)
      expect(new Set(types)).toEqual(new Set(['number', 'string', 'boolean', 'object']))
    }
  })

  it('of deep nesting is some tens of levels deep, again and again', () => {
    const depths = itemsOf(nestedDocument(10_000)).map(depthOf)
    expect(depths.length).toBeGreaterThan(10)
    expect(new Set(depths)).toEqual(new Set([30]))
  })

  it('of a wide list is numbers and short strings', () => {
    const items = itemsOf(wideDocument(1_000))
    expect(new Set(items.map((item) => typeof item))).toEqual(new Set(['number', 'string']))
    for (const item of items) expect(String(item).length).toBeLessThan(12)
  })
})

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((item) => depthOf(item)))
    : 0
