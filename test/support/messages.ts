import type { Fields } from '../../src/providers/shared/fields'

/** The first event of the Messages API. */
export const messageStart = (message: Fields = {}): Fields => ({
  type: 'message_start',
  message: { type: 'message', role: 'assistant', id: 'm1', model: 'claude', content: [], ...message },
})

export const blockStart = (index: unknown, block: unknown): Fields => ({
  type: 'content_block_start',
  index,
  content_block: block,
})

export const blockDelta = (index: unknown, delta: unknown): Fields => ({
  type: 'content_block_delta',
  index,
  delta,
})

export const blockStop = (index: unknown): Fields => ({ type: 'content_block_stop', index })

export const textDelta = (index: unknown, text: unknown): Fields =>
  blockDelta(index, { type: 'text_delta', text })

export const thinkingDelta = (index: unknown, thinking: unknown, more: Fields = {}): Fields =>
  blockDelta(index, { type: 'thinking_delta', thinking, ...more })

export const signatureDelta = (index: unknown, signature: unknown): Fields =>
  blockDelta(index, { type: 'signature_delta', signature })

export const inputDelta = (index: unknown, text: unknown): Fields =>
  blockDelta(index, { type: 'input_json_delta', partial_json: text })

/** A whole text block. */
export const textBlock = (index: unknown, ...fragments: readonly string[]): readonly Fields[] => [
  blockStart(index, { type: 'text', text: '' }),
  ...fragments.map((text) => textDelta(index, text)),
  blockStop(index),
]

/** A whole call of a tool that the client runs; with other `fields`, of one that the provider runs. */
export const toolBlock = (
  index: unknown,
  fragments: readonly string[],
  fields: Fields = {},
): readonly Fields[] => [
  blockStart(index, { type: 'tool_use', id: `t${String(index)}`, name: 'add', input: {}, ...fields }),
  ...fragments.map((text) => inputDelta(index, text)),
  blockStop(index),
]

export const messageDelta = (delta: Fields, usage?: Fields, more: Fields = {}): Fields => ({
  type: 'message_delta',
  delta,
  ...(usage !== undefined && { usage }),
  ...more,
})

export const messageStop: Fields = { type: 'message_stop' }

/** The last events of a message: its stop reason, and its end. */
export const ending = (reason: unknown = 'end_turn'): readonly Fields[] => [
  messageDelta({ stop_reason: reason }),
  messageStop,
]
