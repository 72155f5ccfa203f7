import { parseArgs } from 'node:util'
import { OPTIONS, runGroups } from './command'
import { budgetList } from './findings'
import { findingsOf } from './json/budgets'
import { groupsOf, TOPICS } from './json/groups'

const { values } = parseArgs({ options: OPTIONS })

const results = await runGroups(groupsOf(values.quick), TOPICS, 'a fragment of eight characters', values)
console.log(budgetList(findingsOf(results)))
