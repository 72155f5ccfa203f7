import * as E from 'fp-ts/Either'
import { type Json, LONGEST_TIMER, messageOf } from '../data'
import type { AgentEvent, AskApproval, RunTool } from '../machine'
import { validate } from '../schema'
import type { PerformOptions } from './performer'
import type { Tool, ToolContext } from './tool'
import { contentOf, jsonOf } from './tool-content'

type Events = AsyncGenerator<AgentEvent, void>

/** Runs tools by their names. */
export const toolRunner = (tools: ReadonlyMap<string, Tool>) => {
  /** Events of what needs a valid input, or why it is not valid. What is thrown in between fails the call. */
  async function* checked(
    { key, name, input }: RunTool | AskApproval,
    { now }: PerformOptions,
    proceed: (valid: unknown, tool: Tool) => Events,
  ): Events {
    const failed = (code: 'invalid-arguments' | 'execution-failed', message: string): AgentEvent => ({
      type: 'tool-failed',
      at: now(),
      key,
      code,
      message,
    })
    try {
      const tool = tools.get(name)
      if (tool === undefined) throw new TypeError(`there is no tool "${name}" here`)
      const valid = await validInput(tool, input)
      if (E.isLeft(valid)) yield failed('invalid-arguments', valid.left)
      else yield* proceed(valid.right, tool)
    } catch (thrown) {
      yield failed('execution-failed', messageOf(thrown))
    }
  }

  const run = (effect: RunTool, options: PerformOptions): Events =>
    checked(effect, options, (input, tool) => execute(tool, input, effect, options))

  return { run, checked }
}

const validInput = async ({ input: schema }: Tool, input: Json): Promise<E.Either<string, unknown>> => {
  if (schema === undefined) return E.right(input)
  const judged = await validate(schema, input)
  return E.isLeft(judged) ? E.left(judged.left.message) : judged
}

async function* execute(
  tool: Tool,
  input: unknown,
  effect: RunTool,
  { signal, now }: PerformOptions,
): Events {
  const { key, callId, iteration, timeoutMs } = effect
  yield { type: 'tool-started', at: now(), key }
  const limit = timeLimit(timeoutMs, signal)
  const context: ToolContext = { signal: limit.signal, callId, iteration }
  try {
    const steps = stepsOf(tool.execute(input as never, context)) // the schema found it valid
    for (;;) {
      const step = await limit.within(steps.next())
      if (step === 'reached') {
        yield { type: 'tool-timed-out', at: now(), key, timeoutMs: timeoutMs ?? 0 }
        void Promise.resolve(steps.return?.()).catch(() => {}) // it may be at work on what never comes
        return
      }
      if (step.done === true) {
        const content = contentOf(step.value)
        yield E.isRight(content)
          ? { type: 'tool-succeeded', at: now(), key, content: content.right }
          : { type: 'tool-failed', at: now(), key, code: 'execution-failed', message: content.left }
        return
      }
      const progress = jsonOf(step.value)
      if (E.isRight(progress)) yield { type: 'tool-progressed', at: now(), key, progress: progress.right }
    }
  } finally {
    limit.clear()
  }
}

type Steps = Pick<AsyncIterator<unknown, unknown>, 'next' | 'return'>

/** A generator's own steps; anything else is one step, with the result. */
const stepsOf = (returned: unknown): Steps => {
  if (typeof returned === 'object' && returned !== null && 'next' in returned) {
    if (Symbol.asyncIterator in returned) return returned as unknown as Steps // an iterator, by its protocol
    if (Symbol.iterator in returned) return laterSteps(returned as unknown as Iterator<unknown, unknown>) // as above
  }
  return { next: async () => ({ done: true, value: await returned }) }
}

const laterSteps = (iterator: Iterator<unknown, unknown>): Steps => ({
  next: async () => iterator.next(),
  return: async () => iterator.return?.() ?? { done: true, value: undefined },
})

/** The time of a call. Its signal is aborted with the run's, and when the time is over. */
const timeLimit = (milliseconds: number | undefined, signal: AbortSignal) => {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })

  let isReached = false
  let reach: () => void = () => {}
  const timer =
    milliseconds === undefined || milliseconds > LONGEST_TIMER
      ? undefined
      : setTimeout(() => {
          isReached = true
          reach()
          controller.abort(new DOMException(`The tool had ${milliseconds} ms.`, 'TimeoutError'))
        }, milliseconds)

  return {
    signal: controller.signal,
    /** What is promised, or word that the time is over. One promise at a time. */
    within: <T>(promise: Promise<T>): Promise<T | 'reached'> =>
      new Promise((resolve, reject) => {
        reach = () => resolve('reached')
        promise.then(resolve, reject)
        if (isReached) reach() // while a step was being told
      }),
    clear: (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}
