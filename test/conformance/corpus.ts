import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/Either'
import type { Provider } from '../../src'
import { decodeRecording, encodeRecording } from '../../src/wire'

/**
 * Recorded streams of real providers, made by others, each with an independently computed digest of what it must fold to. They lie beside
 * the repository, in `../shared/corpus`; what needs them does without where they are absent.
 */
const ROOT = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

export const hasCorpus = existsSync(`${ROOT}EXPECTED.jsonl`)

export const CORPUS_ABSENT = 'The corpus of recordings (../shared/corpus) is absent.'

/** The dialect of each API's folder, which may depend on who serves it. A new API is a new row; its framing is for `wire` to know. */
const DIALECTS: Readonly<Record<string, (vendor: string) => Provider>> = {
  'google-genai': () => 'google',
  'google-interactions': () => 'google-interactions',
  'openai-chat': (vendor) => (vendor === 'openrouter' ? 'openrouter' : 'openai'),
  'bedrock-converse': () => 'bedrock',
  'bedrock-invoke': () => 'bedrock-invoke',
  'anthropic-messages': () => 'anthropic',
  'ollama-chat': () => 'ollama',
  'mistral-chat': () => 'mistral',
  'cohere-chat': () => 'cohere',
  'openai-responses': () => 'openai-responses',
}

export interface Recording {
  /** Path within the corpus. */
  readonly file: string
  /** The API it is of, which is its folder. */
  readonly api: string
  /** Who served it, in the corpus's own word: `azure`, `groq`, `openrouter`. */
  readonly vendor: string
  readonly provider: Provider
  /** Whether the bytes are as they came off the wire; else the source kept only decoded events. */
  readonly raw: boolean
  /** How many events the corpus counts in it, the end mark left out. */
  readonly events: number
  readonly expected: Expected
}

/** What a recording must fold to. */
export interface Expected {
  readonly file: string
  readonly status: Status
  readonly text: TextDigest
  readonly reasoning: TextDigest | null
  readonly toolCalls: readonly ToolCallDigest[]
  readonly finishRaw: string | null
  readonly usage: UsageDigest
  readonly refusalChars: number
  readonly citations: number
  readonly serverTools: number
  readonly choices: number
  readonly model: string | null
  /** Fields whose right reading is a matter of judgement: `usage.output`; `usage` is all of it. */
  readonly ambiguous?: readonly string[]
}

export type Status = 'whole' | 'cut' | 'error' | 'empty'

export interface TextDigest {
  readonly sha256: string
  readonly chars: number
}

export interface ToolCallDigest {
  readonly id: string | null
  readonly name: string
  /** Of the canonical JSON; null when there is none. */
  readonly argsSha256: string | null
  readonly argsValid: boolean
  /** Of the argument text as it came. */
  readonly textSha256: string
  readonly custom?: boolean
}

export interface UsageDigest {
  readonly input: number | null
  readonly output: number | null
  readonly total: number | null
  readonly cachedInput: number | null
  readonly cacheWrite: number | null
  readonly reasoning: number | null
}

interface ManifestLine {
  readonly file: string
  readonly api: string
  readonly provider: string
  readonly wire: string
  readonly chunks: number
}

/** Every recording of an API that we read. */
export const loadRecordings = (): readonly Recording[] => {
  const expected = new Map(readLines<Expected>('EXPECTED.jsonl').map((line) => [line.file, line]))
  return readLines<ManifestLine>('MANIFEST.jsonl').flatMap((line) => {
    const dialect = DIALECTS[line.api]
    const digest = expected.get(line.file)
    if (dialect === undefined) return []
    if (digest === undefined) throw new Error(`No expected digest for ${line.file}`)
    return [
      {
        file: line.file,
        api: line.api,
        vendor: line.provider,
        provider: dialect(line.provider),
        raw: line.wire !== 'decoded-chunks',
        events: line.chunks,
        expected: digest,
      },
    ]
  })
}

const readLines = <Line>(name: string): readonly Line[] =>
  readFileSync(ROOT + name, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line) // the corpus says which fields each line has

/** The recording as it was kept: the raw body (or base64 of it), or the decoded events, one JSON a line. */
export const bytesOf = ({ file }: Recording): Uint8Array => new Uint8Array(readFileSync(ROOT + file))

/** The recording as a server would send it, for readers of the wire alone. Decoded events get no end mark: they had none. */
export const wireBytesOf = (recording: Recording): Uint8Array => {
  const bytes = bytesOf(recording)
  if (recording.raw) return bytes
  const chunks = decodeRecording(recording.provider, bytes).flatMap((decoded) =>
    E.isRight(decoded) ? [decoded.right] : [],
  )
  return encodeRecording(recording.provider, chunks)
}
