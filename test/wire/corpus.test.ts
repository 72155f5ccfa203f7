// Recordings of real providers, made by others. They lie beside the repository where the project is worked on.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import type { Provider } from '../../src'
import { decodeRecording } from '../../src/wire'
import { decodePieces } from './support'

interface Recording {
  readonly file: string
  readonly api: string
  /** How many events there are, the end mark not counted. */
  readonly chunks: number
}

const root = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const isPresent = existsSync(`${root}MANIFEST.jsonl`)
const absent = 'the corpus of recordings is not beside the repository'

/** The APIs that we read. OpenRouter's events are framed as those of Chat Completions. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai-responses',
  'ollama-chat': 'ollama',
  'mistral-chat': 'mistral',
  'cohere-chat': 'cohere',
  'anthropic-messages': 'anthropic',
  'google-genai': 'google',
  'google-interactions': 'google-interactions',
  'bedrock-converse': 'bedrock',
  'bedrock-invoke': 'bedrock-invoke',
}

const recordings: readonly Recording[] = isPresent
  ? readFileSync(`${root}MANIFEST.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []

/** Its error stands outside the framing, so that the list of recordings does not count it. */
const UNFRAMED =
  'google-genai/vertex--vertexai-sdk-test-data-mock-responses-vertexai-streaming-failure-error-mid-stream.sse'

const known = recordings.flatMap((recording) => {
  const provider = PROVIDERS[recording.api]
  return provider === undefined ? [] : [{ ...recording, provider }]
})

const bytesOf = ({ file }: Recording): Uint8Array => {
  const bytes = readFileSync(root + file)
  return new Uint8Array(file.endsWith('.b64') ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes)
}

describe('real recordings', () => {
  it('are decoded without loss: every event is there and nothing else', ({ skip }) => {
    if (!isPresent) skip(absent)
    expect(known.length).toBeGreaterThan(400)
    const counted = known.map((recording) => {
      const decoded = decodeRecording(recording.provider, bytesOf(recording))
      const events = decoded.filter((one) => E.isRight(one) && one.right.event !== '[DONE]').length
      return { file: recording.file, events, faults: decoded.filter(E.isLeft) }
    })
    expect(counted).toEqual(
      known.map(({ file, chunks }) => ({
        file,
        events: file === UNFRAMED ? chunks + 1 : chunks,
        faults: [],
      })),
    )
  })

  it('are decoded to the same in reads of any size', ({ skip }) => {
    if (!isPresent) skip(absent)
    for (const [n, recording] of known.entries()) {
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
