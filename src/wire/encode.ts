import type { Chunk } from '../providers'

/**
 * Chunks as the text of server-sent events, for tests and replay: `decodeRecording` gives the same chunks back.
 *
 * ```ts
 * encodeSse([{ provider: 'openai', event: '[DONE]' }]) // 'data: [DONE]\n\n'
 * ```
 */
export const encodeSse = (chunks: Iterable<Chunk>): string => {
  let text = ''
  for (const { event } of chunks)
    text += `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`
  return text
}
