/** Runs the commands that docs/cli.md shows in its `console` blocks and compares what they print. */
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run'
import { fakeIo } from './fake-io'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')

const blocks = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '')

/** The commands of a block, each with what follows it. */
const commandsOf = (block: string): readonly (readonly [command: string, output: string])[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)] as const)

const io = (print: (text: string) => void) => {
  const sink = {
    isTTY: false,
    write: async (text: string) => {
      print(text)
      return true
    },
  }
  return {
    ...fakeIo().io,
    stdout: sink,
    stderr: sink,
    open: async (path: string) =>
      existsSync(join(root, path))
        ? E.right({ bytes: createReadStream(join(root, path)) })
        : E.left(`There is no file "${path}".`),
  }
}

const tail = (text: string, count: number): string =>
  text
    .split('\n')
    .slice(-count - 1)
    .join('\n')

describe('docs/cli.md', () => {
  it.each(blocks.map((block) => [block.split('\n')[0] ?? '', block] as const))('%s', async (_, block) => {
    let lastCode = 0
    for (const [command, output] of commandsOf(block)) {
      if (command === 'echo $?') {
        expect(`${lastCode}\n`).toBe(output)
        continue
      }
      const [, line, count] = /^chunkfold (.*?)(?: \| tail -(\d+))?$/.exec(command) ?? []
      let printed = ''
      lastCode = await run(
        (line ?? '').split(' '),
        io((text) => {
          printed += text
        }),
      )
      expect(count === undefined ? printed : tail(printed, Number(count)), command).toBe(output)
    }
  })

  it('has examples of every exit code', () => {
    const codes = blocks.flatMap(commandsOf).filter(([command]) => command === 'echo $?')
    expect(new Set(codes.map(([, code]) => code.trim()))).toEqual(new Set(['0', '1', '2']))
  })
})
