import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LlmResponse, providers } from '../../src'
import { laws, type Oracle } from '../../src/testing'

const said = ({ text }: LlmResponse): string => text

/** An oracle that folds by itself: the text of choice 0, whatever its deltas are. */
const oracle = (accumulate: (text: string) => string | null): Oracle<'openai', string> => ({
  accumulate: async (events) =>
    accumulate(
      events
        .flatMap((event) => (event === '[DONE]' ? [] : (event.choices ?? [])))
        .map(({ index, delta }) => (index === 0 && typeof delta?.content === 'string' ? delta.content : ''))
        .join(''),
    ),
  tell: said,
})

const lawEight = (told: Oracle<'openai', string>) => {
  const law = laws('openai', told).find(({ number }) => number === 8)
  return law === undefined ? expect.unreachable('there is a law 8') : law.property
}

describe('the laws', () => {
  it.each(providers)('are all there for %s, each with a title that names its number', (provider) => {
    const all = laws(provider)
    expect(all.map(({ number }) => number)).toEqual([1, 1, 1, 2, 3, 4, 5, 5, 6, 7, 10])
    for (const { number, title } of all) expect(title).toMatch(new RegExp(`\\(law ${number}\\)$`))
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  })

  it.each(laws('openrouter').map(({ title, property }) => [title, property] as const))(
    'hold for openrouter: %s',
    async (_, property) => {
      await fc.assert(property, { numRuns: 10 })
    },
  )
})

describe('law 8', () => {
  it('holds against an oracle that is right', async () => {
    await fc.assert(lawEight(oracle((text) => text)), { numRuns: 50 })
  })

  it('is broken by an oracle that says something else', async () => {
    const details = await fc.check(lawEight(oracle((text) => text.replace(/.$/su, ''))), { numRuns: 200 })
    expect(details.failed).toBe(true)
    expect(String(details.errorInstance)).toContain('BrokenLaw: the SDK accumulates otherwise')
  })

  it('says nothing of streams that the oracle refuses', async () => {
    const details = await fc.check(lawEight(oracle(() => null)), { numRuns: 20 })
    expect(details.failed).toBe(false)
  })
})
