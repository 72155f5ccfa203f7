import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import { snapshot, toolCalls } from '../collector'
import type { LlmResponse } from '../frames'
import { ModelError, type ModelFailure } from './error'
import { emptyGathered, gather, settle } from './gather'
import type { ModelPart } from './part'
import { type Candidate, candidateOf, candidatesOf, judged, judgedAsync, wholeOf } from './select'
import { type ModelSelection, type Release, type ResultOf, type Selection, TEXT } from './selection'

/** Takes the parts of one response as they come, and resolves them at the end. */
export interface ModelResponseCollector<Result = ModelSelection> {
  /** @throws TypeError for a part that is none, of another dialect, or after `finish`. */
  readonly push: (part: ModelPart) => void
  /**
   * The result, of the whole value and never of a prefix.
   *
   * @throws ModelError where what came is no valid selection, and TypeError for a schema that answers later; and what the resolver throws.
   */
  readonly finish: () => Result
  /** Characters of output so far, text and arguments alike, in UTF-16 units. For output budgets. */
  readonly outputChars: number
  /** The native call that carries the selection; undefined until there is one, and where text does. */
  readonly call?: FunctionCall | undefined
  /** All native calls of a session's response; undefined where one selection is expected. */
  readonly calls?: readonly FunctionCall[] | undefined
}

export interface FunctionCall {
  readonly id: string
  readonly name: string
  /** Characters of its arguments so far. */
  readonly argumentChars: number
  /** Of the tool with this name; absent where none is on offer. */
  readonly toolId?: string
}

/** A collector of ours: it also takes schemas that answer later, and shows the response itself. */
export interface ResponseCollector<Result> extends ModelResponseCollector<Result> {
  /** `finish` for schemas that answer later. Rejects with what `finish` throws. */
  readonly finishAsync: () => Promise<Result>
  /** All that came so far: reasoning, usage, oddities. */
  readonly response: LlmResponse
}

/** What a session's response selects, call by call. */
export interface SessionSelection<Result> {
  /** What the model said beside its calls. */
  readonly text: string
  /** One result a call, in the order of the calls; where there is none, that of the answer, if one is expected. */
  readonly results: readonly Result[]
}

/**
 * A collector for one response that selects one thing: a tool, or the answer; without a selection, its text.
 *
 * ```ts
 * const collector = createCollector({ tools: [tool({ name: 'search', schema, resolve: search })] })
 * for await (const part of parts) collector.push(part)
 * const result = collector.finish()
 * ```
 */
export function createCollector(): ResponseCollector<string>
export function createCollector<S extends Selection>(selection: S): ResponseCollector<ResultOf<S>>
export function createCollector(selection: Selection = TEXT): ResponseCollector<unknown> {
  const candidate = (response: LlmResponse) => candidateOf(selection, response)
  return openCollector(
    selection,
    false,
    (response) => pipe(candidate(response), E.flatMap(judged)),
    (response) => judgedLater(candidate(response)),
  )
}

/** A collector for a response that may make any number of calls, each of which selects a tool. No resolver runs unless all of them are valid. */
export const createSessionCollector = <S extends Selection>(
  selection: S,
): ResponseCollector<SessionSelection<ResultOf<S>>> => {
  const typed = selection as Selection<ResultOf<S>> // what its tools and answer give is what ResultOf reads off them
  return openCollector(
    selection,
    true,
    (response) => releaseAll(response, candidatesOf(typed, response).map(E.flatMap(judged))),
    async (response) =>
      releaseAll(response, await Promise.all(candidatesOf(typed, response).map(judgedLater))),
  )
}

const judgedLater = async <Result>(
  candidate: E.Either<ModelFailure, Candidate<Result>>,
): Promise<E.Either<ModelFailure, Release<Result>>> =>
  E.isLeft(candidate) ? candidate : judgedAsync(candidate.right)

/** All of them, or the first failure. */
const releaseAll = <Result>(
  { text }: LlmResponse,
  judgements: readonly E.Either<ModelFailure, Release<Result>>[],
): E.Either<ModelFailure, Release<SessionSelection<Result>>> =>
  pipe(
    E.sequenceArray(judgements),
    E.map((releases) => () => ({ text, results: releases.map((release) => release()) })),
  )

const openCollector = <Result>(
  { tools = [] }: Selection,
  isSession: boolean,
  select: (response: LlmResponse) => E.Either<ModelFailure, Release<Result>>,
  selectAsync: (response: LlmResponse) => Promise<E.Either<ModelFailure, Release<Result>>>,
): ResponseCollector<Result> => {
  let gathered = emptyGathered
  let isFinished = false

  const toolIds: ReadonlyMap<string, string> = new Map(tools.map(({ name, toolId }) => [name, toolId]))
  const functionCalls = (): readonly FunctionCall[] =>
    gathered.state === undefined
      ? []
      : toolCalls(gathered.state).map(({ id, name, arguments: { length } }) => {
          const toolId = toolIds.get(name)
          return { id, name, argumentChars: length, ...(toolId !== undefined && { toolId }) }
        })

  const whole = (): E.Either<ModelFailure, LlmResponse> => {
    isFinished = true
    const state = settle(gathered, 'clean')
    gathered = { ...gathered, state, plain: false } // it has its end: finishing again adds none
    return wholeOf(state)
  }

  return {
    push: (part) => {
      if (isFinished) throw new TypeError('A part came after the response was finished.')
      gathered = gather(gathered, part)
    },
    finish: () => releaseOrThrow(E.flatMap(select)(whole())),
    finishAsync: async () => {
      const response = whole()
      return releaseOrThrow(E.isLeft(response) ? response : await selectAsync(response.right))
    },
    get outputChars() {
      return gathered.outputChars
    },
    get call() {
      return isSession ? undefined : functionCalls()[0]
    },
    get calls() {
      return isSession ? functionCalls() : undefined
    },
    get response() {
      return snapshot(gathered.state ?? settle(emptyGathered, 'clean'))
    },
  }
}

/** The one place where a failure is thrown: the contract of `finish` wants it. */
const releaseOrThrow = <Result>(release: E.Either<ModelFailure, Release<Result>>): Result => {
  if (E.isLeft(release)) throw new ModelError(release.left)
  return release.right()
}
