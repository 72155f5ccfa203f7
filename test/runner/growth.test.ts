import { describe, expect, it } from 'vitest'
import { createSessionCollector, type ModelPart, tool } from '../../src/runner'
import { emptyGathered, gather } from '../../src/runner/gather'
import { charactersLookedAt, freshFields } from '../support/growth'
import { piece } from './support'

/** One call whose arguments come in fragments of 20 characters. */
const longArguments = (fragments: number): readonly ModelPart[] => [
  piece(0, '{"text":"', { id: 'c1', name: 'any' }),
  ...Array.from({ length: fragments }, () => piece(0, 'x'.repeat(20))),
  piece(0, '"}'),
]

const longText = (fragments: number): readonly ModelPart[] =>
  Array.from({ length: fragments }, () => 'x'.repeat(20))

const manyCalls = (count: number): readonly ModelPart[] =>
  Array.from({ length: count }, (_, index) =>
    piece(index, '{"a":1}', { id: `c${100_000 + index}`, name: 'any' }),
  )

const cases = [
  { name: 'a long text', stream: longText },
  { name: 'a call with long arguments', stream: longArguments },
  { name: 'many calls', stream: manyCalls },
]

/** Pushes every part, counting after each, and finishes. */
const run = (parts: readonly ModelPart[]): void => {
  const collector = createSessionCollector({ tools: [tool({ name: 'any', schema: {}, resolve: () => 0 })] })
  let total = 0
  for (const part of parts) {
    collector.push(part)
    total += collector.outputChars
  }
  expect(total).toBeGreaterThan(0)
  collector.finish()
}

const mostFreshFields = (parts: readonly ModelPart[]): number => {
  const seen = new WeakSet<object>()
  let gathered = emptyGathered
  let most = 0
  for (const part of parts) {
    gathered = gather(gathered, part)
    most = Math.max(most, freshFields(seen, gathered))
  }
  return most
}

describe('growth', () => {
  it.each(cases)('twice the parts look at twice the characters: $name', ({ stream }) => {
    const [short, long] = [stream(1_000), stream(2_000)]
    const once = charactersLookedAt(() => run(short))
    const twice = charactersLookedAt(() => run(long))
    expect(once).toBeGreaterThan(0)
    expect(twice).toBeLessThanOrEqual(once * 2.5 + 100)
  })

  it.each(cases)('a part makes few fields anew, however many came before: $name', ({ stream }) => {
    expect(mostFreshFields(stream(1_600))).toBeLessThanOrEqual(mostFreshFields(stream(100)) + 100)
  })
})
