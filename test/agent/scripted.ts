import * as E from 'fp-ts/Either'
import { expect } from 'vitest'
import type { Chunk, Conversation, JsonObject, Provider } from '../../src'
import {
  type Agent,
  type AgentError,
  type AgentFrame,
  type AgentPartial,
  type AgentResult,
  type Notice,
  type RunOptions,
  run,
  runToCompletion,
  type Tool,
} from '../../src/agent'
import type { PriceBook } from '../../src/cost'
import { type Cutting, type Piece, type Script, synthesize } from '../../src/testing'
import { fetchModel, type Model, type Timeouts } from '../../src/transport'
import { encodeRecording } from '../../src/wire'
import { chunkOf } from '../support/fold'
import { fakeFetch, type Sent } from '../transport/support'

// A neutral script says what a model answers; the synthesizers put it on each provider's wire, and it comes back as bytes over a stand-in for `fetch`. So one case
// runs for every provider, through its decoding, its folding and the writing of its requests.

/** What a model says in one turn. */
export const turn = (...pieces: readonly Piece[]): Script => ({
  id: 'r1',
  model: 'm1',
  choices: [{ pieces, finish: 'stop' }],
  usage: { input: 10, output: 5 },
})

export const says = (text: string): Piece => ({ type: 'text', text })

export const calls = (...entries: readonly (readonly [name: string, input: JsonObject])[]): Piece => ({
  type: 'tool-calls',
  calls: entries.map(([name, input]) => ({ name, arguments: input })),
})

/** A call of the calculator. */
export const adds = (a: number, b: number): readonly [string, JsonObject] => ['calculator', { a, b }]

/** An answer: a script, a provider's own events, or a response of any kind. */
export type Answer = Script | readonly unknown[] | ((sent: Sent) => Response | Promise<Response>)

const isEvents = (answer: Answer): answer is readonly unknown[] => Array.isArray(answer)

/** Texts and arguments in pieces of a few characters, calls in turns. */
const CUTTING: Cutting = [6, 3, 8, 1, 4]

export const eventsOf = (provider: Provider, script: Script, cutting = CUTTING): readonly unknown[] =>
  synthesize(provider, script, cutting)

/** The body that a provider's server would send. */
export const bytesOf = <P extends Provider>(
  provider: P,
  events: readonly unknown[],
): Uint8Array<ArrayBuffer> => {
  const chunks = events.map((event) => chunkOf(provider, event) as Chunk<P>) // of that provider
  return new Uint8Array(encodeRecording(provider, chunks))
}

const responseOf = (provider: Provider, answer: Answer, sent: Sent): Response | Promise<Response> => {
  if (typeof answer === 'function') return answer(sent)
  return new Response(bytesOf(provider, isEvents(answer) ? answer : eventsOf(provider, answer)))
}

/** A model that gives one answer after the other, over HTTP as far as it knows, and what was sent to it. */
export const scripted = (
  provider: Provider,
  answers: readonly Answer[],
  timeouts: Timeouts = {},
): { readonly model: Model; readonly sent: readonly Sent[] } => {
  const { fetch, sent } = fakeFetch((one) => {
    const answer = answers[sent.length - 1]
    if (answer === undefined) throw new TypeError(`nobody expects request ${sent.length}`)
    return responseOf(provider, answer, one)
  })
  return { model: fetchModel({ provider, fetch, region: 'eu-west-1', timeouts }), sent }
}

/** An answer with the status of a failure. */
export const refusal =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  () =>
    new Response(JSON.stringify({ error: { message: `status ${status}` } }), { status, headers })

/** An answer that breaks off after this share of its bytes: the connection is lost, or just ends. */
export const broken =
  (provider: Provider, script: Script, share: number, how: 'lost' | 'ended' = 'lost'): Answer =>
  () => {
    const bytes = bytesOf(provider, eventsOf(provider, script))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.slice(0, Math.floor(bytes.length * share))),
      pull: (controller) => {
        if (how === 'lost') controller.error(new TypeError('terminated'))
        else controller.close()
      },
    })
    return new Response(body)
  }

const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } as const

const numberIn = (input: unknown, key: string): number => {
  const value: unknown = Reflect.get(Object(input), key)
  return typeof value === 'number' ? value : Number.NaN
}

export const calculator: Tool = {
  name: 'calculator',
  description: 'Adds.',
  input: { ...numbers, required: ['a', 'b'] },
  execute: (input) => numberIn(input, 'a') + numberIn(input, 'b'),
}

const boom: Tool = {
  name: 'boom',
  input: { type: 'object' },
  execute: () => {
    throw new Error('kaboom')
  },
}

/** A model's turn that adds, and one that answers. */
export const addThenAnswer: readonly Script[] = [
  turn(calls(adds(2, 3))),
  { ...turn(says('It is five.')), usage: { input: 12, output: 6 } },
]

/** A million tokens of input for a dollar, of output for two. */
export const prices: PriceBook = () => ({ currency: 'USD', input: '1.0', output: '2.0' })

export type Outcome = E.Either<AgentError, AgentResult>

/** What there is of a run, however it ended. */
export const partialOf = (result: Outcome): AgentPartial =>
  E.isRight(result) ? result.right : result.left.partial

export const errorOf = (result: Outcome): AgentError => {
  if (E.isRight(result)) throw new TypeError('the run has an answer')
  return result.left
}

export const answerOf = (result: Outcome): AgentResult => {
  if (E.isLeft(result)) throw new TypeError(`the run has no answer: ${result.left.message}`)
  return result.right
}

/** Time and chance stand still, so that two runs of one case are equal. Nobody waits before a retry. */
const STILL = { runId: 'run-1', now: () => 1_000, random: () => 0 } as const

export interface Ran {
  readonly result: Outcome
  readonly frames: readonly AgentFrame[]
  readonly notices: readonly Notice[]
  readonly sent: readonly Sent[]
}

/** What a case runs with, made anew for each mode. */
export interface Case {
  readonly agent: Agent
  readonly sent: readonly Sent[]
}

/** One model that is asked, with settings and tools, and what was sent to it. */
export const agentOf = (
  provider: Provider,
  answers: readonly Answer[],
  more: Omit<RunOptions, 'signal'> = {},
  timeouts: Timeouts = {},
): Case => {
  const { model, sent } = scripted(provider, answers, timeouts)
  const retry = { minMs: 0, ...more.retry }
  const agent = { model, settings: { model: 'm1' }, tools: [calculator, boom], ...more, retry }
  return { agent, sent }
}

/**
 * A case in both modes: its frames read one by one, and run to its end unread. Both must come to the same result by the same requests and notices.
 */
export const bothModes = async (
  make: () => Case,
  input: string | Conversation = 'Add.',
  options: RunOptions = {},
): Promise<Ran> => {
  const read = make()
  const watched = watching(options)
  const frames: AgentFrame[] = []
  const reading = run(read.agent, input, { ...STILL, ...watched.options })
  for await (const frame of reading) frames.push(frame)
  const result = await reading.result
  const other = make()
  const unread = watching(options)
  const completed = await runToCompletion(other.agent, input, { ...STILL, ...unread.options })
  expect(completed, 'both modes come to the same').toEqual(result)
  expect(unread.notices, 'both modes are told alike').toEqual(watched.notices)
  expect(other.sent.map(({ body }) => body)).toEqual(read.sent.map(({ body }) => body))
  expectValidHistory(partialOf(result).messages)
  return { result, frames, notices: watched.notices, sent: read.sent }
}

const watching = (options: RunOptions) => {
  const notices: Notice[] = []
  const handler = { onNotice: (notice: Notice) => void notices.push(notice) }
  return { notices, options: { ...options, handlers: [handler, ...(options.handlers ?? [])] } }
}

/** Every call has one result, right behind its message and in the order of the calls; there is no other result, and no id comes twice. */
export const expectValidHistory = (messages: Conversation): void => {
  const ids: string[] = []
  let awaited: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      expect(awaited.shift(), 'the call of this result').toBe(message.toolCallId)
      continue
    }
    expect(awaited, 'calls without a result').toEqual([])
    if (message.role !== 'assistant') continue
    awaited = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
    ids.push(...awaited)
  }
  expect(awaited, 'calls without a result').toEqual([])
  expect(new Set(ids).size, 'ids are unique').toBe(ids.length)
}

export const framesOf = <T extends AgentFrame['type']>(frames: readonly AgentFrame[], type: T) =>
  frames.filter((frame): frame is Extract<AgentFrame, { type: T }> => frame.type === type)

export const noticesOf = <T extends Notice['type']>(notices: readonly Notice[], type: T) =>
  notices.filter((notice): notice is Extract<Notice, { type: T }> => notice.type === type)

/** The text of a turn as its reader puts it together; what was taken back is gone. */
export const textOf = (frames: readonly AgentFrame[], iteration?: number): string => {
  let text = ''
  for (const frame of frames) {
    if (iteration !== undefined && frame.iteration !== iteration) continue
    if (frame.type === 'reset') text = ''
    if (frame.type === 'text-delta') text += frame.text
  }
  return text
}

/** All texts and numbers in a body, wherever they stand; text that is JSON is looked into as well. */
export const leavesOf = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string') return [value, ...insideOf(value)]
  if (typeof value !== 'object' || value === null) return [value]
  return Object.values(value).flatMap(leavesOf)
}

const insideOf = (text: string): readonly unknown[] => {
  try {
    return leavesOf(JSON.parse(text))
  } catch {
    return []
  }
}

/** The contents of the results in a history, JSON as its value. */
export const resultsIn = (messages: Conversation): readonly unknown[] =>
  messages.flatMap((message) => {
    if (message.role !== 'tool') return []
    const { content } = message
    if (typeof content === 'string') return [content]
    return content.map((part) => (part.type === 'json' ? part.value : part))
  })

/** Lets everything happen that does not wait for a timer. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
