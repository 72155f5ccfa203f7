/** `chunkfold run` as a process of its own, against a server on this machine: its tools, its journal, its signals. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, calls, type Saying, text } from '../agent/recorded'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chunkfold-run-'))
const tools = join(folder, 'tools.mjs')

let server: Server
let sayings: Saying[] = []
let closed: Promise<void> = Promise.resolve()

beforeAll(async () => {
  writeFileSync(
    tools,
    `export default [{ name: 'add', input: { type: 'object' }, execute: ({ a, b }) => a + b }]`,
  )
  server = createServer((request, response) => {
    const saying = sayings.shift()
    closed = new Promise((resolve) => response.once('close', resolve))
    request.resume()
    if (Array.isArray(saying)) {
      response.end(bytesOf('openai', saying))
      return
    }
    response.write(bytesOf('openai', [text('Half an answer')]).subarray(0, 400)) // and nothing more
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const start = (args: readonly string[]) => {
  const { port } = server.address() as AddressInfo // it listens on a port
  const where = ['--provider', 'openai', '--model', 'm', '--base-url', `http://127.0.0.1:${port}/v1`]
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'run', ...args, ...where], {
    cwd: root,
    env: { ...process.env, OPENAI_API_KEY: 'sk-secret' },
  })
  const seen = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    seen.out += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    seen.err += piece
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, seen, code }
}

describe('the process', () => {
  it('asks, runs the tools of a file, answers, and leaves a journal', async () => {
    sayings = [[calls(['add', { a: 2, b: 3 }])], [text('It is 5.')]]
    const journal = join(folder, 'run.jsonl')
    const { seen, code } = start(['What is 2 + 3?', '--tools', tools, '--journal', journal])
    expect(await code).toBe(0)
    expect(seen.out).toBe('It is 5.\n')
    expect(seen.err).toMatch(
      /^✓ add\(\{"a":2,"b":3\}\) \d+ ms: 5\n2 turns, 22 tokens in, 14 out, cost unknown\n$/,
    )
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toContain('tool-succeeded')
    expect(lines.join('')).not.toContain('secret')
  })

  it('leaves a file alone that is no journal, with or without --resume', async () => {
    const notes = join(folder, 'notes.txt')
    writeFileSync(notes, 'notes without a last line feed')
    for (const args of [['Hi.'], ['--resume']]) {
      const { seen, code } = start([...args, '--journal', notes])
      expect(await code).toBe(2)
      expect(seen.err).toMatch(/^chunkfold: The .*notes.txt".*\n$/)
      expect(readFileSync(notes, 'utf8')).toBe('notes without a last line feed')
    }
  })

  it('ends with its run, though a tool left a timer behind', async () => {
    const lasting = join(folder, 'lasting.mjs')
    const execute = '() => { setInterval(() => {}, 1_000); return 5 }'
    writeFileSync(lasting, `export const tools = [{ name: 'add', execute: ${execute} }]`)
    sayings = [[calls(['add', {}])], [text('It is 5.')]]
    const { seen, code } = start(['Add.', '--tools', lasting])
    expect([await code, seen.out]).toEqual([0, 'It is 5.\n'])
  })

  it('stops when it is interrupted: the request is aborted, and what came stays', async () => {
    sayings = []
    const { child, seen, code } = start(['Tell me.'])
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGINT')
    expect(await code).toBe(130)
    await closed
    expect(seen.out).toMatch(/^Hal.*\n$/)
    expect(seen.err).toContain('chunkfold: The run was aborted.\n')
  })
})
