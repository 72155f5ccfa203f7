/** Runs and type-checks the TypeScript of README.md and docs/. A block is a module; a line `expression // expected` is a claim that must hold. */
import { beforeAll, describe, expect, it } from 'vitest'
import { typeFaultsOf } from './check-fences'
import { claimsOf, type Fence, fencesOf, isModule, needsNetwork, pages } from './fences'
import { runFence } from './run-fence'

const modules = pages.flatMap(fencesOf).filter(isModule)
const runnable = modules.filter((fence) => !needsNetwork(fence))

const titled = (fences: readonly Fence[]) => fences.map((fence) => [fence.title, fence] as const)

describe('the blocks of the documentation', () => {
  it('are found, with claims; those that do not run are of README.md', () => {
    expect(runnable.length).toBeGreaterThanOrEqual(12)
    expect(runnable.flatMap(({ code }) => claimsOf(code)).length).toBeGreaterThanOrEqual(24)
    const asking = modules.filter(needsNetwork)
    expect(asking.filter(({ title }) => !title.startsWith('README.md:'))).toEqual([])
  })

  it.each(titled(runnable))('%s runs, and what it claims holds', async (_, { code }) => {
    for (const { line, expression, expected, actual, wanted } of await runFence(code)) {
      expect(actual, `line ${line}: ${expression} // ${expected}`).toStrictEqual(wanted)
    }
  })

  describe('compile', () => {
    let faults: ReturnType<typeof typeFaultsOf> = new Map()

    beforeAll(() => {
      faults = typeFaultsOf(modules, needsNetwork)
    })

    it.each(titled(modules))('%s', (_, fence) => {
      expect(faults.get(fence)).toEqual([])
    })
  })
})

describe('a claim', () => {
  it('is an expression at the top with a comment behind it', () => {
    const code = [
      'const a = 1 // a comment',
      'a + 1 // 2',
      'a',
      '// 3',
      'if (a) a // 4',
      "f({ b: '// 5' }) // { c: 6 }",
      'a',
      '  .b() // 7',
    ].join('\n')
    expect(claimsOf(code).map(({ line, expression, expected }) => [line, expression, expected])).toEqual([
      [2, 'a + 1', '2'],
      [6, "f({ b: '// 5' })", '{ c: 6 }'],
      [7, 'a\n  .b()', '7'],
    ])
  })

  it('is compared by what both sides come to', async () => {
    const code = `
import { initial, text } from 'chunkfold'
const state = await Promise.resolve(initial('openai'))
text(state) // 'a' + 'b'
state.pen // -1
`
    const checked = await runFence(code)
    expect(checked.map(({ actual, wanted }) => [actual, wanted])).toEqual([
      ['', 'ab'],
      [-1, -1],
    ])
  })

  it('whose comment is no expression does not pass for one', async () => {
    await expect(runFence("import { text } from 'chunkfold'\ntext // the text so far")).rejects.toThrow()
  })
})

describe('the compiler', () => {
  const fence = (code: string): Fence => ({ title: 'x', language: 'ts', code })
  const names = fence("import { initial, noSuchName } from 'chunkfold'\ninitial('no-such-provider')")
  const free = fence("import { initial } from 'chunkfold'\ninitial(provider)")

  it('finds what is wrong with a block, and takes a free name for a fault unless it may be one', () => {
    const strict = typeFaultsOf([names, free], () => false)
    expect(strict.get(names)).toHaveLength(2)
    expect(strict.get(free)).toEqual([expect.stringContaining("line 2: Cannot find name 'provider'")])
    expect(typeFaultsOf([free], () => true).get(free)).toEqual([])
  })
})
