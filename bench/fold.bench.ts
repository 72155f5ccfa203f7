import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { budgetList, type FreshResult, findingsOf } from './fold/budgets'
import { FLOORS, PARSE } from './fold/contestants/floors'
import { measureFresh } from './fold/fresh'
import { groupsOf, type Result, runGroup, TOPICS, timingOf } from './fold/groups'
import { QUICK, THOROUGH } from './measure'
import { heading, markdownOf, tableOf } from './report'
import { short } from './table'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    /** Tables for docs/performance.md: ratios alone. */
    markdown: { type: 'boolean', default: false },
    /** For itself: what to measure in a process of its own. */
    fresh: { type: 'string' },
  },
})

const print = values.markdown ? markdownOf : tableOf

const main = async (): Promise<void> => {
  const effort = values.quick ? QUICK : THOROUGH
  const topics = TOPICS.filter((topic) => values.only.length === 0 || values.only.includes(topic))
  if (topics.length < values.only.length) throw new TypeError(`--only takes ${TOPICS.join(', ')}, each once.`)
  console.log(heading())

  const results: Result[] = []
  for (const group of groupsOf(values.quick)) {
    if (!topics.includes(group.topic)) continue
    const result = await runGroup(group, effort)
    results.push(result)
    console.log(`${print(result)}\n`)
  }
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
