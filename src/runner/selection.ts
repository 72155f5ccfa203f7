import * as E from 'fp-ts/Either'
import type { Json, JsonObject } from '../data'
import { jsonSchemaOf, type OutputOf, type Schema, validate, validateSync } from '../schema'
import type { Mismatch } from '../standard'

/** What a model may choose from. One response selects one of it: a tool by calling it, or the answer by writing it. */
export interface Selection<Result = unknown> {
  readonly tools?: readonly SelectionTool<Result>[] | undefined
  /** What text is worth. Absent: where there is one tool alone, its value as JSON text; else text selects nothing. */
  readonly answer?: SelectionAnswer<Result> | undefined
}

/** What a selection gives. */
export type ResultOf<S extends Selection> = S extends Selection<infer Result> ? Result : never

/** A tool, with the types of its values behind it. Made by {@link tool}. */
export interface SelectionTool<Result = unknown> extends Judged<Result> {
  /** What the model calls it. */
  readonly name: string
  /** What the caller calls it. */
  readonly toolId: string
  readonly description?: string | undefined
  /** Of its arguments, for the provider; absent where the schema's library does not tell. */
  readonly parameters?: JsonObject
}

/** What an answer in text is worth. Made by {@link answer} or {@link textAnswer}. */
export type SelectionAnswer<Result = unknown> = JsonAnswer<Result> | TextAnswer<Result>

export interface JsonAnswer<Result> extends Judged<Result> {
  readonly type: 'json'
  /** For the provider; absent where the schema's library does not tell. */
  readonly schema?: JsonObject
}

export interface TextAnswer<Result> {
  readonly type: 'text'
  readonly resolve: (text: string) => Result
}

/** Judges a whole value. What comes of it is released only when it is asked for: where one value is refused, no resolver runs. */
export interface Judged<Result> {
  readonly judge: (value: Json, call?: SelectedCall) => E.Either<Mismatch, Release<Result>>
  /** For schemas that may answer later. */
  readonly judgeAsync: (value: Json, call?: SelectedCall) => Promise<E.Either<Mismatch, Release<Result>>>
}

/** Runs the resolver of a value that its schema took. */
export type Release<Result> = () => Result

/** The native call that carried a value. */
export interface SelectedCall {
  readonly id: string
  readonly name: string
  readonly toolId: string
}

/** What was selected, where nobody resolves it to something else. */
export type ModelSelection<Value = unknown> = ToolSelection<Value> | AnswerSelection<Value>

export interface ToolSelection<Value = unknown> {
  readonly type: 'tool'
  readonly toolId: string
  readonly value: Value
  /** Absent where the value came as text. */
  readonly call?: SelectedCall
}

export interface AnswerSelection<Value = unknown> {
  readonly type: 'answer'
  readonly value: Value
}

export interface ToolOptions<S extends Schema> {
  readonly name: string
  /** Absent: the name. */
  readonly toolId?: string | undefined
  readonly description?: string | undefined
  /** Of its arguments. */
  readonly schema: S
}

type Resolve<S extends Schema, Result> = (value: OutputOf<S>, call?: SelectedCall) => Result

/**
 * A tool that may be selected. What it gives is made by `resolve`, of the whole value and only once the schema took it; without `resolve` it is a
 * {@link ToolSelection}.
 *
 * ```ts
 * tool({ name: 'search', schema: z.object({ query: z.string() }), resolve: ({ query }) => search(query) })
 * ```
 *
 * @throws what the schema's library throws where JSON Schema has no words for the schema.
 */
export function tool<S extends Schema, Result>(
  options: ToolOptions<S> & { readonly resolve: Resolve<S, Result> },
): SelectionTool<Result>
export function tool<S extends Schema>(options: ToolOptions<S>): SelectionTool<ToolSelection<OutputOf<S>>>
export function tool<S extends Schema>({
  name,
  toolId = name,
  description,
  schema,
  resolve = (value, call) => ({ type: 'tool', toolId, value, ...(call !== undefined && { call }) }),
}: ToolOptions<S> & { readonly resolve?: Resolve<S, unknown> }): SelectionTool {
  const parameters = jsonSchemaOf(schema)
  return {
    name,
    toolId,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
    ...judgedBy(schema, resolve),
  }
}

/**
 * An answer in JSON, whatever native or textual way the provider has for it.
 *
 * @throws as {@link tool} does.
 */
export function answer<S extends Schema, Result>(options: {
  readonly schema: S
  readonly resolve: Resolve<S, Result>
}): JsonAnswer<Result>
export function answer<S extends Schema>(options: {
  readonly schema: S
}): JsonAnswer<AnswerSelection<OutputOf<S>>>
export function answer<S extends Schema>({
  schema,
  resolve = (value) => ({ type: 'answer', value }),
}: {
  readonly schema: S
  readonly resolve?: Resolve<S, unknown> | undefined
}): JsonAnswer<unknown> {
  const told = jsonSchemaOf(schema)
  return { type: 'json', ...(told !== undefined && { schema: told }), ...judgedBy(schema, resolve) }
}

/** An answer in words: any text. */
export const textAnswer = <Result>(resolve: (text: string) => Result): TextAnswer<Result> => ({
  type: 'text',
  resolve,
})

/** The selection of who wants the text itself. */
export const TEXT: Selection<string> = { answer: textAnswer((text) => text) }

const judgedBy = <S extends Schema, Result>(schema: S, resolve: Resolve<S, Result>): Judged<Result> => {
  const release = (call?: SelectedCall) => E.map((output: OutputOf<S>) => () => resolve(output, call))
  return {
    judge: (value, call) => release(call)(validateSync(schema, value)),
    judgeAsync: async (value, call) => release(call)(await validate(schema, value)),
  }
}
