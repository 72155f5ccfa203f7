import ts from 'typescript'

/** A source file as plain data; `path` is from the root of the repository, with forward slashes. */
export type SourceText = { readonly path: string; readonly text: string }

export type Rule =
  | 'room-order'
  | 'door'
  | 'door-content'
  | 'unknown-room'
  | 'outside'
  | 'package'
  | 'node-builtin'
  | 'impure-global'
  | 'module-state'

/** One broken rule; the message names the file, its line, and what to do. */
export type Violation = { readonly rule: Rule; readonly message: string }

export const parse = (file: SourceText): ts.SourceFile =>
  ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true)

/** The line of a node, counted from one. */
export const positionOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
