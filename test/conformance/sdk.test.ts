import { beforeAll, describe, expect, it } from 'vitest'
import { CORPUS_ABSENT, hasCorpus } from './corpus'
import { type Comparison, compareAll, fixturesFor, recordingsFor } from './differential'
import { missingFromPage } from './page'
import { oracles } from './sdk'
import { comparisonRow, reasonRows } from './summary'

// The same bytes, read by us and by the official SDK of their API.

const unexplained = (comparisons: readonly Comparison[]): readonly string[] =>
  comparisons.flatMap((one) =>
    one.unexplained.map(
      ({ aspect, ours, sdk }) =>
        `${one.file}: ${aspect}: ours ${JSON.stringify(ours)}, the SDK ${JSON.stringify(sdk)}`,
    ),
  )

if (!hasCorpus) console.warn(`${CORPUS_ABSENT} It is not compared with the official SDKs.`)

describe.each(oracles)('$name and we read the same bytes', (oracle) => {
  const fixtures: Comparison[] = []
  const recordings: Comparison[] = []

  beforeAll(async () => {
    fixtures.push(...(await compareAll(oracle, fixturesFor(oracle))))
    recordings.push(...(await compareAll(oracle, recordingsFor(oracle))))
  }, 120_000)

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
  })

  it.skipIf(!hasCorpus)('and each reason is met', () => {
    const met = new Set(
      [...fixtures, ...recordings].flatMap(({ explained }) => explained.map((one) => one.reason)),
    )
    expect(oracle.reasons.filter((reason) => !met.has(reason)).map(({ code }) => code)).toEqual([])
  })

  it.skipIf(!hasCorpus)('with the figures that docs/conformance.md gives', () => {
    const rows = [
      ...reasonRows(oracle.reasons, recordings).map((row) => row.slice(0, 3)),
      comparisonRow(oracle.api, recordings),
    ]
    expect(missingFromPage(rows)).toEqual([])
  })
})
