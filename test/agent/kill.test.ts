import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { afterAll, describe, expect, it } from 'vitest'
import { readJournal, resume, run } from '../../src/agent'
import { writingAgent } from './kill-agent'

const child = fileURLToPath(new URL('./kill-child.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chunkfold-kill-'))
afterAll(() => rmSync(folder, { recursive: true }))

const pathsOf = (name: string) => {
  const journal = join(folder, `${name}.jsonl`)
  const traces = join(folder, `${name}.txt`)
  for (const file of [journal, traces]) appendFileSync(file, '')
  return { journal, traces }
}

/** Runs the agent in a process of its own, which dies right after a line of its journal. */
const killedAfter = async (
  lines: number,
  { journal, traces }: ReturnType<typeof pathsOf>,
): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, ['--import', 'tsx', child, journal, traces, String(lines)], {
      stdio: 'ignore',
    })
    process_.on('error', reject)
    process_.on('exit', (_code, signal) => resolve(signal))
  })

describe('a process that is killed', { timeout: 120_000 }, () => {
  it('after any line of its journal leaves a run that comes to the same end, and whose finished tools do not run again', async () => {
    const whole = pathsOf('whole')
    const result = await run(writingAgent(whole.traces), 'Go.', {
      journal: { write: (line) => appendFileSync(whole.journal, line) },
    }).result
    const expected = E.isRight(result) ? result.right : undefined
    expect(expected?.text).toBe('Both are done.')
    const lineCount = readFileSync(whole.journal, 'utf8').split('\n').length - 1

    const dieAndGoOn = async (lines: number): Promise<void> => {
      const paths = pathsOf(`after-${lines}`)
      expect(await killedAfter(lines, paths)).toBe('SIGKILL')
      const text = readFileSync(paths.journal, 'utf8')
      expect(text.split('\n')).toHaveLength(lines + 1)
      const journal = readJournal(text)
      if (E.isLeft(journal)) throw new Error(journal.left.message)
      const done = journal.right.events.filter(({ type }) => type === 'tool-succeeded').length
      const before = readFileSync(paths.traces, 'utf8').split('\n').slice(0, -1)

      const again = resume(writingAgent(paths.traces), journal.right, {
        journal: { write: (line) => appendFileSync(paths.journal, line) },
      })
      const end = await again.result
      expect(E.isRight(end) && { text: end.right.text, messages: end.right.messages }).toEqual({
        text: expected?.text,
        messages: expected?.messages,
      })
      const after = readFileSync(paths.traces, 'utf8').split('\n').slice(0, -1).slice(before.length)
      const finished = ['c1', 'c2'].slice(0, done)
      expect(after.filter((id) => finished.includes(id))).toEqual([])
      expect([...finished, ...after]).toEqual(['c1', 'c2'])
      expect(E.isRight(readJournal(readFileSync(paths.journal, 'utf8')))).toBe(true)
    }

    const left = Array.from({ length: lineCount - 1 }, (_, index) => index + 2) // the first line alone has no run yet
    const worker = async (): Promise<void> => {
      for (let lines = left.shift(); lines !== undefined; lines = left.shift()) await dieAndGoOn(lines)
    }
    await Promise.all([worker(), worker()])
  })
})
