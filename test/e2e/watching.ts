// What can be said of any run, however it went.
import * as E from 'fp-ts/Either'
import { expect } from 'vitest'
import type { AssistantMessage, Conversation } from '../../src'
import type { AgentError, AgentFrame, AgentPartial, AgentResult, AgentRun } from '../../src/agent'

export interface Watched {
  readonly frames: readonly AgentFrame[]
  readonly result: E.Either<AgentError, AgentResult>
  readonly partial: AgentPartial
}

/** Reads a run to its end, and checks what has to hold of each. */
export const watch = async (
  run: AgentRun,
  onFrame: (frame: AgentFrame, index: number) => unknown = () => {},
): Promise<Watched> => {
  const frames: AgentFrame[] = []
  for await (const frame of run) {
    frames.push(frame)
    await onFrame(frame, frames.length - 1)
  }
  const result = await run.result
  const partial = E.isRight(result) ? result.right : result.left.partial
  expectAnswered(partial.messages)
  expect(frames.filter(({ type }) => type === 'run-end')).toHaveLength(1)
  expect(frames.at(-1)).toMatchObject({ type: 'run-end' })
  expect(partial.text).toBe(toldText(frames, partial.modelCalls.at(-1)?.iteration ?? 0))
  return { frames, result, partial }
}

/** The text that a reader of the frames has of a turn. */
export const toldText = (frames: readonly AgentFrame[], iteration: number): string =>
  frames.reduce((text, frame) => {
    if (frame.iteration !== iteration) return text
    if (frame.type === 'reset') return ''
    return frame.type === 'text-delta' ? text + frame.text : text
  }, '')

/** Each call of a message has exactly one result, behind the message and before the next one. */
export const expectAnswered = (messages: Conversation): void => {
  let open: readonly string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      expect(open).toContain(message.toolCallId)
      open = open.filter((id) => id !== message.toolCallId)
      continue
    }
    expect(open).toEqual([])
    if (message.role === 'assistant') open = callIds(message)
  }
  expect(open).toEqual([])
}

const callIds = ({ content }: AssistantMessage): readonly string[] =>
  content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))

/** The run in a few lines: texts whole, and what became of answers and calls. */
export const outline = (frames: readonly AgentFrame[]): readonly string[] => {
  const lines: string[] = []
  let last: AgentFrame | undefined
  for (const frame of frames) {
    const line = lineOf(frame)
    if (line === undefined) continue
    if (frame.type === 'text-delta' && last?.type === 'text-delta')
      lines.push(`${lines.pop() ?? ''}${frame.text}`)
    else lines.push(line)
    last = frame
  }
  return lines
}

const lineOf = (frame: AgentFrame): string | undefined => {
  switch (frame.type) {
    case 'text-delta':
      return `${frame.iteration}: ${frame.text}`
    case 'tool-start':
      return `${frame.type} ${JSON.stringify(frame.input)}`
    case 'tool-end':
      return `${frame.type} ${frame.status} ${JSON.stringify(frame.content)}`
    case 'run-end':
      return `${frame.type} ${frame.outcome}`
    case 'reset':
    case 'error':
    case 'end':
      return frame.type
    default:
      return undefined
  }
}
