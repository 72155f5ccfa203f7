/** The command as a process of its own: what `main.ts` adds to `run`. */
import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { text } from '../support/chat'
import { sse } from './fake-io'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fixture = 'test/fixtures/openai/plain-text.sse'

const start = (args: readonly string[], stdout: 'pipe' | number = 'pipe') =>
  spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], {
    cwd: root,
    stdio: ['pipe', stdout, 'pipe'],
  })

type Started = ReturnType<typeof start>

const ending = async (child: Started) => {
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    out += piece
  })
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    err += piece
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out, err }
}

describe('the process', () => {
  it('folds a file', async () => {
    const { code, out, err } = await ending(start(['fold', fixture]))
    expect([code, err]).toEqual([0, ''])
    const { response } = JSON.parse(
      readFileSync(`${root}/${fixture.replace('.sse', '.expected.json')}`, 'utf8'),
    )
    expect(JSON.parse(out)).toEqual({ ...response, issues: [] })
  })

  it('writes what it has read so far while its input is still open', async () => {
    const child = start(['fold', '-', '--output', 'text'])
    child.stdin?.write(sse([text('High ')])[0])
    const first = await new Promise((resolve) => child.stdout?.once('data', resolve))
    expect(String(first)).toBe('High ')
    child.stdin?.end(sse([text('water')])[0])
    const { code, out, err } = await ending(child)
    expect([code, out]).toEqual([1, 'water\n'])
    expect(err).toMatch(/^chunkfold: The stream ended before the response did.*\.\n$/)
  })

  it('ends quietly when nobody reads its output any more, though its input goes on', async () => {
    const child = start(['fold', '-', '--output', 'frames'])
    const event = sse([text('word ')])[0]
    child.stdin?.on('error', () => {}) // the process is gone, as it should be
    const feeding = setInterval(() => child.stdin?.write(event), 5)
    child.stdout?.once('data', () => child.stdout?.destroy())
    const { code, err } = await ending(child)
    clearInterval(feeding)
    expect([code, err]).toEqual([0, ''])
  })

  it.each([
    ['test/fixtures/none.sse', 'There is no file "test/fixtures/none.sse".'],
    ['test/fixtures', '"test/fixtures" is a directory, not a file.'],
    [`${fixture}/none.sse`, expect.stringMatching(/^The file ".*" cannot be read: ENOTDIR.*\.$/)],
  ])('refuses %s', async (path, sentence) => {
    const { code, out, err } = await ending(start(['fold', path]))
    expect([code, out]).toEqual([2, ''])
    expect(/^chunkfold: (.*)\n$/.exec(err)?.[1]).toEqual(sentence)
  })

  it.runIf(existsSync('/dev/full'))('says that its output cannot be written', async () => {
    const { code, err } = await ending(start(['fold', fixture], openSync('/dev/full', 'w')))
    expect(code).toBe(2)
    expect(err).toMatch(/^chunkfold: The output cannot be written: ENOSPC.*\.\n$/)
  })

  it('knows its version', async () => {
    const { code, out } = await ending(start(['--version']))
    expect([code, out]).toEqual([0, `chunkfold ${version}\n`])
  })
})
