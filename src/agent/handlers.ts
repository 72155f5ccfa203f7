import type { AgentFrame, ModelStartNotice, ModelStopNotice, Notice, ToolEnd, ToolStart } from '../machine'

/** Somebody who watches a run. A handler slows nothing down that it does not do at once: what it promises is not waited for; what it throws is reported, and changes nothing. */
export interface AgentHandler {
  readonly onNotice?: ((notice: Notice) => unknown) | undefined
  /** Each frame, before the run's reader gets it. */
  readonly onFrame?: ((frame: AgentFrame) => unknown) | undefined
}

/** What a handler threw. */
export interface HandlerFailure {
  readonly thrown: unknown
  readonly notice?: Notice
  readonly frame?: AgentFrame
}

type OfRun<Body> = Body & Pick<Notice, 'runId' | 'iteration' | 'at' | 'metadata'>
type OfTurn<Body> = Body & { readonly iteration: number }

/** Handlers by what they wait for. */
export interface EventHandlers {
  /** A model is asked. */
  readonly onStreamStarting?: ((notice: OfRun<ModelStartNotice>) => unknown) | undefined
  /** One frame of a model's answer, or of what its calls come to. */
  readonly onStreamFrame?: ((frame: AgentFrame) => unknown) | undefined
  /** The answer failed. `onStreamCompleted` follows. */
  readonly onStreamFailed?: ((notice: OfRun<ModelStopNotice>) => unknown) | undefined
  /** The answer ended, well or not: `status` says it. */
  readonly onStreamCompleted?: ((notice: OfRun<ModelStopNotice>) => unknown) | undefined
  readonly onToolCallStarting?: ((frame: OfTurn<ToolStart>) => unknown) | undefined
  readonly onToolCallCompleted?: ((frame: OfTurn<ToolEnd>) => unknown) | undefined
  /** The model was told an error in place of a result. A call that never ran has no `onToolCallStarting`. */
  readonly onToolCallFailed?: ((frame: OfTurn<ToolEnd>) => unknown) | undefined
}

/** One handler that gives each thing to whoever waits for it. */
export const eventHandler = (handlers: EventHandlers): AgentHandler => ({
  onNotice: (notice) => {
    if (notice.type === 'model-start') return handlers.onStreamStarting?.(notice)
    if (notice.type !== 'model-stop') return undefined
    const failed = notice.status === 'failed' ? handlers.onStreamFailed?.(notice) : undefined
    return both(failed, handlers.onStreamCompleted?.(notice))
  },
  onFrame: (frame) => {
    const told = handlers.onStreamFrame?.(frame)
    return both(told, onCall(handlers, frame))
  },
})

const onCall = (handlers: EventHandlers, frame: AgentFrame): unknown => {
  if (frame.type === 'tool-start') return handlers.onToolCallStarting?.(frame)
  if (frame.type !== 'tool-end') return undefined
  return frame.status === 'succeeded'
    ? handlers.onToolCallCompleted?.(frame)
    : handlers.onToolCallFailed?.(frame)
}

/** What either promises, so that neither's failure is lost. */
const both = (one: unknown, other: unknown): unknown =>
  one === undefined ? other : other === undefined ? one : Promise.all([one, other])

/** Node's module `node:diagnostics_channel`, as far as it is needed. */
export interface DiagnosticsChannels {
  channel(name: string): { readonly hasSubscribers: boolean; publish(message: unknown): void }
}

/**
 * Publishes each notice on a channel of Node's diagnostics, `chunkfold:run-start` for example. What nobody subscribed to costs a look.
 *
 * ```ts
 * import diagnosticsChannel from 'node:diagnostics_channel'
 * run(agent, input, { handlers: [diagnosticsPublisher(diagnosticsChannel)] })
 * ```
 *
 * @see https://nodejs.org/api/diagnostics_channel.html
 */
export const diagnosticsPublisher = (channels: DiagnosticsChannels): AgentHandler => ({
  onNotice: (notice) => {
    const channel = channels.channel(`chunkfold:${notice.type}`)
    if (channel.hasSubscribers) channel.publish(notice)
  },
})
