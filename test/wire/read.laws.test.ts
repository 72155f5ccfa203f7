import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { closeWithFrames, type Frame, finalize, initial, isDone } from '../../src'
import {
  collectDecodedWithFrames,
  decodeRecording,
  readChunks,
  readFrames,
  readResponse,
  readStates,
} from '../../src/wire'
import { runs } from '../support/runs'
import { collectAsync, cut, cuts, encode, patience, rawBodies } from './support'

/** What a body is worth, by the pure functions alone: read as far as the response goes. */
const fold = (body: Uint8Array) => {
  const states = []
  const frames: Frame[] = []
  let state = initial('openai')
  for (const decoded of decodeRecording('openai', body)) {
    const [next, more] = collectDecodedWithFrames(state, decoded)
    if (next !== state) states.push(next)
    frames.push(...more)
    state = next
    if (isDone(state)) break
  }
  const [closed, last] = closeWithFrames(state)
  if (closed !== state) states.push(closed)
  return { states, frames: [...frames, ...last], result: finalize(closed) }
}

const streamOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

describe('any body, cut anywhere and read from any source', () => {
  it.prop([rawBodies(), cuts(), fc.boolean()], { numRuns: runs() })(
    'gives the chunks, frames, states and response that its whole gives (law 5)',
    async (body, at, asStream) => {
      const bytes = encode(body)
      const pieces = cut(bytes, at)
      const source = () => (asStream ? streamOf(pieces) : pieces)
      const { states, frames, result } = fold(bytes)
      expect(await collectAsync(readChunks('openai', source()))).toEqual(decodeRecording('openai', bytes))
      expect(await collectAsync(readFrames('openai', source()))).toEqual(frames)
      expect(await collectAsync(readStates('openai', source()))).toEqual(states)
      expect(await readResponse('openai', source())).toEqual(result)
    },
    patience,
  )
})
