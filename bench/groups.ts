import { providers } from '../src'
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
  parsingAndViews,
  readBody,
  readIterable,
  recordingDecoded,
  recordingFolded,
} from './contestants/ours'
import { openaiClient, openaiStream, openaiStrictStream } from './contestants/peers'
import { dialectArguments, dialectText } from './dialects'
import { type Contestant, type Effort, race, type Timing } from './measure'
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

/** One table: a shape of stream in several sizes, and who folds it. */
export interface Group {
  readonly topic: Topic
  readonly title: string
  /** The contestants that the others are divided by. The first is the yardstick, of growth too. */
  readonly floors: readonly string[]
  readonly streams: readonly (() => Stream)[]
  readonly enter: (stream: Stream) => readonly Contestant[]
}

export interface Result extends Pick<Group, 'topic' | 'title' | 'floors'> {
  readonly columns: readonly Column[]
}

export interface Column {
  readonly label: string
  readonly chunks: number
  readonly timings: readonly Timing[]
}

export const groupsOf = (quick: boolean): readonly Group[] => {
  const counts = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
  const lengths = quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]
  const strictUpTo = quick ? 1_000 : 2_000
  const texts = counts.map((count) => () => textStream(count))

  const enter = (stream: Stream): readonly Contestant[] => {
    const events = eventsOf(stream)
    const isShort = stream.answer.toolCalls.length === 1 && stream.lines.length < strictUpTo
    return [
      parseLines(stream),
      mutableLoop(events),
      ...(stream.answer.toolCalls.length > 0 ? [mutableLoopParsed(events)] : []),
      collecting(events),
      collectingWhole(events),
      collectingFrames(events),
      collectingAllFrames(events),
      openaiStream(events),
      ...(isShort ? [openaiStrictStream(events, stream)] : []),
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
  ]

  const calls = [1, 8, 64].map(
    (count): Group => ({
      topic: 'calls',
      title: count === 1 ? '1 call' : `${count} calls, interleaved`,
      floors: FLOORS,
      streams: counts.map((fragments) => () => interleavedStream(count, fragments)),
      enter,
    }),
  )

  const bytes = (title: string, streams: Group['streams']): Group => ({
    topic: 'bytes',
    title,
    floors: [SSE_READS, SSE_WHOLE, PARSE],
    streams,
    enter: enterBytes,
  })

  const growth = (title: string, streams: Group['streams']): Group => ({
    topic: 'growth',
    title: `growth: ${title}`,
    floors: [PARSE],
    streams,
    enter: enterGrowth,
  })

  return [
    { topic: 'text', title: 'text', floors: FLOORS, streams: texts, enter },
    {
      topic: 'args',
      title: 'one argument',
      floors: FLOORS,
      streams: lengths.map((length) => () => argumentStream(length)),
      enter,
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
const dialects = (deltas: number): readonly Group[] =>
  providers
    .filter((provider) => provider !== 'openai' && provider !== 'openrouter')
    .flatMap((provider): readonly Group[] => {
      const group = (shape: string, make: () => Stream): Group => ({
        topic: 'dialects',
        title: `${provider}: ${shape}`,
        floors: [PARSE],
        streams: [make],
        enter: (stream) => [
          parseLines(stream),
          ...(stream.answer.toolCalls.length > 0 ? [parseArguments(stream)] : []),
          ...collectingDialect(provider, stream),
        ],
      })
      const text = group('text', () => dialectText(provider, deltas))
      return provider === 'ollama'
        ? [text]
        : [text, group('one argument', () => dialectArguments(provider, deltas / 10))]
    })

export const runGroup = async (group: Group, effort: Effort): Promise<Result> => {
  const columns: Column[] = []
  for (const make of group.streams) {
    const stream = make()
    columns.push({
      label: stream.label,
      chunks: stream.lines.length,
      timings: await race(group.enter(stream), weightOfAnswer(stream.answer), effort, isBig(stream)),
    })
  }
  return { topic: group.topic, title: group.title, floors: group.floors, columns }
}

const isBig = ({ lines }: Stream): boolean => lines.length > 50_000

export const timingOf = (column: Column, name: string): Timing | undefined =>
  column.timings.find((timing) => timing.name === name)
