import type { Column } from './group'
import { bestRatioOf, ratioOf } from './report'
import { align, short } from './table'

/** What a budget allows, and what was measured. */
export interface Finding {
  readonly work: string
  readonly limit: number
  /** `most`: the measured value may be as much as the limit; `least`: it must be as much. */
  readonly side: 'most' | 'least'
  readonly measured: number
  /** By the quickest samples, where times were measured. */
  readonly best?: number
}

/** The ratio of two contestants at the size where it is worst; nothing where they were never measured together. */
export const worst = (
  work: string,
  side: Finding['side'],
  limit: number,
  columns: readonly Column[],
  name: string,
  floor: string,
): readonly Finding[] => {
  const found = columns
    .map((column) => ({ column, ratio: ratioOf(column, name, floor) }))
    .filter(({ ratio }) => !Number.isNaN(ratio))
    .toSorted((a, b) => (side === 'most' ? b.ratio - a.ratio : a.ratio - b.ratio))[0]
  if (found === undefined) return []
  const { column, ratio } = found
  return [
    {
      work: `${work} (${column.label})`,
      limit,
      side,
      measured: ratio,
      best: bestRatioOf(column, name, floor),
    },
  ]
}

export const budgetList = (findings: readonly Finding[]): string =>
  align([
    ['budget', 'limit', 'median', 'quickest', ''],
    ...findings.map(({ work, limit, side, measured, best }) => [
      work,
      `${side === 'most' ? '<=' : '>='} ${limit}`,
      short(measured),
      best === undefined ? '' : short(best),
      (side === 'most' ? measured <= limit : measured >= limit) ? 'ok' : 'over',
    ]),
  ])
