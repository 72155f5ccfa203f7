import * as E from 'fp-ts/Either'
import { type CollectError, type CollectorState, finalize } from '../collector'
import type { Json } from '../data'
import type { LlmResponse, ToolCallPart } from '../frames'
import { feed, finish, initialJson } from '../json'
import { type Mismatch, phraseOf } from '../standard'
import type { ModelFailure } from './error'
import type { Judged, Release, SelectedCall, Selection } from './selection'

/** What a response may select, if the schema says so. */
export type Candidate<Result> = ReadyCandidate<Result> | OpenCandidate<Result>

/** Words need no schema. */
interface ReadyCandidate<Result> {
  readonly type: 'ready'
  readonly release: Release<Result>
}

interface OpenCandidate<Result> {
  readonly type: 'open'
  readonly value: Json
  readonly judged: Judged<Result>
  /** The value as the model wrote it. */
  readonly text: string
  /** The beginning of a sentence that says it has issues. */
  readonly misfit: string
  readonly call?: SelectedCall
  readonly partial: LlmResponse
}

/** The response of a state that is closed, if it is whole. */
export const wholeOf = (state: CollectorState): E.Either<ModelFailure, LlmResponse> =>
  E.mapLeft(unfinished)(finalize(state))

/** What a response selects. A call counts before the words that came with it. */
export const candidateOf = <Result>(
  selection: Selection<Result>,
  response: LlmResponse,
): E.Either<ModelFailure, Candidate<Result>> => {
  const [call, ...others] = response.toolCalls
  if (call === undefined) return inText(selection, response)
  return others.length === 0 ? inCall(selection, response, call) : E.left(several(response))
}

/** What each call of a response selects; where there is none, what its text is worth. Text is worth nothing where no answer is expected. */
export const candidatesOf = <Result>(
  selection: Selection<Result>,
  response: LlmResponse,
): readonly E.Either<ModelFailure, Candidate<Result>>[] => {
  if (response.toolCalls.length > 0)
    return response.toolCalls.map((call) => inCall(selection, response, call))
  const isSilent = selection.answer === undefined && response.refusal === undefined
  return isSilent ? [] : [inText(selection, response)]
}

const unfinished = ({ code, message, partial, ...more }: CollectError): ModelFailure => ({
  code,
  message,
  text: partial.text,
  partial,
  ...('error' in more && { cause: more.error }),
})

const several = (response: LlmResponse): ModelFailure => ({
  code: 'several-selections',
  message: `The model made ${response.toolCalls.length} calls, where one was expected.`,
  text: response.text,
  partial: response,
})

const inCall = <Result>(
  { tools = [] }: Selection<Result>,
  response: LlmResponse,
  { id, name, arguments: text, input }: ToolCallPart,
): E.Either<ModelFailure, Candidate<Result>> => {
  const called = tools.find((one) => one.name === name)
  if (called === undefined) {
    const message = `The model called the tool "${name}", which is not on offer.`
    return E.left({ code: 'unknown-tool', message, text, partial: response })
  }
  if (E.isLeft(input)) {
    const message = `The call of the tool "${name}" cannot be used. ${input.left.message}`
    return E.left({ code: 'invalid-json', message, text, partial: response })
  }
  const misfit = `The arguments of the tool "${name}" do not fit their schema`
  const call: SelectedCall = { id, name, toolId: called.toolId }
  return E.right({ type: 'open', value: input.right, judged: called, text, misfit, call, partial: response })
}

const inText = <Result>(
  { tools = [], answer }: Selection<Result>,
  response: LlmResponse,
): E.Either<ModelFailure, Candidate<Result>> => {
  const { text, refusal } = response
  if (refusal !== undefined) {
    return E.left({ code: 'refused', message: 'The model refused.', text: refusal, partial: response })
  }
  if (answer?.type === 'text') return E.right({ type: 'ready', release: () => answer.resolve(text) })
  const expected = answer ?? (tools.length === 1 ? tools[0] : undefined)
  if (expected === undefined) {
    const message = 'The model wrote text, where the call of a tool was expected.'
    return E.left({ code: 'no-selection', message, text, partial: response })
  }
  const value = finish(feed(initialJson, text))
  if (E.isLeft(value)) {
    const message = `The answer is no JSON. ${value.left.message}`
    return E.left({ code: 'invalid-json', message, text, partial: response })
  }
  const misfit = 'The answer does not fit its schema'
  return E.right({ type: 'open', value: value.right, judged: expected, text, misfit, partial: response })
}

/**
 * The candidate, if its schema takes it.
 *
 * @throws TypeError for a schema that answers later.
 */
export const judged = <Result>(candidate: Candidate<Result>): E.Either<ModelFailure, Release<Result>> =>
  candidate.type === 'ready'
    ? E.right(candidate.release)
    : E.mapLeft(refusedBy(candidate))(candidate.judged.judge(candidate.value, candidate.call))

/** {@link judged} for schemas that may answer later. */
export const judgedAsync = async <Result>(
  candidate: Candidate<Result>,
): Promise<E.Either<ModelFailure, Release<Result>>> =>
  candidate.type === 'ready'
    ? E.right(candidate.release)
    : E.mapLeft(refusedBy(candidate))(await candidate.judged.judgeAsync(candidate.value, candidate.call))

const refusedBy =
  ({ misfit, text, partial }: OpenCandidate<unknown>) =>
  ({ issues }: Mismatch): ModelFailure => ({
    code: 'invalid-value',
    message: `${misfit}: ${phraseOf(issues)}.`,
    text,
    issues,
    partial,
  })
