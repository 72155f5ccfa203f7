/** The code blocks of the documentation, and what is to be done with each of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Page {
  /** From the root of the repository: `docs/frames.md`. */
  readonly path: string
  readonly text: string
}

/** README.md and all pages of docs/. */
export const pages: readonly Page[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join('docs', name)),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export interface Fence {
  /** The page, and the line on which the code begins: `docs/frames.md:10`. */
  readonly title: string
  readonly language: string
  readonly code: string
}

export const fencesOf = ({ path, text }: Page): readonly Fence[] =>
  [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = '', 2: code = '' }) => ({
    title: `${path}:${text.slice(0, index).split('\n').length + 1}`,
    language: language.trim(),
    code,
  }))

/** Whether a block is a module of its own: TypeScript that imports what it uses of this package. JSX (`tsx`) needs a DOM. */
export const isModule = ({ language, code }: Fence): boolean =>
  language === 'ts' && /\bfrom 'chunkfold(\/[^']*)?'/.test(code)

/** Whether a block asks a server: by `fetch` at an address, by a model with a key and without a `fetch` of its own, or by the `client` of an SDK. Names that it does not declare are the reader's. */
export const needsNetwork = ({ code }: Fence): boolean =>
  /\bfetch\(\s*['"`]https?:/.test(code) ||
  /\bfetchModel\((?=[^)]*\bapiKey\b)(?![^)]*\bfetch\b)/.test(code) ||
  /\bawait client\./.test(code)

/** A line `expression // expected`: what stands in the comment is an expression, too. */
export interface Claim {
  readonly line: number
  readonly expression: string
  readonly expected: string
  readonly start: number
  readonly end: number
}

/** The claims of a block: its statements that are expressions, with a comment behind them on their last line. */
export const claimsOf = (code: string): readonly Claim[] => {
  const source = ts.createSourceFile('fence.ts', code, ts.ScriptTarget.ES2022)
  return source.statements.filter(ts.isExpressionStatement).flatMap((statement) => {
    const [, expected] = /^[ \t]*\/\/ ([^\n]+)/.exec(code.slice(statement.end)) ?? []
    if (expected === undefined) return []
    const start = statement.getStart(source)
    const expression = code.slice(start, statement.end)
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    return [{ line, expression, expected, start, end: statement.end }]
  })
}

/** The subpaths that package.json offers, with the source behind each: `chunkfold/wire` is `src/wire/index.ts`. */
export const entries: ReadonlyMap<string, string> = new Map(
  Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }).exports) // it has exports
    .filter((subpath) => !subpath.endsWith('.json'))
    .map((subpath) => [join('chunkfold', subpath), join('src', subpath, 'index.ts')]),
)
