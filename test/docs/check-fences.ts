import { join } from 'node:path'
import ts from 'typescript'
import { entries, type Fence, root } from './fences'

/** What the compiler has against each block, under the repository's own options. Names nobody declares are left out where `isFree` says so. */
export const typeFaultsOf = (
  fences: readonly Fence[],
  isFree: (fence: Fence) => boolean,
): ReadonlyMap<Fence, readonly string[]> => {
  const files = new Map(fences.map((fence, n) => [join(root, 'docs', `fence-${n}.ts`), fence]))
  const options = optionsOf()
  const host = ts.createCompilerHost(options)
  const sound = { fileExists: host.fileExists, readFile: host.readFile, getSourceFile: host.getSourceFile }
  host.fileExists = (path) => files.has(path) || sound.fileExists(path)
  host.readFile = (path) => files.get(path)?.code ?? sound.readFile(path)
  host.getSourceFile = (path, target, ...rest) => {
    const fence = files.get(path)
    return fence === undefined
      ? sound.getSourceFile(path, target, ...rest)
      : ts.createSourceFile(path, fence.code, target)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return new Map(
    [...files].map(([path, fence]) => {
      const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(path))
      return [fence, found.filter(({ code }) => !(isFree(fence) && UNDECLARED.has(code))).map(tell)]
    }),
  )
}

/** `Cannot find name`, with and without a suggestion, and a shorthand property of such a name. */
const UNDECLARED: ReadonlySet<number> = new Set([2304, 2552, 18004])

const tell = ({ file, start = 0, messageText }: ts.Diagnostic): string => {
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1
  return `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
}

const optionsOf = (): ts.CompilerOptions => {
  const path = join(root, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const paths = Object.fromEntries([...entries].map(([name, source]) => [name, [`./${source}`]]))
  const merged = { ...config, compilerOptions: { ...config.compilerOptions, paths }, include: [], files: [] }
  return ts.parseJsonConfigFileContent(merged, ts.sys, root, undefined, path).options
}
