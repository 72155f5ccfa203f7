import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the demo folds its recordings without a terminal: no colours, and every outcome as expected', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'demo/demo.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).not.toContain('\u001B')

  const sections = [...stdout.matchAll(/^● (\S+) ─+$/gm)].map(([, path]) => path ?? '')
  const expected = sections.map((path) => {
    const { outcome, response, issues } = JSON.parse(
      readFileSync(join(root, `test/fixtures/${path}.expected.json`), 'utf8'),
    )
    const [, name] = path.split('/')
    const total = response.usage?.totalTokens ?? '–'
    return [name, outcome, response.text.length, response.toolCalls.length, total, issues.length].map(String)
  })
  const rows =
    stdout
      .split(/^ {2}─+$/m)[1]
      ?.trim()
      .split('\n') ?? []
  expect(rows.map((row) => row.trim().split(/\s+/))).toEqual(expected)
  expect(sections.length).toBeGreaterThan(8)
})
