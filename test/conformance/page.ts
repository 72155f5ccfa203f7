import { readFileSync } from 'node:fs'
import type { Row } from './summary'

const PAGE = new URL('../../docs/conformance.md', import.meta.url)

const text = readFileSync(PAGE, 'utf8')

/** The rows of the tables in docs/conformance.md, without backticks and padding. */
const rows: ReadonlySet<string> = new Set(
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      asRow(
        line
          .replaceAll('`', '')
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    ),
)

function asRow(cells: Row): string {
  return cells.join(' | ')
}

/** Those rows that the page does not have. */
export const missingFromPage = (wanted: readonly Row[]): readonly string[] =>
  wanted.map(asRow).filter((row) => !rows.has(row))
