/**
 * Folds every recording of the corpus, compares each with its expected digest and with what the official SDK makes of the same bytes, and
 * prints a line a vendor, then every difference. The exit code is 1 if one is neither argued nor explained. See docs/conformance.md.
 */
import { type Conformance, conform, idleArguments } from '../test/conformance/conform'
import { CORPUS_ABSENT, hasCorpus, loadRecordings } from '../test/conformance/corpus'
import type { Comparison } from '../test/conformance/differential'
import { compareAll, corpusStreams, fixtureStreams } from '../test/conformance/streams'
import {
  countsOf,
  FOLD_COLUMNS,
  foldRows,
  inWords,
  REASON_COLUMNS,
  type Row,
  reasonRows,
  totalsOf,
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

const comparisonLines = (name: string, all: readonly Comparison[]): readonly string[] => {
  const { equal, rescued } = totalsOf(all)
  return [
    `${name} read by the official SDK too: ${all.length} streams, ${equal} equal; the SDK fails on ${rescued} that we give whole`,
    ...table(REASON_COLUMNS, reasonRows(all)),
    ...all.flatMap(({ file, unexplained }) =>
      unexplained.map(
        ({ aspect, ours, sdk }) =>
          `  UNEXPLAINED ${file}: ${aspect}: ours ${JSON.stringify(ours)}, the SDK ${JSON.stringify(sdk)}`,
      ),
    ),
  ]
}

const main = async (): Promise<boolean> => {
  const all = loadRecordings().map(conform)
  const idle = idleArguments(all)
  const recorded = await compareAll(corpusStreams())
  const written = await compareAll(fixtureStreams())
  const lines = [
    ...table(FOLD_COLUMNS, foldRows(all)),
    '',
    ...detectionLines(all),
    '',
    ...all.flatMap(differenceLines),
    ...idle.map(({ file, field }) => `NOTHING TO ARGUE: ${field} of ${file}`),
    '',
    ...comparisonLines('Recordings', recorded),
    '',
    ...comparisonLines('Fixtures', written),
  ]
  console.log(lines.join('\n'))
  return (
    idle.length === 0 &&
    all.every(({ failures, detection }) => failures.length === 0 && detection !== 'wrong') &&
    [...recorded, ...written].every(({ unexplained }) => unexplained.length === 0)
  )
}

if (!hasCorpus) console.error(CORPUS_ABSENT)
if (!hasCorpus || !(await main())) process.exitCode = 1
