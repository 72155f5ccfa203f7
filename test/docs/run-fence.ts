import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { type Claim, claimsOf, entries, root } from './fences'

export interface Checked extends Claim {
  readonly actual: unknown
  readonly wanted: unknown
}

/** Runs a block as a module, this package being its sources, and gives what each claim and its comment came to. */
export const runFence = async (code: string): Promise<readonly Checked[]> => {
  const claims = claimsOf(code)
  const told = claims.reduceRight(
    (text, { start, end, expression, expected }, n) =>
      `${text.slice(0, start)}claim(${n}, (${expression}), (${expected}));${text.slice(end)}`,
    code,
  )
  const checked: Checked[] = []
  const claim = (n: number, actual: unknown, wanted: unknown): void => {
    const made = claims[n]
    if (made !== undefined) checked.push({ ...made, actual, wanted })
  }
  const modules = new Map<string, unknown>()
  for (const name of ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName)) {
    modules.set(name, await load(name))
  }
  await compiled(told)((name: string) => modules.get(name), {}, claim)
  return checked
}

const load = (name: string): Promise<unknown> => {
  const source = entries.get(name)
  return import(source === undefined ? name : pathToFileURL(join(root, source)).href)
}

type Body = (require: (name: string) => unknown, exports: object, claim: unknown) => Promise<void>

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => Body // every async function has it

/** CommonJS inside an async function, so that a block may await at its top. */
const compiled = (code: string): Body => {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  })
  return new AsyncFunction('require', 'exports', 'claim', outputText)
}
