import * as E from 'fp-ts/Either'
import { answerParts, type CollectorState, finalize } from '../collector'
import type { FinishKind, Frame, LlmResponse, ToolCallPart } from '../frames'
import { act } from './acting'
import { failedWith } from './answers'
import { choiceOf } from './choice'
import { type Draft, tagged, tell, withRun } from './draft'
import { failed } from './failure'
import { answered, stopped } from './finish'
import { callsIn, tellEnd, unrunCalls, withFreshIds, withResults } from './history'
import { notifyIteration, recordModelCall } from './record'
import { beginTurn } from './request'
import { withheldText } from './shown'
import type { Repeats, RunRecord } from './state'

/**
 * A model's answer is over: it is the run's, or its calls go to work, or it failed.
 *
 * @param last the answer's last frame, which the reader has not heard yet
 */
export const settle = (draft: Draft, last: Frame | undefined): Draft => {
  const { phase } = draft
  if (phase.type !== 'asking') return draft
  const result = finalize(phase.collector)
  if (E.isLeft(result)) return failed(draft, phase, result.left, last)
  const recorded = rested(recordModelCall(draft, phase, 'answered', result.right), phase.call.model)
  return heard(recorded, phase.collector, result.right, last)
}

/** The model is well again. */
const rested = (draft: Draft, model: number): Draft => {
  const { id } = choiceOf(draft.config, { model })
  if (!Object.hasOwn(draft.run.rests, id)) return draft
  const { [id]: _over, ...rests } = draft.run.rests
  return withRun(draft, { rests })
}

const heard = (
  draft: Draft,
  collector: CollectorState,
  response: LlmResponse,
  last: Frame | undefined,
): Draft => {
  const { messages, iteration } = draft.run
  const message = withFreshIds(messages, response.message)
  const calls = callsIn(message)
  const { kind } = response.finishReason
  const isFinal = calls.length === 0 ? kind !== 'pause' : isRefused(kind)
  const withheld = isFinal && draft.config.intermediateText === 'withheld' ? withheldText(collector) : []
  const frames = [...withheld, ...(last === undefined ? [] : [last])]
  const told = tell(draft, ...frames.map((frame) => tagged(frame, iteration)))
  const kept = withRun(told, { messages: [...messages, message] })
  if (isFinal) {
    const closed = skip(kept, calls, 'the answer was refused')
    return answered(notifyIteration(closed, calls.length, true), { ...response, message, toolCalls: calls })
  }
  return calls.length === 0
    ? beginTurn(notifyIteration(kept, 0, false)) // a pause: the same conversation goes back as it is
    : toWork(kept, collector, response, calls)
}

/** What the model asked for before it, or its provider, thought better of it is not to be done. */
const isRefused = (kind: FinishKind): boolean => kind === 'refusal' || kind === 'content-filter'

const toWork = (
  draft: Draft,
  collector: CollectorState,
  response: LlmResponse,
  calls: readonly ToolCallPart[],
): Draft => {
  const { config, run } = draft
  const repeats = repeatsOf(run, calls)
  const counted = withRun(draft, { repeats })
  if (config.maxRepeats !== undefined && repeats.count > config.maxRepeats) {
    const message = `The model made the same calls ${repeats.count} turns in a row.`
    const skipped = skip(counted, calls, 'the same calls were made too often')
    return stopped(
      notifyIteration(skipped, calls.length, false),
      { code: 'loop-detected', turns: repeats.count },
      message,
    )
  }
  if (config.lastTurn !== 'run-tools' && run.iteration >= config.maxIterations) {
    return beginTurn(notifyIteration(skip(counted, calls, 'there is no further turn'), calls.length, false))
  }
  return act(counted, calls, repeatedIn(collector, response))
}

const repeatsOf = ({ repeats }: RunRecord, parts: readonly ToolCallPart[]): Repeats => {
  const calls = JSON.stringify(parts.map((part) => [part.name, part.arguments]))
  return { calls, count: repeats?.calls === calls ? repeats.count + 1 : 1 }
}

/** No tool runs: each call is answered with the reason. */
const skip = (draft: Draft, parts: readonly ToolCallPart[], why: string): Draft => {
  if (parts.length === 0) return draft
  const calls = unrunCalls(parts, failedWith('skipped', why))
  return withResults(calls.reduce(tellEnd, draft), calls)
}

/**
 * The places of calls that are an earlier one told again: the same id, name and arguments. Calls that share an id alone are calls of their own, as some
 * servers count ids wrongly.
 */
const repeatedIn = (collector: CollectorState, { issues }: LlmResponse): ReadonlySet<number> => {
  const ofSharedId = new Set(
    issues.filter(({ code }) => code === 'duplicate-tool-call-id').map(({ part }) => part),
  )
  const repeated = new Set<number>()
  const seen = new Set<string>()
  const calls = answerParts(collector).filter(({ content }) => content.type === 'tool-call')
  for (const [position, { part, content }] of calls.entries()) {
    if (content.type !== 'tool-call') continue
    const call = JSON.stringify([content.name, content.arguments])
    if (ofSharedId.has(part) && seen.has(call)) repeated.add(position)
    seen.add(call)
  }
  return repeated
}
