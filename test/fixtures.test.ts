/**
 * The project's own recordings: `test/fixtures/<provider>/<name>.sse` (or `.ndjson` and so on), written from the provider's documentation, each beside what it must
 * fold to. The files `<name>.expected.json` are written by hand and never from what the code gives.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import {
  type CollectorState,
  close,
  finalize,
  initial,
  type LlmResponse,
  type Provider,
  type ProviderError,
  type ProviderOptions,
  providers,
} from '../src'
import { collectDecoded, decodeRecording, detect, readChunks } from '../src/wire'

interface Expected {
  /** The provider's page that the shape is from. */
  readonly source: string
  /** One sentence. */
  readonly shows: string
  readonly options?: ProviderOptions
  readonly outcome: 'whole' | 'incomplete-stream' | 'provider-error' | 'empty-stream'
  readonly error?: ProviderError
  /** Of an input that is a `Left`, only the code. */
  readonly response: Omit<LlmResponse, 'issues'>
  readonly issues: readonly string[]
}

const root = fileURLToPath(new URL('./fixtures', import.meta.url))

const EXPECTATION = '.expected.json'

const filesIn = (provider: Provider): readonly string[] => readdirSync(join(root, provider))

const recordingsIn = (provider: Provider): readonly string[] =>
  filesIn(provider).filter((file) => !file.endsWith(EXPECTATION))

/** What the recording in a file must fold to is in a file of its name. */
const expectationOf = (file: string): string => file.slice(0, file.lastIndexOf('.')) + EXPECTATION

const fixtures = providers.flatMap((provider) =>
  recordingsIn(provider).map((file) => {
    const path = join(root, provider, file)
    const expected: Expected = JSON.parse(readFileSync(expectationOf(path), 'utf8'))
    return [`${provider}/${file}`, { provider, expected, bytes: new Uint8Array(readFileSync(path)) }] as const
  }),
)

type Folded = Pick<Expected, 'outcome' | 'error' | 'response' | 'issues'>

const outcomeOf = (state: CollectorState): Folded => {
  const result = finalize(state)
  const { issues, ...response } = E.isRight(result) ? result.right : result.left.partial
  return {
    outcome: E.isRight(result) ? 'whole' : result.left.code,
    ...(E.isLeft(result) && result.left.code === 'provider-error' && { error: result.left.error }),
    response: withCodesOnly(response),
    issues: issues.map(({ code }) => code),
  }
}

/** The response, with the wording left out of what is wrong with a call's input. */
const withCodesOnly = (response: Folded['response']): Folded['response'] =>
  JSON.parse(JSON.stringify(response), (_, value) => (value?._tag === 'Left' ? codeOnly(value) : value))

const codeOnly = (input: E.Left<{ readonly code: string }>) => E.left({ code: input.left.code })

const piecesOf = (bytes: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )

const foldPieces = async (
  provider: Provider,
  pieces: readonly Uint8Array[],
  options: ProviderOptions = {},
): Promise<Folded> => {
  let state: CollectorState = initial(provider, options)
  for await (const decoded of readChunks(provider, pieces)) state = collectDecoded(state, decoded)
  return outcomeOf(close(state))
}

describe.each(fixtures)('%s', (_, { provider, bytes, expected }) => {
  const { source, shows, options, ...folded } = expected

  it('folds to what is expected, whole', () => {
    const chunks = decodeRecording(provider, bytes)
    const state = chunks.reduce<CollectorState>(collectDecoded, initial(provider, options))
    expect(outcomeOf(close(state))).toEqual(folded)
  })

  it.each([
    ['byte by byte', 1],
    ['in pieces of seven bytes', 7],
  ])('folds to what is expected, %s', async (_, size) => {
    expect(await foldPieces(provider, piecesOf(bytes, size), options)).toEqual(folded)
  })

  it('says what it shows, and which page its shape is from', () => {
    expect(shows).toMatch(/^[A-Z].+\.$/)
    expect(URL.canParse(source) && new URL(source).protocol).toBe('https:')
  })

  it('shows its provider, unless it has no event', () => {
    const found = expected.outcome === 'empty-stream' ? 'cannot-tell' : provider
    expect(
      E.match<{ code: string }, Provider, string>(
        (left) => left.code,
        (right) => right,
      )(detect(bytes)),
    ).toBe(found)
  })
})

describe('the fixtures', () => {
  it.each(providers)('of %s have each a recording and an expectation', (provider) => {
    expect(filesIn(provider).filter((file) => file.endsWith(EXPECTATION))).toEqual(
      recordingsIn(provider).map(expectationOf),
    )
    expect(recordingsIn(provider)).not.toEqual([])
  })

  it('have every outcome among them', () => {
    expect(new Set(fixtures.map(([, { expected }]) => expected.outcome))).toEqual(
      new Set(['whole', 'incomplete-stream', 'provider-error', 'empty-stream']),
    )
  })
})
