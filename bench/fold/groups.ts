import { providers } from '../../src'
import type { Group } from '../group'
import type { Contestant } from '../measure'
import { stepping } from './contestants/agent'
import { parseReads, parseWhole, SSE_READS, SSE_WHOLE } from './contestants/bytes'
import {
  FLOORS,
  mutableLoop,
  mutableLoopParsed,
  PARSE,
  parseArguments,
  parseLines,
} from './contestants/floors'
import {
  collecting,
  collectingAllFrames,
  collectingDialect,
  collectingFrames,
  collectingWhole,
  parsingAndCollecting,
  parsingAndFrames,
  parsingAndSnapshots,
  parsingAndValues,
  parsingAndViews,
  readBody,
  readIterable,
  recordingDecoded,
  recordingFolded,
} from './contestants/ours'
import { openaiClient, openaiStream, openaiStrictStream } from './contestants/peers'
import { dialectArguments, dialectText } from './dialects'
import {
  argumentStream,
  bytesOf,
  eventsOf,
  interleavedStream,
  readsOf,
  type Stream,
  textStream,
  weightOfAnswer,
} from './streams'

export const TOPICS = ['text', 'args', 'calls', 'dialects', 'bytes', 'growth'] as const

export type Topic = (typeof TOPICS)[number]

type Streams = readonly (() => Stream)[]

/** A table's columns: a heat for each of the streams. */
export const heatsOf = (streams: Streams, enter: (stream: Stream) => readonly Contestant[]): Group['heats'] =>
  streams.map((make) => () => {
    const stream = make()
    return {
      label: stream.label,
      chunks: stream.lines.length,
      proof: weightOfAnswer(stream.answer),
      contestants: enter(stream),
    }
  })

export const groupsOf = (quick: boolean): readonly Group<Topic>[] => {
  const counts = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
  const lengths = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]
  const texts = counts.map((count) => () => textStream(count))

  const enter = (stream: Stream): readonly Contestant[] => {
    const events = eventsOf(stream)
    return [
      parseLines(stream),
      mutableLoop(events),
      ...(stream.answer.toolCalls.length > 0 ? [mutableLoopParsed(events)] : []),
      collecting(events),
      collectingWhole(events),
      collectingFrames(events),
      collectingAllFrames(events),
      stepping(events),
      openaiStream(events),
      ...(stream.answer.toolCalls.length === 1 ? [openaiStrictStream(events, stream)] : []),
    ]
  }

  const enterBytes = (stream: Stream): readonly Contestant[] => {
    const bytes = bytesOf(stream)
    const reads = readsOf(bytes)
    return [
      parseLines(stream),
      parseWhole(stream, bytes),
      parseReads(stream, reads),
      recordingFolded(bytes),
      recordingDecoded(bytes),
      readIterable(reads),
      readBody(reads),
      openaiClient(reads),
    ]
  }

  const enterGrowth = (stream: Stream): readonly Contestant[] => [
    parseLines(stream),
    parsingAndCollecting(stream),
    parsingAndFrames(stream),
    parsingAndSnapshots(stream),
    parsingAndViews(stream),
    ...(stream.answer.toolCalls.length > 0 ? [parsingAndValues(stream)] : []),
  ]

  const calls = [1, 8, 64].map(
    (count): Group<Topic> => ({
      topic: 'calls',
      title: count === 1 ? '1 call' : `${count} calls, interleaved`,
      floors: FLOORS,
      heats: heatsOf(
        counts.map((fragments) => () => interleavedStream(count, fragments)),
        enter,
      ),
    }),
  )

  const bytes = (title: string, streams: Streams): Group<Topic> => ({
    topic: 'bytes',
    title,
    floors: [SSE_READS, SSE_WHOLE, PARSE],
    heats: heatsOf(streams, enterBytes),
  })

  const growth = (title: string, streams: Streams): Group<Topic> => ({
    topic: 'growth',
    title: `growth: ${title}`,
    floors: [PARSE],
    heats: heatsOf(streams, enterGrowth),
  })

  return [
    { topic: 'text', title: 'text', floors: FLOORS, heats: heatsOf(texts, enter) },
    {
      topic: 'args',
      title: 'one argument',
      floors: FLOORS,
      heats: heatsOf(
        lengths.map((length) => () => argumentStream(length)),
        enter,
      ),
    },
    ...calls,
    ...dialects(quick ? 1_000 : 10_000),
    bytes('bytes to response: text', texts),
    bytes(
      'bytes to response: one argument',
      lengths.filter((length) => length >= 10_000).map((length) => () => argumentStream(length)),
    ),
    growth('text', texts),
    growth(
      'one argument',
      lengths.map((length) => () => argumentStream(length)),
    ),
    growth(
      '8 calls, interleaved',
      counts.map((fragments) => () => interleavedStream(8, fragments)),
    ),
    growth(
      '64 calls, interleaved',
      counts.map((fragments) => () => interleavedStream(64, fragments)),
    ),
    growth(
      'usage on every chunk of text',
      counts.map((count) => () => textStream(count, { usageOnEveryChunk: true })),
    ),
  ]
}

/** Text and arguments of every other dialect, in which a call ends within the stream; a call of Ollama has its arguments whole. */
const dialects = (deltas: number): readonly Group<Topic>[] =>
  providers
    .filter((provider) => provider !== 'openai' && provider !== 'openrouter')
    .flatMap((provider): readonly Group<Topic>[] => {
      const group = (shape: string, make: () => Stream): Group<Topic> => ({
        topic: 'dialects',
        title: `${provider}: ${shape}`,
        floors: [PARSE],
        heats: heatsOf([make], (stream) => [
          parseLines(stream),
          ...(stream.answer.toolCalls.length > 0 ? [parseArguments(stream)] : []),
          ...collectingDialect(provider, stream),
        ]),
      })
      const text = group('text', () => dialectText(provider, deltas))
      return provider === 'ollama'
        ? [text]
        : [text, group('one argument', () => dialectArguments(provider, deltas / 10))]
    })
