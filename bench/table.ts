/** Rows of cells as lines of text: the first column to the left, the others to the right. */
export const align = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<readonly number[]>(
    (held, row) => row.map((cell, column) => Math.max(held[column] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Three significant digits at most, a dash for what was not measured. */
export const short = (number: number | undefined): string => {
  if (number === undefined || Number.isNaN(number)) return '-'
  if (number === 0) return '0'
  const magnitude = Math.floor(Math.log10(Math.abs(Number(number.toPrecision(3)))))
  return magnitude >= 3
    ? Math.round(number).toLocaleString('en')
    : number.toFixed(Math.min(Math.max(0, 2 - magnitude), 3))
}
