import { readFileSync } from 'node:fs'
import type { Row } from './summary'

const PAGE = new URL('../../docs/conformance.md', import.meta.url)

const lines = readFileSync(PAGE, 'utf8').split('\n')

/** A line of a table, without backticks and padding. */
const rowOf = (line: string): string =>
  asRow(
    line
      .replaceAll('`', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** The rows of the tables in docs/conformance.md. */
const rows: ReadonlySet<string> = new Set(lines.filter((line) => line.startsWith('|')).map(rowOf))

/** The cells of a row as one text. */
export function asRow(cells: Row): string {
  return cells.join(' | ')
}

/** The rows of the page's table with these columns, in alphabetical order. */
export const rowsUnder = (columns: Row): readonly string[] => {
  const start = lines.findIndex((line) => rowOf(line) === asRow(columns))
  const after = lines.slice(start + 2) // behind the columns and the line under them
  const end = after.findIndex((line) => !line.startsWith('|'))
  return start < 0 ? [] : after.slice(0, end).map(rowOf).toSorted()
}

/** Those rows that the page does not have. */
export const missingFromPage = (wanted: readonly Row[]): readonly string[] =>
  wanted.map(asRow).filter((row) => !rows.has(row))
