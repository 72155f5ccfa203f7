import { type Conformance, isEqual } from './conform'
import type { Comparison } from './differential'
import { statusOf } from './digest'
import type { Reason } from './sdk/oracle'

export type Row = readonly (string | number)[]

export const FOLD_COLUMNS: Row = ['api', 'vendor', 'streams', 'equal', 'whole', 'partial', 'issues']

/** A row a vendor of an API, one of each API and one of all. Of each issue, the number of streams that have it. */
export const foldRows = (all: readonly Conformance[]): readonly Row[] => {
  const apis = [...new Set(all.map(({ recording }) => recording.api))]
  return [
    ...apis.flatMap((api) =>
      foldRowsOf(
        api,
        all.filter(({ recording }) => recording.api === api),
      ),
    ),
    foldRow('all', '', all),
  ]
}

const foldRowsOf = (api: string, all: readonly Conformance[]): readonly Row[] => {
  const vendors = [...new Set(all.map(({ recording }) => recording.vendor))].sort()
  return [
    ...vendors.map((vendor) =>
      foldRow(
        api,
        vendor,
        all.filter(({ recording }) => recording.vendor === vendor),
      ),
    ),
    foldRow(api, 'total', all),
  ]
}

const foldRow = (api: string, vendor: string, all: readonly Conformance[]): Row => {
  const whole = all.filter(({ state }) => statusOf(state) === 'whole').length
  const issues = all.flatMap(({ response }) => [...new Set(response.issues.map(({ code }) => code))])
  return [
    api,
    vendor,
    all.length,
    all.filter(isEqual).length,
    whole,
    all.length - whole,
    inWords(countsOf(issues)),
  ]
}

export const ISSUE_COLUMNS: Row = ['issue', 'vendors']

/** A row an issue, with the vendors whose streams have it. */
export const issueRows = (all: readonly Conformance[]): readonly Row[] => {
  const met = all.flatMap(({ recording: { vendor }, response }) =>
    response.issues.map(({ code }) => ({ code, vendor })),
  )
  return [...new Set(met.map(({ code }) => code))]
    .sort()
    .map((code) => [
      code,
      [...new Set(met.filter((one) => one.code === code).map(({ vendor }) => vendor))].sort().join(', '),
    ])
}

export const REASON_COLUMNS: Row = ['reason', 'streams', 'right', 'what differs']

/** A row a reason, with the streams it explains something of. */
export const reasonRows = (reasons: readonly Reason[], all: readonly Comparison[]): readonly Row[] =>
  reasons.map(({ code, right }) => {
    const its = all.flatMap(({ explained }) => explained.filter(({ reason }) => reason.code === code))
    const streams = all.filter(({ explained }) => explained.some(({ reason }) => reason.code === code))
    return [code, streams.length, right, inWords(countsOf(its.map(({ aspect }) => aspect)))]
  })

export const COMPARISON_COLUMNS: Row = ['api', 'streams', 'alike', 'the SDK fails']

/** How many streams both read alike, and how many the SDK fails on that we give whole. */
export const comparisonRow = (api: string, all: readonly Comparison[]): Row => [
  api,
  all.length,
  all.filter(({ explained, unexplained }) => explained.length + unexplained.length === 0).length,
  all.filter(({ explained }) => explained.some(({ aspect }) => aspect === 'sdk-fails')).length,
]

export const countsOf = (words: readonly string[]): ReadonlyMap<string, number> =>
  words.reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map<string, number>())

export const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, count]) => `${word} ${count}`)
    .join(', ')
