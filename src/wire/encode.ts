import { isRecord } from '../data'
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

/** With the type of each event in its `event` field too, as servers of such dialects send it and their readers look for it. */
export const namedServerSentEvents = (events: readonly unknown[]): string =>
  events.map((event) => nameLine(event) + serverSentEvents([event])).join('')

const nameLine = (event: unknown): string => {
  const type = isRecord(event) ? (event['type'] ?? event['event_type']) : undefined
  return typeof type === 'string' && /^[\w.-]+$/.test(type) ? `event: ${type}\n` : ''
}

/** One value a line, as Ollama sends them. */
export const jsonLines = (events: readonly unknown[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')
