import { type Contestant, type Effort, race, type Timing } from './measure'

/** One table: a piece of work in several sizes, and who does it. */
export interface Group<Topic extends string = string> {
  readonly topic: Topic
  readonly title: string
  /** The contestants that the others are divided by. The first is the yardstick, of growth too. */
  readonly floors: readonly string[]
  /** The sizes, the smallest first; each is made when it is its turn. */
  readonly heats: readonly (() => Heat)[]
}

/** The work in one size, with everyone who does it. */
export interface Heat {
  readonly label: string
  readonly chunks: number
  /** The number that a contestant gives who has the answer. */
  readonly proof: number
  readonly contestants: readonly Contestant[]
}

export interface Result<Topic extends string = string>
  extends Pick<Group<Topic>, 'topic' | 'title' | 'floors'> {
  readonly columns: readonly Column[]
}

export interface Column {
  readonly label: string
  readonly chunks: number
  readonly timings: readonly Timing[]
}

/** Times everyone at every size, save those of whom a smaller size tells that it would take them too long. */
export const runGroup = async <Topic extends string>(
  { topic, title, floors, heats }: Group<Topic>,
  effort: Effort,
): Promise<Result<Topic>> => {
  const columns: Column[] = []
  for (const make of heats) {
    const { label, chunks, proof, contestants } = make()
    const patient = contestants.filter(
      (contestant) => expectedMs(contestant, chunks, columns) <= effort.longestMs,
    )
    columns.push({ label, chunks, timings: await race(patient, proof, effort, chunks > MANY_CHUNKS) })
  }
  return { topic, title, floors, columns }
}

const MANY_CHUNKS = 50_000

/** What a run of a quadratic contestant takes, told from the last size it did. Of the others nothing is foretold. */
const expectedMs = (
  { name, isQuadratic }: Contestant,
  chunks: number,
  columns: readonly Column[],
): number => {
  const last = columns.findLast((column) => timingOf(column, name) !== undefined)
  return isQuadratic === true && last !== undefined
    ? (timingOf(last, name)?.ms ?? 0) * (chunks / last.chunks) ** 2
    : 0
}

export const timingOf = (column: Column, name: string): Timing | undefined =>
  column.timings.find((timing) => timing.name === name)
