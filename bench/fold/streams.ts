import type { ChatCompletionChunk } from '../../src'

/** A Chat Completions stream whose answer is known, since it was made from it. */
export interface Stream {
  /** Its size, in words. */
  readonly label: string
  /** The data lines, without `data: ` and without `[DONE]`. */
  readonly lines: readonly string[]
  readonly answer: KnownAnswer
}

export interface KnownAnswer {
  readonly id: string
  readonly model: string
  readonly text: string
  readonly toolCalls: readonly KnownCall[]
  readonly finishReason: 'stop' | 'tool_calls'
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface KnownCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** Chunks around the deltas: the role before them, the finish reason and the usage after them. */
export const FRAME_CHUNKS = 3

const ID = 'chatcmpl-CbK3vQx7Yz1mLr8TgWq2NdPaEfUhS'
const MODEL = 'gpt-4.1-mini-2025-04-14'

type Delta = Readonly<Record<string, unknown>>

const line = (choices: readonly unknown[], usage?: Delta): string =>
  JSON.stringify({
    id: ID,
    object: 'chat.completion.chunk',
    created: 1_745_000_000,
    model: MODEL,
    system_fingerprint: 'fp_38343a2f8f',
    choices,
    ...(usage !== undefined && { usage }),
  })

const choice = (delta: Delta, finishReason: string | null = null) => ({
  index: 0,
  delta,
  logprobs: null,
  finish_reason: finishReason,
})

const usageAfter = (outputTokens: number): Delta => ({
  prompt_tokens: 412,
  completion_tokens: outputTokens,
  total_tokens: 412 + outputTokens,
  prompt_tokens_details: { cached_tokens: 256, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
})

interface StreamOptions {
  /** Each chunk carries the counts so far, as some servers send them; otherwise the last one alone. */
  readonly usageOnEveryChunk?: boolean
}

const assemble = (
  label: string,
  firstDelta: Delta,
  deltas: readonly Delta[],
  answer: Pick<KnownAnswer, 'text' | 'toolCalls' | 'finishReason'>,
  { usageOnEveryChunk = false }: StreamOptions,
): Stream => {
  const report = (sent: number): Delta | undefined => (usageOnEveryChunk ? usageAfter(sent) : undefined)
  return {
    label,
    lines: [
      line([choice(firstDelta)], report(0)),
      ...deltas.map((delta, sent) => line([choice(delta)], report(sent + 1))),
      line([choice({}, answer.finishReason)], report(deltas.length)),
      line([], usageAfter(deltas.length)),
    ],
    answer: { id: ID, model: MODEL, inputTokens: 412, outputTokens: deltas.length, ...answer },
  }
}

const WORDS = (
  'The answer depends on how often the state is read while it grows and on who keeps the pieces alive ; ' +
  'a list that is copied at each step costs the square of its length , which nobody sees in a short test .'
).split(' ')

/** Text in `deltas` fragments of a word each. */
export const textStream = (deltas: number, options: StreamOptions = {}): Stream => {
  const words = Array.from({ length: deltas }, (_, n) => `${n === 0 ? '' : ' '}${WORDS[n % WORDS.length]}`)
  return assemble(
    `${deltas.toLocaleString('en')} deltas`,
    { role: 'assistant', content: '', refusal: null },
    words.map((content) => ({ content })),
    { text: words.join(''), toolCalls: [], finishReason: 'stop' },
    options,
  )
}

/** One call whose arguments are `length` characters long. */
export const argumentStream = (length: number, options: StreamOptions = {}): Stream =>
  callsOf(`${length.toLocaleString('en')} characters`, [fragmentsOf(length)], options)

/** `calls` calls side by side, each delta going to the next of them; `fragments` argument deltas in all. */
export const interleavedStream = (calls: number, fragments: number, options: StreamOptions = {}): Stream => {
  const shares = Array.from(
    { length: calls },
    (_, n) => Math.floor(fragments / calls) + (n < fragments % calls ? 1 : 0),
  )
  return callsOf(`${fragments.toLocaleString('en')} fragments`, shares.map(fragmentSizes), options)
}

const callsOf = (
  label: string,
  sizesOfCalls: readonly (readonly number[])[],
  options: StreamOptions,
): Stream => {
  const toolCalls = sizesOfCalls.map((sizes, index) => ({
    id: `call_Yq8ZkPw3RtVn5JmXc2Ld${String(index).padStart(4, '0')}`,
    name: index % 2 === 0 ? 'store_records' : 'search_catalogue',
    arguments: argumentText(sizes.reduce((sum, size) => sum + size, 0)),
  }))
  const pieces = toolCalls.map((call, index) => cut(call.arguments, sizesOfCalls[index] ?? []))
  const opening = toolCalls.map(({ id, name: called }, index) => ({
    tool_calls: [{ index, id, type: 'function', function: { name: called, arguments: '' } }],
  }))
  const rounds = Math.max(...pieces.map((fragments) => fragments.length))
  const going = Array.from({ length: rounds }, (_, round) =>
    pieces.flatMap((fragments, index) => {
      const fragment = fragments[round]
      return fragment === undefined ? [] : [{ tool_calls: [{ index, function: { arguments: fragment } }] }]
    }),
  ).flat()
  return assemble(
    label,
    { role: 'assistant', content: null },
    [...opening, ...going],
    { text: '', toolCalls, finishReason: 'tool_calls' },
    options,
  )
}

/** Sizes of 8, 9 and 10 in turn. */
const fragmentSizes = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, n) => 8 + (n % 3))

/** The same for a total; the last one is what is left. */
const fragmentsOf = (length: number): readonly number[] => {
  const sizes = fragmentSizes(Math.floor(length / 9))
  const rest = length - sizes.reduce((sum, size) => sum + size, 0)
  return rest > 0 ? [...sizes, rest] : sizes
}

const cut = (text: string, sizes: readonly number[]): readonly string[] => {
  let end = 0
  return sizes.map((size) => {
    end += size
    return text.slice(end - size, end)
  })
}

const SHORTEST_ARGUMENTS = '{"records":[],"note":""}'.length

/** An object of records as JSON text of exactly `length` characters; a note at its end fills it up. */
const argumentText = (length: number): string => {
  const records: string[] = []
  let rest = length - SHORTEST_ARGUMENTS
  if (rest < 0) throw new RangeError(`Arguments are at least ${SHORTEST_ARGUMENTS} characters long.`)
  for (let n = 0; ; n++) {
    const record = JSON.stringify({
      id: n,
      name: `${WORDS[n % 20]} "${n}"`,
      score: n / 8,
      tags: ['new', 'sale'],
    })
    const size = record.length + (n === 0 ? 0 : 1)
    if (size > rest) break
    records.push(record)
    rest -= size
  }
  return `{"records":[${records.join(',')}],"note":"${'x'.repeat(rest)}"}`
}

/** The stream's events, decoded. */
export const eventsOf = ({ lines }: Stream): readonly ChatCompletionChunk[] =>
  lines.map((data) => JSON.parse(data))

/** The stream as a server sends it, `[DONE]` included. */
export const bytesOf = ({ lines }: Stream): Uint8Array =>
  new TextEncoder().encode([...lines, '[DONE]'].map((data) => `data: ${data}\n\n`).join(''))

/** The reads in which a network hands bytes out. */
export const readsOf = (bytes: Uint8Array, size = 16_384): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))

/**
 * What a contestant hands in as proof that it has the answer: all its characters counted, and each string looked into, which makes one block
 * of what was put together piece by piece.
 */
export const weigh = (text: string, argumentTexts: Iterable<string>): number => {
  let weight = weightOf(text)
  for (const argumentText of argumentTexts) weight += weightOf(argumentText)
  return weight
}

const weightOf = (text: string): number => (text === '' ? 0 : text.length + text.charCodeAt(text.length - 1))

export const weightOfAnswer = ({ text, toolCalls }: KnownAnswer): number =>
  weigh(
    text,
    toolCalls.map((call) => call.arguments),
  )
