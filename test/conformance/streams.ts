import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CollectorState, close, initial, type Provider, providers } from '../../src'
import { collectDecoded, decodeRecording } from '../../src/wire'
import { hasCorpus, loadRecordings, serverSentBytesOf } from './corpus'
import { type Comparison, compareWithSdk } from './differential'

/** Server-sent events that both we and the official SDK can read. */
export interface Stream {
  readonly file: string
  readonly provider: Provider
  readonly bytes: () => Uint8Array
}

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))

/** The streams written for this project. */
export const fixtureStreams = (): readonly Stream[] =>
  providers.flatMap((provider) =>
    readdirSync(FIXTURES + provider)
      .filter((name) => name.endsWith('.sse'))
      .sort()
      .map((name) => ({
        file: `${provider}/${name}`,
        provider,
        bytes: () => new Uint8Array(readFileSync(`${FIXTURES}${provider}/${name}`)),
      })),
  )

/** The recordings of the corpus; none where it is absent. */
export const corpusStreams = (): readonly Stream[] =>
  (hasCorpus ? loadRecordings() : []).map((recording) => ({
    file: recording.file,
    provider: recording.provider,
    bytes: () => serverSentBytesOf(recording),
  }))

/** Reads each stream in both ways, one after another. */
export const compareAll = async (streams: readonly Stream[]): Promise<readonly Comparison[]> => {
  const comparisons: Comparison[] = []
  for (const { file, provider, bytes } of streams) {
    comparisons.push(await compareWithSdk(file, bytes(), foldBytes(provider, bytes())))
  }
  return comparisons
}

/** Folds the bytes of a stream that ends by itself. */
export const foldBytes = (provider: Provider, bytes: Uint8Array): CollectorState =>
  close(decodeRecording(provider, bytes).reduce<CollectorState>(collectDecoded, initial(provider)))
