import { beforeAll, describe, expect, it } from 'vitest'
import { CORPUS_ABSENT, hasCorpus } from './corpus'
import type { Comparison } from './differential'
import { missingFromPage, pageSays } from './page'
import { reasons } from './reasons'
import { compareAll, corpusStreams, fixtureStreams } from './streams'
import { reasonRows, totalsOf } from './summary'

// The same bytes, read by us and accumulated by the official SDK: `client.chat.completions.stream(…).finalChatCompletion()`.

const unexplained = (comparisons: readonly Comparison[]): readonly string[] =>
  comparisons.flatMap((one) =>
    one.unexplained.map(
      ({ aspect, ours, sdk }) =>
        `${one.file}: ${aspect}: ours ${JSON.stringify(ours)}, the SDK ${JSON.stringify(sdk)}`,
    ),
  )

if (!hasCorpus) console.warn(`${CORPUS_ABSENT} It is not compared with the official SDK.`)

describe('the official SDK and we read the same bytes', () => {
  const fixtures: Comparison[] = []
  const recordings: Comparison[] = []

  beforeAll(async () => {
    fixtures.push(...(await compareAll(fixtureStreams())))
    recordings.push(...(await compareAll(corpusStreams())))
  })

  it('in the fixtures alike, save for reasons that the bytes prove (law 8)', () => {
    expect(fixtures.length).toBeGreaterThan(0)
    expect(unexplained(fixtures)).toEqual([])
  })

  it.skipIf(!hasCorpus)('in the recordings alike, save for reasons that the bytes prove (law 8)', () => {
    expect(recordings.length).toBeGreaterThan(0)
    expect(unexplained(recordings)).toEqual([])
  })

  it.skipIf(!hasCorpus)('and we give each recording that the SDK gives', () => {
    const aspects = recordings.flatMap(({ explained }) => explained.map(({ aspect }) => aspect))
    expect(aspects).not.toContain('we-fail')
    expect(aspects).toContain('sdk-fails')
  })

  it.skipIf(!hasCorpus)('and each reason is met', () => {
    const met = new Set(
      [...fixtures, ...recordings].flatMap(({ explained }) => explained.map((one) => one.reason)),
    )
    expect(reasons.filter((reason) => !met.has(reason)).map(({ code }) => code)).toEqual([])
  })

  it.skipIf(!hasCorpus)('with the figures that docs/conformance.md gives', () => {
    expect(missingFromPage(reasonRows(recordings).map((row) => row.slice(0, 3)))).toEqual([])
    const { equal, rescued } = totalsOf(recordings)
    expect(pageSays(`**${equal}** are read alike. On **${rescued}** of them the SDK fails`)).toBe(true)
  })
})
