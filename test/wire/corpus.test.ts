// Recordings of real providers, made by others. They lie beside the repository where the project is worked on.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { decodeRecording } from '../../src/wire'
import { bytesOf, CORPUS_ABSENT, hasCorpus, loadRecordings } from '../conformance/corpus'
import { decodePieces } from './support'

const recordings = hasCorpus ? loadRecordings() : []

/** Its error stands outside the framing, so that the list of recordings does not count it. */
const UNFRAMED =
  'google-genai/vertex--vertexai-sdk-test-data-mock-responses-vertexai-streaming-failure-error-mid-stream.sse'

describe('real recordings', () => {
  it('are decoded without loss: every event is there and nothing else', ({ skip }) => {
    if (!hasCorpus) skip(CORPUS_ABSENT)
    expect(recordings.length).toBeGreaterThan(800)
    const counted = recordings.map((recording) => {
      const decoded = decodeRecording(recording.provider, bytesOf(recording))
      const events = decoded.filter((one) => E.isRight(one) && one.right.event !== '[DONE]').length
      return { file: recording.file, events, faults: decoded.filter(E.isLeft) }
    })
    expect(counted).toEqual(
      recordings.map(({ file, events }) => ({
        file,
        events: file === UNFRAMED ? events + 1 : events,
        faults: [],
      })),
    )
  })

  it('are decoded to the same in reads of any size', ({ skip }) => {
    if (!hasCorpus) skip(CORPUS_ABSENT)
    for (const [n, recording] of recordings.entries()) {
      const bytes = bytesOf(recording)
      const size = 1 + (n % 97)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(decodePieces(recording.provider, pieces), recording.file).toEqual(
        decodeRecording(recording.provider, bytes),
      )
    }
  })
})
