import * as E from 'fp-ts/Either'
import { ask, type Draft, inPhase, notify } from './draft'
import { farewell } from './finish'
import { partialOf } from './result'
import type { AskedCall, CallState } from './state'

/** All that is left waits for a decision: the run stops here, and whoever has its state can go on. */
export const suspended = (draft: Draft, calls: readonly CallState[]): Draft => {
  const phase = { type: 'suspended' as const, calls }
  const { events, run } = draft
  const pending = calls
    .filter((call): call is AskedCall => call.stage === 'deferred')
    .map(({ part, input }) => ({ id: part.id, name: part.name, input }))
  const message = `The run is suspended: ${pending.length} of its calls ${pending.length === 1 ? 'waits' : 'wait'} for a decision.`
  const error = {
    code: 'suspended' as const,
    pending,
    state: { events, run, phase },
    message,
    partial: partialOf(run),
  }
  return ask(inPhase(farewell(draft, 'suspended', message), phase), {
    type: 'finish',
    key: `finish/${events}`,
    result: E.left(error),
  })
}

/** A run that broke off, or was suspended, goes on. */
export const restarted = (draft: Draft): Draft => {
  const { maxIterations, tools } = draft.config
  return notify(draft, { type: 'run-start', maxIterations, toolCount: tools.length, resumed: true })
}
