import type { Fields } from '../../src/providers/shared/fields'

export const start = (contentBlockIndex: unknown, block: unknown): Fields => ({
  contentBlockStart: { contentBlockIndex, start: block },
})

/** The start of a tool use block. */
export const toolUse = (
  contentBlockIndex: unknown,
  toolUseId: unknown,
  name: unknown,
  more: Fields = {},
): Fields => start(contentBlockIndex, { toolUse: { toolUseId, name, ...more } })

export const delta = (contentBlockIndex: unknown, fields: unknown): Fields => ({
  contentBlockDelta: { contentBlockIndex, delta: fields },
})

export const text = (contentBlockIndex: unknown, fragment: unknown): Fields =>
  delta(contentBlockIndex, { text: fragment })

export const input = (contentBlockIndex: unknown, fragment: unknown): Fields =>
  delta(contentBlockIndex, { toolUse: { input: fragment } })

export const reasoning = (contentBlockIndex: unknown, fields: unknown): Fields =>
  delta(contentBlockIndex, { reasoningContent: fields })

export const stop = (contentBlockIndex: unknown): Fields => ({ contentBlockStop: { contentBlockIndex } })

/** The end of the message, with its stop reason. */
export const finish = (stopReason: unknown, more: Fields = {}): Fields => ({
  messageStop: { stopReason, ...more },
})

export const usage = (counts: unknown): Fields => ({ metadata: { usage: counts, metrics: { latencyMs: 7 } } })
