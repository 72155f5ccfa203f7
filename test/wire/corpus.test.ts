// Recordings of real providers, made by others. They lie beside the repository where the project is worked on.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { decodeRecording, detect } from '../../src/wire'
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

const recordings: readonly Recording[] = isPresent
  ? readFileSync(`${root}MANIFEST.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []

const chats = recordings.filter(({ api }) => api === 'openai-chat')

const bytesOf = ({ file }: Recording): Uint8Array => {
  const bytes = readFileSync(root + file)
  return new Uint8Array(file.endsWith('.b64') ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes)
}

describe('real recordings of Chat Completions', () => {
  it('are decoded without loss: every event is there and nothing else', ({ skip }) => {
    if (!isPresent) skip(absent)
    expect(chats.length).toBeGreaterThan(300)
    const counted = chats.map((recording) => {
      const decoded = decodeRecording('openai', bytesOf(recording))
      const events = decoded.filter((one) => E.isRight(one) && one.right.event !== '[DONE]').length
      return { file: recording.file, events, faults: decoded.filter(E.isLeft) }
    })
    expect(counted).toEqual(chats.map(({ file, chunks }) => ({ file, events: chunks, faults: [] })))
  })

  it('are decoded to the same in reads of any size', ({ skip }) => {
    if (!isPresent) skip(absent)
    for (const [n, recording] of chats.entries()) {
      const bytes = bytesOf(recording)
      const size = 1 + (n % 97)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(decodePieces('openai', pieces), recording.file).toEqual(decodeRecording('openai', bytes))
    }
  })
})

/** The APIs whose recordings are those of a dialect that is known, or cannot be told from one: Mistral's imitates Chat Completions. */
const KNOWN: ReadonlySet<string> = new Set(['openai-chat', 'mistral-chat', 'openai-responses'])

describe('real recordings of other dialects', () => {
  it('are taken for none that is known', ({ skip }) => {
    if (!isPresent) skip(absent)
    const others = recordings.filter(({ api }) => !KNOWN.has(api))
    const taken = others.filter((recording) => E.isRight(detect(bytesOf(recording))))
    expect(taken.map(({ file }) => file)).toEqual([])
  })
})
