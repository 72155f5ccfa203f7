import * as E from 'fp-ts/Either'
import type { ContentPart, Message, ToolCallPart } from '../../src'

/** A finished call of a tool that adds. */
export const call = (more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  id: 'c1',
  name: 'add',
  arguments: '{"a":1}',
  input: E.right({ a: 1 }),
  kind: 'function',
  ...more,
})

export const said = (...content: readonly ContentPart[]): Message => ({ role: 'assistant', content })

export const result = (toolCallId: string, content = 'ok'): Message => ({ role: 'tool', toolCallId, content })
