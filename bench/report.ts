import { cpus, loadavg } from 'node:os'
import { type Column, type Result, timingOf } from './group'
import { exponentOf } from './measure'
import { align, short } from './table'

/**
 * Where and how it was measured.
 *
 * @param chunk what the chunks are of which the tables count the time
 */
export const heading = (chunk: string): string =>
  [
    `Node ${process.version}, ${cpus().length} cores, load ${short(loadavg()[0])}`,
    `Processor time per chunk, median of rounds in which all take turns. A chunk is ${chunk}.`,
    '',
  ].join('\n')

/** A group as a table: per size nanoseconds a chunk and multiples of the floors, then how the total grows with the number of chunks. */
export const tableOf = (result: Result): string => {
  const { columns, floors } = result
  const marks = floors.map((_, n) => `× ${LETTERS[n] ?? '?'}`)
  const header = columns.flatMap(({ label }) => [label, ...marks.map(() => '')])
  const units = columns.flatMap(() => ['ns', ...marks])
  const rows = namesOf(result).map((name) => {
    const floor = floors.indexOf(name)
    return [
      floor < 0 ? name : `${name} (${LETTERS[floor]})`,
      ...columns.flatMap((column) => [
        short(nsOf(column, name)),
        ...floors.map((other) => short(ratioOf(column, name, other))),
      ]),
      short(growthOf(result, name)),
      short(growthOver(result, name, floors[0] ?? name)),
    ]
  })
  return align([[result.title, ...header, 'growth', ''], ['', ...units, '', `/ ${LETTERS[0]}`], ...rows])
}

/** The same as Markdown for the docs, without what depends on the machine: multiples of the first floor, and growth over its growth. */
export const markdownOf = (result: Result): string => {
  const { columns, floors, title } = result
  const [floor = ''] = floors
  const rows = namesOf(result).map((name) => [
    name,
    ...columns.map((column) => short(ratioOf(column, name, floor))),
    short(growthOver(result, name, floor)),
  ])
  const header = [title, ...columns.map(({ label }) => label), 'growth']
  return [header, header.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

const namesOf = ({ columns }: Result): readonly string[] => [
  ...new Set(columns.flatMap((column) => column.timings.map((timing) => timing.name))),
]

const LETTERS = ['A', 'B', 'C']

const nsOf = (column: Column, name: string): number =>
  ((timingOf(column, name)?.ms ?? Number.NaN) * 1e6) / column.chunks

export const ratioOf = (column: Column, name: string, floor: string): number =>
  (timingOf(column, name)?.ms ?? Number.NaN) / (timingOf(column, floor)?.ms ?? Number.NaN)

/** The same of the quickest samples. */
export const bestRatioOf = (column: Column, name: string, floor: string): number =>
  (timingOf(column, name)?.bestMs ?? Number.NaN) / (timingOf(column, floor)?.bestMs ?? Number.NaN)

/** The exponent with which a contestant's total time grows with the number of chunks. */
const growthOf = ({ columns }: Result, name: string): number =>
  exponentOf(
    columns.flatMap((column) => {
      const ms = timingOf(column, name)?.ms
      return ms === undefined ? [] : [{ size: column.chunks, ms }]
    }),
  )

/** The same over that of another, over the sizes that both did. */
export const growthOver = (result: Result, name: string, other: string): number => {
  const shared = result.columns.filter(
    (column) => timingOf(column, name) !== undefined && timingOf(column, other) !== undefined,
  )
  return growthOf({ ...result, columns: shared }, name) / growthOf({ ...result, columns: shared }, other)
}

/** A column in which the time of one contestant is without that of another, which it contains. */
export const less = (column: Column, name: string, contained: string): Column => {
  const off = timingOf(column, contained)
  const timings = column.timings.map((timing) =>
    timing.name === name && off !== undefined
      ? { ...timing, ms: timing.ms - off.ms, bestMs: timing.bestMs - off.bestMs }
      : timing,
  )
  return { ...column, timings }
}
