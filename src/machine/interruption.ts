import { closeWithFrames, snapshot } from '../collector'
import { goOn, isUnderWay } from './acting'
import { CANCELLED, failedWith, INTERRUPTED } from './answers'
import { DEFERRED, isDecision } from './decision'
import { ask, type Draft, notify, tagged, tell } from './draft'
import type { RunResumed } from './events'
import { takenBack } from './failure'
import { HALT_MESSAGES, type Halted, stopped } from './finish'
import { unrun, withPartialMessage, withResults } from './history'
import { notifyIteration, recordModelCall } from './record'
import { request } from './request'
import { shownFrames } from './shown'
import type {
  Acting,
  AskedCall,
  Asking,
  CallState,
  DoneCall,
  OpenCall,
  RunningCall,
  Suspended,
} from './state'
import { restarted } from './suspension'
import { announced, approved, doneCall } from './tool-events'

/** The run ends here: what is under way is given up, the history is closed, and all that came is kept. */
export const halt = (draft: Draft, reason: Halted['reason'], message = HALT_MESSAGES[reason]): Draft => {
  const { phase } = draft
  switch (phase.type) {
    case 'finished':
      return draft
    case 'idle':
    case 'waiting':
      return stopped(draft, { code: 'halted', reason }, message)
    case 'asking':
      return stopped(haltModel(draft, phase), { code: 'halted', reason }, message)
    case 'acting':
      return stopped(haltCalls(draft, phase), { code: 'halted', reason }, message)
    case 'suspended': // its stop was told when it was suspended
      return stopped(haltCalls(restarted(draft), phase), { code: 'halted', reason }, message)
  }
}

const haltModel = (draft: Draft, asking: Asking): Draft => {
  const { call } = asking
  const [collector, frames] = closeWithFrames(asking.collector, 'aborted')
  const partial = snapshot(collector)
  const last = frames.at(-1)
  const shown = [...shownFrames(draft.config, frames), ...(last === undefined ? [] : [last])]
  const told = tell(draft, ...shown.map((frame) => tagged(frame, draft.run.iteration)))
  const aborted = ask(told, { type: 'abort-model', key: `abort/${call.key}`, call: call.key, isWhole: false })
  return withPartialMessage(recordModelCall(aborted, asking, 'halted', partial), partial)
}

const haltCalls = (draft: Draft, { calls }: Acting | Suspended): Draft => {
  const given = calls.flatMap((call) => (isUnderWay(call) ? [call.key] : []))
  const aborted =
    given.length === 0
      ? draft
      : ask(draft, { type: 'abort-tools', key: `abort/${draft.events}`, calls: given })
  const done = calls.map((call) => (call.stage === 'done' ? call : cancelled(draft, call)))
  const told = done.reduce(
    (current, call, position) => (calls[position]?.stage === 'done' ? current : announced(current, call)),
    aborted,
  )
  return notifyIteration(withResults(told, done), done.length, false)
}

const cancelled = (draft: Draft, call: OpenCall): DoneCall =>
  call.stage === 'broken' || call.stage === 'repairing'
    ? unrun(call, CANCELLED)
    : doneCall(draft, call, CANCELLED)

/**
 * A run that broke off goes on: the model is asked again for an answer that was under way, as are those who had not said yet what becomes of a call; tools
 * that had begun run again, or are reported as interrupted. Finished tools stay finished.
 */
export const resume = (draft: Draft, { decisions = {} }: RunResumed): Draft => {
  const { phase } = draft
  switch (phase.type) {
    case 'idle':
    case 'finished':
      return draft
    case 'asking':
      return askAgain(restarted(draft), phase)
    case 'waiting':
      return ask(restarted(draft), {
        type: 'start-timer',
        key: phase.key,
        milliseconds: Math.max(0, phase.until - draft.at),
      })
    case 'acting':
    case 'suspended': {
      const begun = restarted(draft)
      const calls = phase.calls.map((call) => takenUp(begun, call, decisions))
      const told = calls.reduce(
        (current, call, position) => toldAgain(current, phase.calls[position], call),
        begun,
      )
      return goOn(told, calls)
    }
  }
}

const askAgain = (draft: Draft, asking: Asking): Draft => {
  const recorded = recordModelCall(draft, asking, 'halted', snapshot(asking.collector))
  const { model, requests, retries, givenUp } = asking.call
  return request(asking.isShown ? takenBack(recorded) : recorded, {
    model,
    requests: requests + 1,
    retries,
    givenUp,
  })
}

/** Where a call of a run that broke off stands now. */
const takenUp = (
  draft: Draft,
  call: CallState,
  decisions: NonNullable<RunResumed['decisions']>,
): CallState => {
  const { position, part, repairs } = call
  switch (call.stage) {
    case 'done':
    case 'ready':
    case 'broken':
      return call
    case 'repairing':
      return { position, part, repairs, stage: 'broken', problem: call.problem }
    case 'asking':
    case 'deferred':
      return decidedNow(draft, call, Object.hasOwn(decisions, part.id) ? decisions[part.id] : undefined)
    case 'running':
      return isReported(draft, call)
        ? doneCall(draft, call, INTERRUPTED)
        : { position, part, repairs, stage: 'ready', input: call.input, isApproved: true }
  }
}

const decidedNow = (draft: Draft, call: AskedCall, said: unknown): CallState => {
  const { position, part, repairs, input } = call
  if (said === undefined) return { position, part, repairs, stage: 'ready', input, isApproved: false }
  const decision = isDecision(said) ? said : DEFERRED
  switch (decision.type) {
    case 'defer':
      return { ...call, stage: 'deferred' }
    case 'reject':
      return doneCall(draft, call, failedWith('rejected', decision.reason ?? ''))
    case 'approve':
    case 'edit':
      return approved(call, decision)
  }
}

const isReported = ({ config }: Draft, { part, startedAt }: RunningCall): boolean =>
  startedAt !== null &&
  config.tools.some(({ name, whenInterrupted }) => name === part.name && whenInterrupted === 'report')

/** What those who heard that a tool started have to hear before it starts again, or is given up. */
const toldAgain = (draft: Draft, before: CallState | undefined, call: CallState): Draft => {
  if (before?.stage === 'done' || before === undefined) return draft
  if (call.stage === 'done') return announced(draft, call)
  if (before.stage !== 'running' || before.startedAt === null) return draft
  const { id, name } = before.part
  const { status, content } = CANCELLED
  return notify(draft, {
    type: 'tool-stop',
    id,
    name,
    status,
    content,
    durationMs: draft.at - before.startedAt,
  })
}
