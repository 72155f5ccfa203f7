import { parseArgs } from 'node:util'
import { parseLines } from './fold/contestants/floors'
import { collecting } from './fold/contestants/ours'
import { type Addressed, callShapes, generalWay, SHAPES, textShapes } from './fold/contestants/shapes'
import { type Group, runGroup } from './fold/groups'
import { eventsOf, interleavedStream, type Stream, textStream } from './fold/streams'
import { QUICK, THOROUGH } from './measure'
import { heading, tableOf } from './report'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

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

const groups: readonly Group[] = [
  {
    topic: 'text',
    title: 'the state alone, text',
    floors: [SHAPES.mutable, SHAPES.six],
    streams: counts.map((count) => () => textStream(count)),
    enter: (stream) => textShapes(addressedFragments(stream).map(({ fragment }) => fragment)),
  },
  ...[8, 64, 1_000].map(
    (calls): Group => ({
      topic: 'calls',
      title: `the parts alone, ${calls.toLocaleString('en')} calls`,
      floors: [SHAPES.mutableCalls, SHAPES.list],
      streams: counts
        .filter((count) => count >= 10 * calls)
        .map((count) => () => interleavedStream(calls, count)),
      enter: (stream) => callShapes(calls, addressedFragments(stream)),
    }),
  ),
  ...[
    { title: 'whole fold, text', streams: counts.map((count) => () => textStream(count)) },
    {
      title: 'whole fold, 64 calls',
      streams: counts.map((count) => () => interleavedStream(64, count)),
    },
  ].map(
    ({ title, streams }): Group => ({
      topic: 'text',
      title,
      floors: ['JSON.parse of each line', SHAPES.ours],
      streams,
      enter: (stream) => {
        const events = eventsOf(stream)
        return [parseLines(stream), collecting(events), generalWay(events)]
      },
    }),
  ),
]

console.log(heading())
for (const group of groups) {
  console.log(`${tableOf(await runGroup(group, values.quick ? QUICK : THOROUGH))}\n`)
}
