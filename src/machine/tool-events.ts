import { goOn } from './acting'
import { type CallFailure, failedWith, timedOutAfter } from './answers'
import { DEFERRED, type Decision, isDecision } from './decision'
import { type Draft, inPhase, notify, tagged, tell } from './draft'
import type {
  CallDecided,
  InputRepaired,
  ToolFailed,
  ToolProgressed,
  ToolStarted,
  ToolSucceeded,
  ToolTimedOut,
} from './events'
import type { ToolContent } from './frame'
import { tellEnd, unrun } from './history'
import type { AskedCall, CallState, DoneCall, Phase, ReadyCall, RunningCall } from './state'
import { restarted } from './suspension'

// What is heard of a call. What nobody waits for gives the draft back as it is.

export const startedTool = (draft: Draft, { at, key }: ToolStarted): Draft => {
  const call = callAt(draft, key)
  if (call?.stage !== 'running' || call.startedAt !== null) return draft
  const { id, name, arguments: text } = call.part
  const { input } = call
  const told = tell(draft, tagged({ type: 'tool-start', id, name, input }, draft.run.iteration))
  const noticed = notify(told, { type: 'tool-start', id, name, arguments: text, input })
  return inPhase(noticed, { type: 'acting', calls: replaced(draft, { ...call, startedAt: at }) })
}

export const progressed = (draft: Draft, { key, progress }: ToolProgressed): Draft => {
  const call = callAt(draft, key)
  if (call?.stage !== 'running') return draft
  const { id, name } = call.part
  return tell(draft, tagged({ type: 'tool-progress', id, name, progress }, draft.run.iteration))
}

export const finishedTool = (draft: Draft, event: ToolSucceeded | ToolFailed | ToolTimedOut): Draft => {
  const call = callAt(draft, event.key)
  if (call?.stage !== 'running' && call?.stage !== 'asking') return draft
  switch (event.type) {
    case 'tool-succeeded':
      return settled(draft, call, { status: 'succeeded', content: event.content })
    case 'tool-timed-out':
      return settled(draft, call, timedOutAfter(event.timeoutMs))
    case 'tool-failed':
      return event.code === 'invalid-arguments'
        ? refused(draft, call, event.message)
        : settled(draft, call, failedWith(event.code, event.message))
  }
}

/** The tool's schema does not take the input: it is repaired once, where somebody does that. */
const refused = (draft: Draft, call: RunningCall | AskedCall, problem: string): Draft => {
  const { position, part, repairs } = call
  const isStarted = call.stage === 'running' && call.startedAt !== null // then it is not for the schema to say
  if (!draft.config.repair || repairs > 0 || isStarted)
    return settled(draft, call, failedWith('invalid-arguments', problem))
  return goOn(draft, replaced(draft, { position, part, repairs, stage: 'broken', problem }))
}

export const repaired = (draft: Draft, { key, input }: InputRepaired): Draft => {
  const call = callAt(draft, key)
  if (call?.stage !== 'repairing') return draft
  const { position, part, repairs, problem } = call
  if (input === undefined) {
    return answeredCall(draft, unrun(call, failedWith('invalid-arguments', problem)))
  }
  const ready: ReadyCall = { position, part, repairs: repairs + 1, stage: 'ready', input, isApproved: false }
  return goOn(draft, replaced(draft, ready))
}

export const decided = (draft: Draft, { key, decision: said }: CallDecided): Draft => {
  const call = callAt(draft, key)
  if (call?.stage !== 'asking' && call?.stage !== 'deferred') return draft
  const decision = isDecision(said) ? said : DEFERRED
  if (decision.type === 'defer') {
    return call.stage === 'deferred' ? draft : goOn(draft, replaced(draft, { ...call, stage: 'deferred' }))
  }
  return follow(draft.phase.type === 'suspended' ? restarted(draft) : draft, call, decision)
}

const follow = (
  draft: Draft,
  call: AskedCall,
  decision: Exclude<Decision, { readonly type: 'defer' }>,
): Draft => {
  if (decision.type === 'reject') return settled(draft, call, failedWith('rejected', decision.reason ?? ''))
  return goOn(draft, replaced(draft, approved(call, decision)))
}

/** The call as it was decided on, ready to run. */
export const approved = (
  { position, part, repairs, input }: AskedCall,
  decision: Exclude<Decision, { readonly type: 'defer' | 'reject' }>,
): ReadyCall => ({
  position,
  part,
  repairs,
  stage: 'ready',
  input: decision.type === 'edit' ? decision.input : input,
  isApproved: true,
})

/** The call is answered. */
const settled = (
  draft: Draft,
  call: RunningCall | AskedCall,
  answer: CallFailure | { readonly status: 'succeeded'; readonly content: ToolContent },
): Draft => answeredCall(draft, doneCall(draft, call, answer))

const answeredCall = (draft: Draft, call: DoneCall): Draft =>
  goOn(announced(draft, call), replaced(draft, call))

export const doneCall = (
  { at }: Draft,
  call: RunningCall | AskedCall | ReadyCall,
  answer: CallFailure | { readonly status: 'succeeded'; readonly content: ToolContent },
): DoneCall => {
  const { position, part, repairs, input } = call
  const startedAt = call.stage === 'running' ? call.startedAt : null
  return {
    position,
    part,
    repairs,
    stage: 'done',
    input,
    ...answer,
    ...(startedAt !== null && { durationMs: at - startedAt }),
  }
}

/** The reader hears that a call is answered, and of one that ran those who watch do too. */
export const announced = (draft: Draft, call: DoneCall): Draft => {
  const { part, status, content, durationMs } = call
  const told = tellEnd(draft, call)
  return durationMs === undefined
    ? told
    : notify(told, { type: 'tool-stop', id: part.id, name: part.name, status, content, durationMs })
}

const callsIn = (phase: Phase): readonly CallState[] =>
  phase.type === 'acting' || phase.type === 'suspended' ? phase.calls : []

/** The call that waits for what has this key. */
const callAt = (draft: Draft, key: string): CallState | undefined =>
  callsIn(draft.phase).find((call) => 'key' in call && call.key === key)

const replaced = (draft: Draft, call: CallState): readonly CallState[] =>
  callsIn(draft.phase).with(call.position, call)
