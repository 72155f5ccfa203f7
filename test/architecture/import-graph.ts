import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'
import { purityViolations } from './purity'
import { type Room, roomNamed, roomNameOf } from './rooms'
import { parse, positionOf, type SourceText, type Violation } from './source'

type Import = { readonly specifier: string; readonly line: number }

/** Every way a file names another: import, re-export, `import()` as value or type, `require`. Type-only ones count too. */
const specifierOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  if (ts.isExternalModuleReference(node)) return node.expression
  if (!ts.isCallExpression(node)) return undefined
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require'
  return isImport || isRequire ? node.arguments[0] : undefined
}

/** The imports of a file in reading order; a computed specifier is given as its source text. */
export const importsOf = (file: SourceText): readonly Import[] => {
  const source = parse(file)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) {
      const text = ts.isStringLiteralLike(specifier) ? specifier.text : specifier.getText(source)
      found.push({ specifier: text, line: positionOf(source, node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Where a relative import points, from the root and without its extension: `src/json` or `src/data/value`. */
const resolve = (from: string, specifier: string): string => {
  const target = posix.join(posix.dirname(from), specifier).replace(/\/$/, '')
  return target === 'src' ? 'src/index' : target.replace(/\.[cm]?[jt]s$/, '')
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const list = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

const relativeViolations = (room: Room, path: string, { specifier, line }: Import): readonly Violation[] => {
  const target = resolve(path, specifier)
  const says = `${path}:${line} imports '${specifier}'`
  if (room.node && target === 'package.json') return [] // the command says its own version
  if (!target.startsWith('src/')) return [{ rule: 'outside', message: `${says}: that is in no room of src` }]
  const name = roomNameOf(target)
  if (name === room.name) return []
  const order: readonly Violation[] = room.rooms.includes(name)
    ? []
    : [{ rule: 'room-order', message: `${says}: ${room.name} may import only from ${list(room.rooms)}` }]
  const throughDoor = [`src/${name}`, `src/${name}/index`, room.sideDoor].includes(target)
  return throughDoor
    ? order
    : [...order, { rule: 'door', message: `${says}: the only door of ${name} is src/${name}/index.ts` }]
}

const importViolations = (room: Room, path: string, found: Import): readonly Violation[] => {
  const { specifier, line } = found
  if (specifier.startsWith('.')) return relativeViolations(room, path, found)
  const says = `${path}:${line} imports '${specifier}'`
  if (room.node && specifier.startsWith('pathToFileURL(')) return [] // a module of the caller's, by its path
  if (isBuiltin(specifier))
    return room.node ? [] : [{ rule: 'node-builtin', message: `${says}: ${room.name} runs without Node` }]
  return room.packages.includes(packageOf(specifier))
    ? []
    : [{ rule: 'package', message: `${says}: ${room.name} may use only ${list(room.packages)}` }]
}

const isNamedReExport = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) &&
  statement.moduleSpecifier !== undefined &&
  statement.exportClause !== undefined &&
  ts.isNamedExports(statement.exportClause)

/** An `index.ts` says by name what its folder shows, and nothing else. */
const doorContentViolations = (file: SourceText): readonly Violation[] => {
  if (posix.basename(file.path) !== 'index.ts') return []
  const source = parse(file)
  return source.statements
    .filter((statement) => !isNamedReExport(statement))
    .map((statement) => ({
      rule: 'door-content' as const,
      message: `${file.path}:${positionOf(source, statement)} has '${statement.getText(source).split('\n')[0]}': a door holds only 'export { names } from'`,
    }))
}

/** Everything one source file does that the layout of DESIGN §4 forbids. Pure: it reads nothing but its argument. */
export const violationsOf = (file: SourceText): readonly Violation[] => {
  const name = roomNameOf(file.path)
  const room = roomNamed(name)
  if (room === undefined)
    return [{ rule: 'unknown-room', message: `${file.path}: src/${name} is not in the table of rooms` }]
  return [
    ...importsOf(file).flatMap((found) => importViolations(room, file.path, found)),
    ...doorContentViolations(file),
    ...(room.core ? purityViolations(file) : []),
  ]
}
