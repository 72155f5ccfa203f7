import { type Group, type Result, runGroup } from './group'
import { QUICK, THOROUGH } from './measure'
import { heading, markdownOf, tableOf } from './report'

/** What every bench can be told on the command line, as `parseArgs` reads it. */
export const OPTIONS = {
  /** A coarse look. */
  quick: { type: 'boolean', default: false },
  /** Topics to measure; all where none is named. */
  only: { type: 'string', multiple: true },
  /** Tables for docs/performance.md: ratios alone. */
  markdown: { type: 'boolean', default: false },
} as const

interface Wishes {
  readonly quick: boolean
  readonly only?: readonly string[]
  readonly markdown: boolean
}

/**
 * The topics to measure.
 *
 * @throws TypeError for a topic that there is not, or is named twice.
 */
export const chosenTopics = <Topic extends string>(
  topics: readonly Topic[],
  { only = [] }: Pick<Wishes, 'only'>,
): readonly Topic[] => {
  const chosen = topics.filter((topic) => only.length === 0 || only.includes(topic))
  if (chosen.length < only.length) throw new TypeError(`--only takes ${topics.join(', ')}, each once.`)
  return chosen
}

/** How a table is written. */
export const printerOf = ({ markdown }: Pick<Wishes, 'markdown'>): ((result: Result) => string) =>
  markdown ? markdownOf : tableOf

/** Measures the groups of the topics asked for, and prints the table of each as soon as there is one. */
export const runGroups = async <Topic extends string>(
  groups: readonly Group<Topic>[],
  topics: readonly Topic[],
  chunk: string,
  wishes: Wishes,
): Promise<readonly Result<Topic>[]> => {
  const chosen = chosenTopics(topics, wishes)
  const print = printerOf(wishes)
  console.log(heading(chunk))
  const results: Result<Topic>[] = []
  for (const group of groups) {
    if (!chosen.includes(group.topic)) continue
    const result = await runGroup(group, wishes.quick ? QUICK : THOROUGH)
    results.push(result)
    console.log(`${print(result)}\n`)
  }
  return results
}
