import { createParser } from 'eventsource-parser'
import type { Contestant } from '../../measure'
import { type Stream, weightOfAnswer } from '../streams'

export const SSE_WHOLE = 'eventsource-parser + JSON.parse, all at once'
export const SSE_READS = 'eventsource-parser + JSON.parse, read by read'

/** Framing and parsing alone, of all bytes in one piece. */
export const parseWhole = (stream: Stream, bytes: Uint8Array): Contestant => ({
  name: SSE_WHOLE,
  run: () => parseTexts(stream, [new TextDecoder().decode(bytes)]),
})

/** The same as the network hands the bytes out. */
export const parseReads = (stream: Stream, reads: readonly Uint8Array[]): Contestant => ({
  name: SSE_READS,
  run: () => parseTexts(stream, decoded(reads)),
})

function* decoded(reads: readonly Uint8Array[]): Generator<string> {
  const decoder = new TextDecoder()
  for (const read of reads) yield decoder.decode(read, { stream: true })
  yield decoder.decode()
}

const parseTexts = ({ lines, answer }: Stream, texts: Iterable<string>): number => {
  let found = 0
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== '[DONE]' && JSON.parse(data) !== null) found++
    },
  })
  for (const text of texts) parser.feed(text)
  return found === lines.length ? weightOfAnswer(answer) : Number.NaN
}
