import type { Either } from 'fp-ts/Either'
import { onAbort } from '../abort'
import { messageOf } from '../data'
import {
  type AgentConfig,
  type AgentError,
  type AgentEvent,
  type AgentFrame,
  type AgentResult,
  type AgentState,
  type Effect,
  journalLine,
  step,
  type Work,
} from '../machine'
import { finishTransfer } from '../transport'
import type { AgentHandler, HandlerFailure } from './handlers'
import { openOutbox } from './outbox'
import type { Performer } from './performer'
import { isPromise } from './promise'
import { openWatch } from './watch'

export interface InterpreterOptions {
  /** Aborting it halts the run: the request and the tools under way are aborted, and all that came is in the error. */
  readonly signal?: AbortSignal | undefined
  /** Those who watch. */
  readonly handlers?: readonly AgentHandler[] | undefined
  /** Where each event is written down before anything is done about it. */
  readonly journal?: JournalWriter | undefined
  /** The time in milliseconds since the epoch, in place of the clock. */
  readonly now?: (() => number) | undefined
}

/** Takes the lines of a journal, each with its line feed, in order; who promises is waited for. A failure halts the run. */
export interface JournalWriter {
  readonly write: (line: string) => unknown
}

/**
 * A run. It begins when the first frame, or the result, is asked for. There is one reader: a second loop goes on where the first one stopped. The result
 * alone can be had too: then the frames go nowhere.
 */
export interface AgentRun extends AsyncIterable<AgentFrame> {
  readonly runId: string
  /** The answer, or why there is none, with all that came. Rejects for a fault in this library alone. */
  readonly result: Promise<Either<AgentError, AgentResult>>
  /** All that is known now. */
  readonly state: AgentState
  /** What handlers threw, the first hundred. */
  readonly handlerFailures: readonly HandlerFailure[]
}

export interface Opening {
  readonly runId: string
  readonly config: AgentConfig
  readonly performer: Performer
  readonly options: InterpreterOptions
  readonly from: AgentState
  /** The journal's first line, of a run that begins. */
  readonly head?: string
  readonly first: (at: number) => AgentEvent
}

/** Something under way. */
interface Task {
  readonly controller: AbortController
  isGivenUp: boolean
}

/** The loop: an event is folded and written down, and what the machine asks for is done. It decides nothing. */
export const interpret = ({ runId, config, performer, options, from, head, first }: Opening): AgentRun => {
  const { signal, handlers = [], journal, now = Date.now } = options
  const next = step(config)
  const outbox = openOutbox<AgentFrame>()
  const watch = openWatch(handlers)
  const tasks = new Map<string, Task>()
  const outcome = openOutcome<Either<AgentError, AgentResult>>()
  let state = from
  let release: () => void = () => {} // of the signal
  let isStarted = false
  let isOver = false

  // Events are folded one at a time. While one is being written down the others wait behind it. So do those of somebody who stops the run from within, as it is
  // told of an event: all of that event happens first.

  let writing: Promise<void> | undefined
  let isFolding = false
  const early: AgentEvent[] = []

  const dispatch = (event: AgentEvent): Promise<void> | undefined => {
    if (isFolding) {
      early.push(event)
      return undefined
    }
    const folded = writing === undefined ? foldNow(event) : writing.then(() => fold(event))
    const done = folded === undefined ? undefined : writtenBy(folded)
    for (const next of early.splice(0)) void dispatch(next)
    return done
  }

  const writtenBy = (folded: Promise<void>): Promise<void> => {
    const current: Promise<void> = folded.then(() => {
      if (writing === current) writing = undefined
    }, fault)
    writing = current
    return current
  }

  const foldNow = (event: AgentEvent): Promise<void> | undefined => {
    isFolding = true
    try {
      return fold(event)
    } catch (thrown) {
      fault(thrown)
      return undefined
    } finally {
      isFolding = false
    }
  }

  const fold = (event: AgentEvent): Promise<void> | undefined => {
    if (isOver) return undefined
    const [after, effects] = next(state, event)
    if (after === state) return undefined
    const goOn = (): void => {
      state = after
      performAll(effects)
    }
    const written = write(journalLine, event)
    if (written !== undefined) return written.then(goOn, haltUnwritten)
    if (!isOver) goOn()
    return undefined
  }

  /** A promise where the writer promises. */
  const write = <T>(lineOf: (value: T) => string, value: T): Promise<unknown> | undefined => {
    if (journal === undefined) return undefined
    try {
      const written = journal.write(lineOf(value))
      return isPromise(written) ? Promise.resolve(written) : undefined
    } catch (thrown) {
      haltUnwritten(thrown)
      return undefined
    }
  }

  /** The event counts as not having happened, since nothing was done about it. */
  const haltUnwritten = (thrown: unknown): void => {
    if (isOver) return
    const message = `The journal could not be written: ${messageOf(thrown)}`
    const [after, effects] = next(state, { type: 'run-halted', at: now(), reason: 'journal-failed', message })
    state = after
    performAll(effects)
  }

  // Effects

  const performAll = (effects: readonly Effect[]): void => effects.forEach(perform)

  const perform = (effect: Effect): void => {
    switch (effect.type) {
      case 'emit':
        for (const frame of effect.frames) watch.frame(frame)
        outbox.put(effect.frames)
        break
      case 'notify':
        for (const notice of effect.notices) watch.notice(notice)
        break
      case 'abort-model':
        if (effect.isWhole) letEnd(effect.call)
        else giveUp(effect.call)
        break
      case 'abort-tools':
        for (const call of effect.calls) giveUp(call)
        break
      case 'finish':
        finish(effect.result)
        break
      default:
        run(effect).catch(fault)
    }
  }

  const run = async (effect: Work): Promise<void> => {
    const task: Task = { controller: new AbortController(), isGivenUp: false }
    tasks.set(effect.key, task)
    await writing // what stops it at once may be on its way to paper
    const events = performer.perform(effect, { signal: task.controller.signal, now })
    while (!task.isGivenUp) {
      const { done, value } = await events.next()
      if (done === true || task.isGivenUp) break
      await dispatch(value)
      if (canFlood(value)) await outbox.room()
    }
    const { controller } = task
    if (task.isGivenUp && !controller.signal.aborted) await finishTransfer(events, () => controller.abort())
    if (tasks.get(effect.key) === task) tasks.delete(effect.key)
  }

  const giveUp = (key: string): void => {
    const task = tasks.get(key)
    if (task === undefined) return
    task.isGivenUp = true
    task.controller.abort()
    tasks.delete(key)
  }

  const letEnd = (key: string): void => {
    const task = tasks.get(key)
    if (task !== undefined) task.isGivenUp = true
  }

  // The run as a whole

  const start = (): void => {
    if (isStarted) return
    isStarted = true
    if (from.phase.type === 'finished') {
      finish(from.phase.result)
      return
    }
    if (head !== undefined) writing = write((line: string) => line, head)?.then(() => {}, haltUnwritten)
    void dispatch(first(now()))
    if (signal?.aborted === true)
      halt() // not before the run has its input
    else if (!isOver && signal !== undefined) release = onAbort(signal, halt)
  }

  const halt = (): void => void dispatch({ type: 'run-halted', at: now(), reason: 'aborted' })

  const finish = (result: Either<AgentError, AgentResult>): void => {
    close()
    outcome.resolve(result)
    outbox.close()
  }

  /** A fault of ours. */
  const fault = (thrown: unknown): void => {
    if (isOver) return
    close()
    outcome.reject(thrown)
    outbox.fail(thrown)
  }

  const close = (): void => {
    isOver = true
    release()
    for (const [key, task] of tasks) if (!task.isGivenUp) giveUp(key)
  }

  const frames: AsyncIterator<AgentFrame, undefined> = {
    next: () => {
      start()
      return outbox.next()
    },
    return: async () => {
      start()
      await dispatch({ type: 'run-halted', at: now(), reason: 'returned' })
      outbox.discard()
      return { done: true, value: undefined }
    },
  }

  return {
    runId,
    get result() {
      start()
      return outcome.promise
    },
    get state() {
      return state
    },
    handlerFailures: watch.failures,
    [Symbol.asyncIterator]() {
      outbox.attach()
      return frames
    },
  }
}

/** Sources that give more than the run keeps, if nobody stops them: they wait for the reader. */
const canFlood = ({ type }: AgentEvent): boolean => type === 'model-chunk' || type === 'tool-progressed'

/** A promise that is settled from outside. */
const openOutcome = <T>() => {
  let resolve: (value: T) => void = () => {}
  let reject: (thrown: unknown) => void = () => {}
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil
    reject = refuse
  })
  promise.catch(() => {}) // whoever asks for it hears it
  return { promise, resolve: (value: T) => resolve(value), reject: (thrown: unknown) => reject(thrown) }
}
