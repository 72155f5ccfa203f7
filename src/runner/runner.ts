import * as E from 'fp-ts/Either'
import type { LlmResponse } from '../frames'
import { call } from './call'
import { ModelError, type ModelFailure } from './error'
import { type ModelInput, type Preparation, prepareCall, type StageSettings } from './prepare'
import type { ModelProvider, ProviderObject } from './provider'
import { candidateOf, judgedAsync, wholeOf } from './select'
import { type ResultOf, type Selection, TEXT } from './selection'

export interface ModelRunnerOptions<S extends Selection, Stages extends Selections> {
  /** Whom it asks: an async generator function of strings, an object with a `stream`, or a `modelProvider`. */
  readonly provider: ModelProvider
  /** What a call selects that is not of a stage. Absent: its text. */
  readonly selection?: S | undefined
  /** What the calls of each stage select, by their ids. */
  readonly stages?: Stages | undefined
  /** The longest input that is sent, as it is measured. Absent: any. */
  readonly maxInputChars?: number | undefined
  /** The longest output that is waited for: text, refusals, reasoning and arguments. Absent: any. */
  readonly maxOutputChars?: number | undefined
}

export type Selections = { readonly [stageId: string]: Selection }

export interface InvokeOptions {
  readonly input: ModelInput
  /** Gives the call up, whatever it waits for. */
  readonly signal?: AbortSignal | undefined
}

export interface PreparedInvocation<Result> extends InvokeOptions {
  readonly prepared: Preparation<Result>
}

export interface Invoked<Result> {
  /** What the response selected. A promise that the resolver gave has been waited for. */
  readonly value: Awaited<Result>
  /** The whole response: usage, finish reason, oddities, the message to go on with. */
  readonly response: LlmResponse
}

/**
 * Asks a model for one selection at a time, within budgets.
 *
 * ```ts
 * const runner = new ModelRunner({
 *   provider: async function* (messages) { yield 'Hello' },
 *   maxInputChars: 100_000,
 * })
 * const { value } = await runner.invoke('Say hello.') // 'Hello'
 * ```
 *
 * @throws TypeError for a budget that is no number of characters.
 */
export class ModelRunner<
  S extends Selection = Selection<string>,
  Stages extends Selections = { readonly [stageId: string]: S },
> {
  readonly #provider: ProviderObject
  readonly #selection: Selection
  readonly #stages: Selections | undefined
  readonly #maxInputChars: number
  readonly #maxOutputChars: number

  constructor(options: ModelRunnerOptions<S, Stages>) {
    const { provider, selection = TEXT, stages } = options
    this.#provider = typeof provider === 'function' ? { stream: provider } : provider
    this.#selection = selection
    this.#stages = stages
    this.#maxInputChars = budget('maxInputChars', options.maxInputChars)
    this.#maxOutputChars = budget('maxOutputChars', options.maxOutputChars)
  }

  /**
   * Settles a call before its input, so that inputs can be measured as they would be sent.
   *
   * @throws TypeError for a stage that the runner does not have.
   */
  prepare(settings?: Omit<StageSettings, 'stageId'>): Preparation<ResultOf<S>>
  prepare<Id extends keyof Stages & string>(
    settings: StageSettings & { readonly stageId: Id },
  ): Preparation<ResultOf<Stages[Id]>>
  prepare(settings: StageSettings = {}): Preparation {
    return prepareCall(this.#provider, this.#selectionOf(settings), settings, this.#maxInputChars)
  }

  /**
   * Asks, and gives what the response selected. With a preparation, the request is the very one that it measured.
   *
   * Rejects with a `ModelError` where there is no valid selection, or a budget is passed; and with what a resolver throws.
   */
  invoke(input: ModelInput | InvokeOptions): Promise<Invoked<ResultOf<S>>>
  invoke<Result>(invocation: PreparedInvocation<Result>): Promise<Invoked<Result>>
  async invoke(
    given: ModelInput | (InvokeOptions & { readonly prepared?: Preparation }),
  ): Promise<Invoked<unknown>> {
    const { input, prepared = this.prepare(), signal } = optionsOf(given)
    const request = prepared.request(input)
    if (request.inputChars > this.#maxInputChars) throw this.#tooLong(request.inputChars)
    const state = await call(this.#provider, request, { maxOutputChars: this.#maxOutputChars, signal })
    const response = orReject(E.flatMap(wholeOf)(state))
    const candidate = orReject(candidateOf(prepared.selection, response))
    const release = orReject(await judgedAsync(candidate))
    return { value: await release(), response }
  }

  #selectionOf({ stageId }: StageSettings): Selection {
    if (this.#stages === undefined || stageId === undefined) return this.#selection
    const stage = Object.hasOwn(this.#stages, stageId) ? this.#stages[stageId] : undefined
    if (stage === undefined) throw new TypeError(`The runner has no stage ${stageId}.`)
    return stage
  }

  #tooLong(inputChars: number): ModelError {
    const message = `The input has ${inputChars} characters, more than ${this.#maxInputChars}; it was not sent.`
    return new ModelError({ code: 'input-over-budget', message, text: '' })
  }
}

const budget = (name: string, chars = Number.POSITIVE_INFINITY): number => {
  if (chars >= 0) return chars
  throw new TypeError(`The option \`${name}\` is a number of characters, 0 or more; it is ${chars}.`)
}

/** A conversation is a list, and a list has no `input`. */
const optionsOf = (
  given: ModelInput | (InvokeOptions & { readonly prepared?: Preparation }),
): InvokeOptions & { readonly prepared?: Preparation } =>
  typeof given === 'object' && 'input' in given ? given : { input: given }

const orReject = <T>(result: E.Either<ModelFailure, T>): T => {
  if (E.isLeft(result)) throw new ModelError(result.left)
  return result.right
}
