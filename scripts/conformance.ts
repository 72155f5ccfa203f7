/**
 * Folds every recording of the corpus, or of the APIs that are named, compares each with its expected digest and with what the official SDK
 * makes of the same bytes, and prints a line a vendor, then every difference. The exit code is 1 if one is neither argued nor explained. See
 * docs/conformance.md.
 */
import { type Conformance, conform, idleArguments } from '../test/conformance/conform'
import { CORPUS_ABSENT, hasCorpus, loadRecordings } from '../test/conformance/corpus'
import { type Comparison, compareAll, fixturesFor, recordingsFor } from '../test/conformance/differential'
import { oracles } from '../test/conformance/sdk'
import type { Oracle } from '../test/conformance/sdk/oracle'
import {
  COMPARISON_COLUMNS,
  comparisonRow,
  countsOf,
  FOLD_COLUMNS,
  foldRows,
  inWords,
  REASON_COLUMNS,
  type Row,
  reasonRows,
} from '../test/conformance/summary'

/** Rows in columns: numbers to the right, words to the left. */
const table = (columns: Row, rows: readonly Row[]): readonly string[] => {
  const all = [columns, ...rows]
  const widths = columns.map((_, column) => Math.max(...all.map((row) => String(row[column] ?? '').length)))
  const padded = (cell: string | number, width: number): string =>
    typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)
  return all.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const differenceLines = ({ recording, failures, argued, judged }: Conformance): readonly string[] => {
  const lines = [
    ...failures.map((one) => ({ ...one, says: 'NOT EXPECTED' })),
    ...argued.map((one) => ({ ...one, says: `argued: ${one.why}` })),
    ...judged.map((one) => ({ ...one, says: 'by the corpus a matter of judgement' })),
  ].map(
    ({ field, expected, actual, says }) =>
      `  ${field}: expected ${JSON.stringify(expected)}, folded ${JSON.stringify(actual)}; ${says}`,
  )
  return lines.length === 0 ? [] : [recording.file, ...lines]
}

const detectionLines = (all: readonly Conformance[]): readonly string[] => {
  const asked = all.filter(({ detection }) => detection !== 'unasked')
  return [
    `Dialect detected in ${asked.length} raw bodies: ${inWords(countsOf(asked.map(({ detection }) => detection)))}`,
    ...asked
      .filter(({ detection }) => detection === 'wrong')
      .map(({ recording }) => `  NOT DETECTED as ${recording.provider}: ${recording.file}`),
  ]
}

const comparisonLines = (oracle: Oracle, all: readonly Comparison[]): readonly string[] => [
  `${oracle.api} read by ${oracle.name} too`,
  ...table(COMPARISON_COLUMNS, [comparisonRow(oracle.api, all)]),
  ...table(REASON_COLUMNS, reasonRows(oracle.reasons, all)),
  ...all.flatMap(({ file, unexplained }) =>
    unexplained.map(
      ({ aspect, ours, sdk }) =>
        `  UNEXPLAINED ${file}: ${aspect}: ours ${JSON.stringify(ours)}, the SDK ${JSON.stringify(sdk)}`,
    ),
  ),
  '',
]

/** @param apis to look at; none means all */
const main = async (apis: readonly string[]): Promise<boolean> => {
  const isAsked = ({ api }: { readonly api: string }): boolean => apis.length === 0 || apis.includes(api)
  const all = loadRecordings().filter(isAsked).map(conform)
  const idle = idleArguments(all).filter(({ file }) => isAsked({ api: file.split('/')[0] ?? '' }))
  const lines = [
    ...table(FOLD_COLUMNS, foldRows(all)),
    '',
    ...detectionLines(all),
    '',
    ...all.flatMap(differenceLines),
    ...idle.map(({ file, field }) => `NOTHING TO ARGUE: ${field} of ${file}`),
    '',
  ]
  const compared: Comparison[] = []
  for (const oracle of oracles.filter(isAsked)) {
    const streams = [...recordingsFor(oracle), ...fixturesFor(oracle)]
    const comparisons = await compareAll(oracle, streams)
    compared.push(...comparisons)
    lines.push(...comparisonLines(oracle, comparisons))
  }
  console.log(lines.join('\n'))
  return (
    idle.length === 0 &&
    all.every(({ failures, detection }) => failures.length === 0 && detection !== 'wrong') &&
    compared.every(({ unexplained }) => unexplained.length === 0)
  )
}

if (!hasCorpus) console.error(CORPUS_ABSENT)
if (!hasCorpus || !(await main(process.argv.slice(2)))) process.exitCode = 1
