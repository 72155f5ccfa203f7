// Streams as servers sent them: those written for this project, and the corpus of recordings where it is.
import * as E from 'fp-ts/Either'
import { expect, it } from 'vitest'
import { type CollectorState, initial, snapshot, toolCalls } from '../../src'
import { feed, finish, initialJson, valueOf } from '../../src/json'
import { collectPartial, partialInput, partialObject } from '../../src/partial'
import { decodeRecording } from '../../src/wire'
import { corpusStreams, fixtureStreams, type Stream } from '../conformance/streams'

/** The states of a recording, one a chunk. */
const statesOf = ({ provider, bytes }: Stream): readonly CollectorState[] => {
  const states: CollectorState[] = []
  let state: CollectorState = initial(provider)
  for (const chunk of decodeRecording(provider, bytes()).filter(E.isRight)) {
    state = collectPartial(state, chunk.right)
    states.push(state)
  }
  return states
}

it.each([
  ['the streams of this project', fixtureStreams()],
  ['the corpus', corpusStreams()],
] as const)(
  'of %s, inputs and answers come to what strict JSON says, and nothing else is shown as whole',
  (_, streams) => {
    for (const stream of streams) {
      const last = statesOf(stream).at(-1)
      if (last === undefined) continue
      for (const [index, { input, kind, arguments: text }] of toolCalls(last).entries()) {
        const shown = partialInput(last, index)
        if (E.isRight(input)) expect(shown, stream.file).toBe(input.right)
        else if (kind !== 'custom') {
          const strict = finish(feed(initialJson, text))
          if (E.isRight(strict)) expect(shown, stream.file).toEqual(strict.right)
        }
      }
      const { text } = snapshot(last)
      expect(partialObject(last), stream.file).toEqual(valueOf(feed(initialJson, text)))
    }
  },
)
