import type { CollectError } from '../collector'
import type { Frame, StreamError } from '../frames'
import { choiceOf } from './choice'
import type { RetryPolicy } from './config'
import { ask, type Draft, inPhase, notify, tagged, tell, withRun } from './draft'
import { stopped } from './finish'
import { withPartialMessage } from './history'
import { recordModelCall } from './record'
import { nextModel, request } from './request'
import type { ModelFailure } from './result'
import type { Asking, Attempt } from './state'

/**
 * A model's answer failed. The same model is asked again after a wait, as often as the policy says; then the next one at once; when all were tried, or
 * something was shown that may not be taken back, the run ends.
 */
export const failed = (
  draft: Draft,
  asking: Asking,
  { partial, ...error }: CollectError,
  last: Frame | undefined,
): Draft => {
  const { config, at } = draft
  const { call } = asking
  const recorded = resting(recordModelCall(draft, asking, 'failed', partial, error), call, error)
  const next = asking.isShown && !config.retry.afterOutput ? undefined : nextAttempt(recorded, call, error)
  if (next === undefined) return givenUp(recorded, { partial, ...error }, last)
  const { attempt, waitMs } = next
  const told = notify(asking.isShown ? takenBack(recorded) : recorded, {
    type: 'model-retry',
    failed: choiceOf(config, call).id,
    next: choiceOf(config, attempt).id,
    waitMs,
    error,
  })
  if (waitMs === 0) return request(told, attempt)
  const key = `timer/${told.run.iteration}/${attempt.requests}`
  const waiting = inPhase(told, { type: 'waiting', key, until: at + waitMs, next: attempt })
  return ask(waiting, { type: 'start-timer', key, milliseconds: waitMs })
}

/** What was shown of the turn is void. */
export const takenBack = (draft: Draft): Draft =>
  tell(withRun(draft, { text: '' }), tagged({ type: 'reset', part: 0, onward: true }, draft.run.iteration))

const nextAttempt = (
  draft: Draft,
  { model, requests, retries, givenUp: before }: Attempt,
  error: StreamError,
): { readonly attempt: Attempt; readonly waitMs: number } | undefined => {
  const { retry } = draft.config
  if (isRetryable(error) && retries < retry.attempts) {
    const waitMs = waitOf(retry, retries, jitter(draft.run.random, requests), error)
    const attempt = { model, requests: requests + 1, retries: retries + 1, givenUp: before }
    if (waitMs <= retry.maxMs) return { attempt, waitMs }
  }
  const givenUp = [...before, model]
  const next = nextModel(draft, givenUp)
  if (next === undefined) return undefined
  return { attempt: { model: next, requests: requests + 1, retries: 0, givenUp }, waitMs: 0 }
}

/** Whether the same request may succeed later. What somebody on our side aborted, and what the provider calls a mistake of ours, may not. */
const isRetryable = (error: StreamError): boolean =>
  error.code === 'provider-error' ? error.error.retryable : error.reason !== 'aborted'

/** Doubled each time, and somewhere in the upper half of that, so that many runs do not come back together; never before the provider said. */
const waitOf = (retry: RetryPolicy, retries: number, chance: number, error: StreamError): number => {
  const longest = Math.min(retry.maxMs, retry.minMs * 2 ** retries)
  const wanted = error.code === 'provider-error' ? (error.error.retryAfter ?? 0) * 1_000 : 0
  return Math.max(Math.round(longest * (0.5 + chance / 2)), Math.ceil(wanted))
}

/** A number from 0 up to 1 for each request of a run, far from those before it: the run's own, moved on by the golden ratio. */
const jitter = (random: number, requests: number): number => (random + requests * 0.618_033_988_75) % 1

/** A model that failed through no fault of the request is asked after the others for a while, which doubles with each failure in a row. */
const resting = (draft: Draft, { model, requests }: Attempt, error: StreamError): Draft => {
  const { config, run, at } = draft
  if (!isRetryable(error)) return draft
  const choice = choiceOf(config, { model })
  const failures = (Object.hasOwn(run.rests, choice.id) ? (run.rests[choice.id]?.failures ?? 0) : 0) + 1
  const until = at + waitOf(config.retry, failures - 1, jitter(run.random, requests), error)
  return withRun(draft, { rests: { ...run.rests, [choice.id]: { failures, until } } })
}

const givenUp = (draft: Draft, { partial, ...error }: CollectError, last: Frame | undefined): Draft => {
  const { run } = draft
  const errors = run.modelCalls.flatMap((call): readonly ModelFailure[] =>
    call.iteration === run.iteration && call.error !== undefined
      ? [{ model: call.model, error: call.error }]
      : [],
  )
  const told = last === undefined ? draft : tell(draft, tagged(last, run.iteration))
  return stopped(
    withPartialMessage(told, partial),
    { code: 'model-failed', error, errors },
    `The model gave no answer. ${error.message}`,
  )
}
