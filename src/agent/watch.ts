import type { AgentFrame, Notice } from '../machine'
import type { AgentHandler, HandlerFailure } from './handlers'
import { isPromise } from './promise'

const MOST_FAILURES = 100

/** Passes on what happens to those who watch. None of them can break the run, or is waited for. */
export const openWatch = (handlers: readonly AgentHandler[]) => {
  const failures: HandlerFailure[] = []

  const told = (subject: Omit<HandlerFailure, 'thrown'>, tell: () => unknown): void => {
    const report = (thrown: unknown): void => {
      if (failures.length < MOST_FAILURES) failures.push({ thrown, ...subject })
    }
    try {
      const promised = tell()
      if (isPromise(promised)) Promise.resolve(promised).catch(report)
    } catch (thrown) {
      report(thrown)
    }
  }

  return {
    failures,
    frame: (frame: AgentFrame): void => {
      for (const handler of handlers) told({ frame }, () => handler.onFrame?.(frame))
    },
    notice: (notice: Notice): void => {
      for (const handler of handlers) told({ notice }, () => handler.onNotice?.(notice))
    },
  }
}
