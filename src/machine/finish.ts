import * as E from 'fp-ts/Either'
import type { LlmResponse } from '../frames'
import { ask, type Draft, inPhase, notify, tagged, tell } from './draft'
import type { RunOutcome } from './frame'
import { type AgentError, type AgentErrorReason, type AgentResult, partialOf } from './result'

export type Halted = Extract<AgentErrorReason, { readonly code: 'halted' }>

export const HALT_MESSAGES: { readonly [R in Halted['reason']]: string } = {
  returned: 'The run was stopped: its reader wanted no more.',
  aborted: 'The run was aborted.',
  'journal-failed': 'The run was stopped: its journal could not be written.',
  'output-budget': 'The run was stopped: the model put out more than its budget.',
}

/** The run came to its answer. */
export const answered = (draft: Draft, response: LlmResponse): Draft =>
  finished(draft, 'answered', E.right({ ...partialOf(draft.run), response }))

/** The run ends without one. */
export const stopped = (
  draft: Draft,
  reason: Exclude<AgentErrorReason, { readonly code: 'suspended' }>,
  message: string,
): Draft =>
  finished(draft, reason.code, E.left({ ...reason, message, partial: partialOf(draft.run) }), message)

const finished = (
  draft: Draft,
  outcome: RunOutcome,
  result: E.Either<AgentError, AgentResult>,
  message?: string,
): Draft => {
  const closed = inPhase(farewell(draft, outcome, message), { type: 'finished', result })
  return ask(closed, { type: 'finish', key: `finish/${draft.events}`, result })
}

/** What the reader and those who watch hear last. */
export const farewell = (draft: Draft, outcome: RunOutcome, message?: string): Draft => {
  const { run, at } = draft
  const { iterations, usage, cost } = partialOf(run)
  return notify(tell(draft, tagged({ type: 'run-end', outcome }, run.iteration)), {
    type: 'run-stop',
    outcome,
    ...(message !== undefined && { message }),
    iterations,
    durationMs: at - run.startedAt,
    usage,
    ...(cost !== undefined && { cost }),
  })
}
