import * as E from 'fp-ts/Either'
import type { ToolCallPart } from '../frames'
import { failedWith, REPEATED, unknownTool } from './answers'
import type { AgentConfig, AgentToolDefinition } from './config'
import { ask, type Draft, inPhase } from './draft'
import { tellEnd, unrun, withResults } from './history'
import { notifyIteration } from './record'
import { beginTurn } from './request'
import type {
  AskedCall,
  BrokenCall,
  CallState,
  DoneCall,
  ReadyCall,
  RepairingCall,
  RunningCall,
} from './state'
import { suspended } from './suspension'

/**
 * The calls of a turn go to work.
 *
 * @param repeated the places of calls that are another one told again
 */
export const act = (draft: Draft, parts: readonly ToolCallPart[], repeated: ReadonlySet<number>): Draft => {
  const calls = parts.map((part, position) => received(draft.config, part, position, repeated.has(position)))
  const told = calls.reduce(
    (current, call) => (call.stage === 'done' ? tellEnd(current, call) : current),
    draft,
  )
  return goOn(told, calls)
}

/** A call as it came: ready, or broken, or answered already as it must not run. */
const received = (
  config: AgentConfig,
  part: ToolCallPart,
  position: number,
  isRepeated: boolean,
): CallState => {
  const call = { position, part, repairs: 0 }
  if (isRepeated) return unrun(call, REPEATED)
  if (toolNamed(config, part.name) === undefined) {
    const known = config.tools.map(({ name }) => name)
    return unrun(call, unknownTool(part.name, known))
  }
  if (E.isRight(part.input)) return { ...call, stage: 'ready', input: part.input.right, isApproved: false }
  const { code, message } = part.input.left
  return config.repair && code !== 'incomplete' // what was cut off is not to be guessed
    ? { ...call, stage: 'broken', problem: message }
    : unrun(call, failedWith('invalid-arguments', message))
}

const toolNamed = ({ tools }: AgentConfig, name: string): AgentToolDefinition | undefined =>
  tools.find((tool) => tool.name === name)

/** Starts what can be started now; when all calls are answered the next turn begins, and when all others wait for a decision the run is suspended. */
export const goOn = (draft: Draft, calls: readonly CallState[]): Draft => {
  if (calls.every(isDone)) return over(draft, calls)
  const { toolExecution, maxConcurrency = Number.POSITIVE_INFINITY } = draft.config
  let current = draft
  let running = calls.filter(({ stage }) => stage === 'running').length
  let areDone = true
  const next: CallState[] = []
  for (const call of calls) {
    const isBlocked = toolExecution === 'sequential' ? !areDone : running >= maxConcurrency
    areDone &&= isDone(call)
    if (isBlocked || !isStartable(call)) {
      next.push(call)
      continue
    }
    const [started, asked] = startCall(current, call)
    if (started.stage === 'running') running++
    next.push(started)
    current = asked
  }
  const acting = inPhase(current, { type: 'acting', calls: next })
  return next.some(isUnderWay) ? acting : suspended(acting, next)
}

const isDone = (call: CallState): call is DoneCall => call.stage === 'done'

type StartableCall = ReadyCall | BrokenCall

const isStartable = (call: CallState): call is StartableCall =>
  call.stage === 'ready' || call.stage === 'broken'

/** Somebody is at it, and will say so. */
export const isUnderWay = (call: CallState): call is RunningCall | AskedCall | RepairingCall =>
  call.stage === 'running' || call.stage === 'asking' || call.stage === 'repairing'

/** What a call needs next: repair, approval, or its tool. */
const startCall = (draft: Draft, call: StartableCall): readonly [CallState, Draft] => {
  const { iteration } = draft.run
  const { position, part, repairs } = call
  const place = `${iteration}/${position}/${repairs}`
  if (call.stage === 'broken') {
    const key = `repair/${place}`
    const repairing: CallState = { position, part, repairs, stage: 'repairing', key, problem: call.problem }
    return [repairing, ask(draft, { type: 'repair-input', key, call: part, problem: call.problem })]
  }
  const { input, isApproved } = call
  const tool = toolNamed(draft.config, part.name)
  const asked = { iteration, callId: part.id, name: part.name, input }
  if (tool?.needsApproval === true && !isApproved) {
    const key = `approval/${place}`
    const asking: CallState = { position, part, repairs, stage: 'asking', key, input }
    return [asking, ask(draft, { type: 'ask-approval', key, ...asked })]
  }
  const key = `tool/${place}`
  const timeoutMs = tool?.timeout ?? draft.config.toolTimeout
  const running: CallState = { position, part, repairs, stage: 'running', key, input, startedAt: null }
  return [
    running,
    ask(draft, { type: 'run-tool', key, ...asked, ...(timeoutMs !== undefined && { timeoutMs }) }),
  ]
}

/** All calls of the turn are answered. */
const over = (draft: Draft, calls: readonly DoneCall[]): Draft =>
  beginTurn(notifyIteration(withResults(draft, calls), calls.length, false), true)
