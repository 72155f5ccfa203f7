import ts from 'typescript'
import { parse, positionOf, type SourceText, type Violation } from './source'

/** Globals that bring in time, chance, the outside world or the user's locale. Types count as uses. */
const impureGlobals: ReadonlySet<string> = new Set([
  ...[
    'process',
    'console',
    'Buffer',
    'require',
    'globalThis',
    'global',
    'window',
    'self',
    'document',
    'navigator',
  ],
  ...['Date', 'performance', 'Intl', 'crypto', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'eval'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['queueMicrotask', 'requestAnimationFrame', 'requestIdleCallback'],
  ...['localStorage', 'sessionStorage', 'WeakRef', 'FinalizationRegistry'],
])

const keyedCollections: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])

/** Binds one file alone, with no library: a name without a declaration is then a global. */
const bind = (file: SourceText): { readonly source: ts.SourceFile; readonly checker: ts.TypeChecker } => {
  const source = parse(file)
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === file.path ? source : undefined),
    getDefaultLibFileName: () => '',
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
    fileExists: (name) => name === file.path,
    readFile: (name) => (name === file.path ? file.text : undefined),
    useCaseSensitiveFileNames: () => true,
    writeFile: () => {},
  }
  const options: ts.CompilerOptions = {
    noLib: true,
    noResolve: true,
    types: [],
    moduleDetection: ts.ModuleDetectionKind.Force,
    target: ts.ScriptTarget.ES2022,
  }
  return { source, checker: ts.createProgram([file.path], options, host).getTypeChecker() }
}

/** A name that is being declared, or belongs to another object, refers to no global. */
const isOwnName = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name !== node
  if (ts.isQualifiedName(parent)) return parent.right === node
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
    return parent.name === node || parent.propertyName === node
  return 'name' in parent && parent.name === node
}

const isGlobal = (checker: ts.TypeChecker, node: ts.Identifier): boolean => {
  if (isOwnName(node)) return false
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
  return (symbol?.declarations ?? []).length === 0
}

/** `Math.max` is fine; `Math.random`, and a `Math` that travels as a value, are not. */
const isSafeMath = ({ parent }: ts.Identifier): boolean =>
  ts.isPropertyAccessExpression(parent) && parent.name.text !== 'random'

const globalViolations = (file: SourceText): readonly Violation[] => {
  const { source, checker } = bind(file)
  const found: Violation[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const suspect = impureGlobals.has(node.text) || (node.text === 'Math' && !isSafeMath(node))
      if (suspect && isGlobal(checker, node)) {
        const shown = node.text === 'Math' ? node.parent.getText(source) : node.text
        found.push({
          rule: 'impure-global',
          message: `${file.path}:${positionOf(source, node)} uses ${shown}: the core gets it in its arguments`,
        })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The inside of a function runs later, unless the function is called on the spot: `(() => { … })()`. */
const isDeferred = (node: ts.Node): boolean => {
  if (!ts.isFunctionLike(node)) return false
  let called: ts.Node = node
  while (ts.isParenthesizedExpression(called.parent)) called = called.parent
  return !(ts.isCallExpression(called.parent) && called.parent.expression === called)
}

/** A lookup table: a collection whose declared type lets nobody change it, as in `const kinds: ReadonlyMap<…> = new Map(…)`. */
const isTable = ({ parent }: ts.NewExpression): boolean =>
  ts.isVariableDeclaration(parent) &&
  parent.type !== undefined &&
  ts.isTypeReferenceNode(parent.type) &&
  ['ReadonlyMap', 'ReadonlySet'].includes(parent.type.typeName.getText())

const stateIn = (node: ts.Node): string | undefined => {
  if (ts.isVariableDeclarationList(node)) {
    if ((node.flags & ts.NodeFlags.BlockScoped) === 0) return 'var'
    return (node.flags & ts.NodeFlags.Let) === 0 ? undefined : 'let'
  }
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || isTable(node)) return undefined
  return keyedCollections.has(node.expression.text) ? `new ${node.expression.text}` : undefined
}

const tableAdvice = ' (declare a lookup table as ReadonlyMap or ReadonlySet)'

const moduleStateViolations = (file: SourceText): readonly Violation[] => {
  const source = parse(file)
  const found: Violation[] = []
  const visit = (node: ts.Node): void => {
    if (isDeferred(node)) return
    const state = stateIn(node)
    if (state !== undefined) {
      found.push({
        rule: 'module-state',
        message: `${file.path}:${positionOf(source, node)} has a module-level '${state}': the core keeps no state of its own${state.startsWith('new') ? tableAdvice : ''}`,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What a core file does that its arguments do not explain. */
export const purityViolations = (file: SourceText): readonly Violation[] => [
  ...globalViolations(file),
  ...moduleStateViolations(file),
]
