import { type Conformance, isEqual } from './conform'
import type { Comparison } from './differential'
import { statusOf } from './digest'
import { reasons } from './reasons'

export type Row = readonly (string | number)[]

export const FOLD_COLUMNS: Row = ['vendor', 'streams', 'equal', 'whole', 'partial', 'issues']

/** A row a vendor, and one of all. Of each issue, the number of streams that have it. */
export const foldRows = (all: readonly Conformance[]): readonly Row[] => {
  const vendors = [...new Set(all.map(({ recording }) => recording.vendor))].sort()
  return [
    ...vendors.map((vendor) =>
      foldRow(
        vendor,
        all.filter(({ recording }) => recording.vendor === vendor),
      ),
    ),
    foldRow('total', all),
  ]
}

const foldRow = (name: string, all: readonly Conformance[]): Row => {
  const whole = all.filter(({ state }) => statusOf(state) === 'whole').length
  const issues = all.flatMap(({ response }) => [...new Set(response.issues.map(({ code }) => code))])
  return [name, all.length, all.filter(isEqual).length, whole, all.length - whole, inWords(countsOf(issues))]
}

export const REASON_COLUMNS: Row = ['reason', 'streams', 'right', 'what differs']

/** A row a reason, with the streams it explains something of. */
export const reasonRows = (all: readonly Comparison[]): readonly Row[] =>
  reasons.map(({ code, right }) => {
    const its = all.flatMap(({ explained }) => explained.filter(({ reason }) => reason.code === code))
    const streams = all.filter(({ explained }) => explained.some(({ reason }) => reason.code === code))
    return [code, streams.length, right, inWords(countsOf(its.map(({ aspect }) => aspect)))]
  })

/** How many streams both read alike, and how many the SDK fails on that we give whole. */
export const totalsOf = (
  all: readonly Comparison[],
): { readonly equal: number; readonly rescued: number } => ({
  equal: all.filter(({ explained, unexplained }) => explained.length + unexplained.length === 0).length,
  rescued: all.filter(({ explained }) => explained.some(({ aspect }) => aspect === 'sdk-fails')).length,
})

export const countsOf = (words: readonly string[]): ReadonlyMap<string, number> =>
  words.reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map<string, number>())

export const inWords = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, count]) => `${word} ${count}`)
    .join(', ')
