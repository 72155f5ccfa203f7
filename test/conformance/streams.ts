import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CollectorState, close, initial, type Provider, providers } from '../../src'
import { collectDecoded, decodeRecording } from '../../src/wire'
import { hasCorpus, loadRecordings, wireBytesOf } from './corpus'

/** A stream that both we and an official SDK can read. */
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
      .filter((name) => !name.endsWith('.expected.json'))
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
    bytes: () => wireBytesOf(recording),
  }))

/** Folds the bytes of a stream that ends by itself. */
export const foldBytes = (provider: Provider, bytes: Uint8Array): CollectorState =>
  close(decodeRecording(provider, bytes).reduce<CollectorState>(collectDecoded, initial(provider)))
