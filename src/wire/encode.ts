import type { Chunk } from '../providers'

/**
 * Chunks as the text of server-sent events, for tests and replay: `decodeRecording` gives the same chunks back.
 *
 * ```ts
 * encodeSse([{ provider: 'openai', event: '[DONE]' }]) // 'data: [DONE]\n\n'
 * ```
 */
export const encodeSse = (chunks: Iterable<Chunk>): string =>
  serverSentEvents(Array.from(chunks, ({ event }) => event))

export const serverSentEvents = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')

export const jsonLines = (events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
