import { parseArgs } from 'node:util'
import { OPTIONS, runGroups } from './command'
import { parseLines } from './fold/contestants/floors'
import { collecting } from './fold/contestants/ours'
import { type Addressed, callShapes, generalWay, SHAPES, textShapes } from './fold/contestants/shapes'
import { heatsOf } from './fold/groups'
import { eventsOf, interleavedStream, type Stream, textStream } from './fold/streams'
import type { Group } from './group'

const { values } = parseArgs({ options: OPTIONS })

const counts = values.quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]

/** The fragments that a stream's deltas hold, each with the index of its call. */
const addressedFragments = (stream: Stream): readonly Addressed[] =>
  eventsOf(stream).flatMap((event) => {
    const delta = event.choices?.[0]?.delta
    if (typeof delta?.content === 'string') return [{ call: 0, fragment: delta.content }]
    const entry = delta?.tool_calls?.[0]
    const fragment = entry?.function?.arguments
    return typeof fragment === 'string' ? [{ call: entry?.index ?? 0, fragment }] : []
  })

const groups: readonly Group<'text' | 'calls'>[] = [
  {
    topic: 'text',
    title: 'the state alone, text',
    floors: [SHAPES.mutable, SHAPES.six],
    heats: heatsOf(
      counts.map((count) => () => textStream(count)),
      (stream) => textShapes(addressedFragments(stream).map(({ fragment }) => fragment)),
    ),
  },
  ...[8, 64, 1_000].map(
    (calls): Group<'calls'> => ({
      topic: 'calls',
      title: `the parts alone, ${calls.toLocaleString('en')} calls`,
      floors: [SHAPES.mutableCalls, SHAPES.list],
      heats: heatsOf(
        counts.filter((count) => count >= 10 * calls).map((count) => () => interleavedStream(calls, count)),
        (stream) => callShapes(calls, addressedFragments(stream)),
      ),
    }),
  ),
  ...[
    { title: 'whole fold, text', streams: counts.map((count) => () => textStream(count)) },
    {
      title: 'whole fold, 64 calls',
      streams: counts.map((count) => () => interleavedStream(64, count)),
    },
  ].map(
    ({ title, streams }): Group<'text'> => ({
      topic: 'text',
      title,
      floors: ['JSON.parse of each line', SHAPES.ours],
      heats: heatsOf(streams, (stream) => {
        const events = eventsOf(stream)
        return [parseLines(stream), collecting(events), generalWay(events)]
      }),
    }),
  ),
]

await runGroups(groups, ['text', 'calls'], 'one fragment or data line', values)
