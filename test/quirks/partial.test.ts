// The Q ids number the catalogue of server quirks that the project keeps. Values that are cut anywhere.
import { describe, expect, it } from 'vitest'
import { type CollectorState, initial } from '../../src'
import { feed, initialJson, type Json, valueOf } from '../../src/json'
import { collectPartial, partialInput } from '../../src/partial'
import { calls } from '../support/chat'
import { chunkOf } from '../support/fold'

const cuts: readonly (readonly [string, Json | undefined])[] = [
  ['{"a":"x\\', { a: 'x' }],
  ['{"a":"\\u00', { a: '' }],
  ['{"a":"\\uD83D', { a: '' }],
  ['{"a":"\ud83d', { a: '' }],
  ['{"a":-', {}],
  ['{"a":1e', {}],
  ['{"a":tr', {}],
  ['{"a":[', { a: [] }],
  ['', undefined],
]

const inputOf = (fragments: readonly string[]): Json | undefined => {
  const opener = calls({ index: 0, id: 'c1', function: { name: 'write', arguments: '' } })
  const more = fragments.map((text) => calls({ index: 0, function: { arguments: text } }))
  const chunks = [opener, ...more].map((event) => chunkOf('openai', event))
  return partialInput(chunks.reduce<CollectorState>(collectPartial, initial('openai')), 0)
}

describe('a value that is cut', () => {
  it.each(cuts)('Q106: within %j is shown as %j, in one fragment or many', (text, expected) => {
    expect(valueOf(feed(initialJson, text))).toEqual(expected)
    expect(valueOf([...text].reduce(feed, initialJson))).toEqual(expected)
    expect(inputOf([text])).toEqual(expected)
    expect(inputOf([...text])).toEqual(expected)
  })
})
