import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chosenTopics, OPTIONS, printerOf, runGroups } from './command'
import { budgetList } from './findings'
import { type FreshResult, findingsOf } from './fold/budgets'
import { FLOORS, PARSE } from './fold/contestants/floors'
import { measureFresh } from './fold/fresh'
import { groupsOf, TOPICS } from './fold/groups'
import { timingOf } from './group'
import { short } from './table'

const { values } = parseArgs({
  options: {
    ...OPTIONS,
    /** For itself: what to measure in a process of its own. */
    fresh: { type: 'string' },
  },
})

const main = async (): Promise<void> => {
  const results = await runGroups(groupsOf(values.quick), TOPICS, 'one data line', values)
  const topics = chosenTopics(TOPICS, values)
  const print = printerOf(values)
  const fresh = values.quick
    ? []
    : (['text', 'args'] as const).filter((shape) => topics.includes(shape)).map(inFreshProcess)
  for (const { shape, column, firstMs } of fresh) {
    const title = `${shape}, in a fresh process`
    console.log(print({ topic: shape, title, floors: FLOORS, columns: [column] }))
    const parseMs = timingOf(column, PARSE)?.ms ?? Number.NaN
    console.log(`\nThe very first collect, nothing compiled: ${short(firstMs / parseMs)} × JSON.parse.\n`)
  }
  console.log(budgetList(findingsOf(results, fresh)))
}

const inFreshProcess = (shape: FreshResult['shape']): FreshResult =>
  JSON.parse(
    execFileSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), '--fresh', shape], {
      encoding: 'utf8',
      maxBuffer: 1 << 24,
    }),
  )

if (values.fresh === 'text' || values.fresh === 'args')
  console.log(JSON.stringify(await measureFresh(values.fresh)))
else await main()
