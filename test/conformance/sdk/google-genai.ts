import {
  ApiError,
  type Candidate,
  type GenerateContentResponse,
  GoogleGenAI,
  type PartialArg,
} from '@google/genai'
import * as E from 'fp-ts/Either'
import { failureOf } from './failure'
import { googleGenaiReasons } from './google-genai-reasons'
import { eventStreamResponse } from './http'
import type { Answer, Oracle, SdkFailure, SdkReading } from './oracle'

export const googleGenai: Oracle = {
  api: 'google-genai',
  name: 'the chunks of `ai.models.generateContentStream(…)` of `@google/genai`, added up',
  providers: ['google'],
  read: async ({ bytes }) => {
    const { events, failure } = await chunksWithSdk(bytes())
    const said = addUp(events)
    return { events, result: failure === undefined ? answerOf(events, said) : E.left(failure) }
  },
  reasons: googleGenaiReasons,
}

interface Chunks {
  readonly events: readonly GenerateContentResponse[]
  readonly failure?: SdkFailure
}

/** The chunks as the SDK gives them, up to what it fails on. It reads server-sent events alone: a list is framed anew. */
export const chunksWithSdk = async (bytes: Uint8Array): Promise<Chunks> => {
  const events: GenerateContentResponse[] = []
  try {
    const chunks = await clientFor(asEvents(bytes)).models.generateContentStream({
      model: 'any',
      contents: 'any',
    })
    for await (const chunk of chunks) events.push(chunk)
    return { events }
  } catch (error) {
    return { events, failure: failureOf(error, error instanceof ApiError) }
  }
}

/** A client whose every request is answered with these bytes. */
export const clientFor = (bytes: Uint8Array): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: 'none',
    httpOptions: { baseUrl: 'http://localhost', fetch: async () => eventStreamResponse(bytes) },
  })

const asEvents = (bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder().decode(bytes)
  if (!text.trimStart().startsWith('[')) return bytes
  const list: readonly unknown[] = JSON.parse(text)
  return new TextEncoder().encode(list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
}

/** One candidate, as its chunks add up. */
export interface Sum {
  text: string
  finish: string | null
  readonly calls: { readonly id: string | null; readonly name: string; args: unknown; isOpen: boolean }[]
}

export const addUp = (chunks: readonly GenerateContentResponse[]): ReadonlyMap<number, Sum> => {
  const sums = new Map<number, Sum>()
  for (const { candidates = [] } of chunks) {
    for (const candidate of candidates) {
      const index = candidate.index ?? 0
      const sum = sums.get(index) ?? { text: '', finish: null, calls: [] }
      sums.set(index, sum)
      addCandidate(sum, candidate)
    }
  }
  return sums
}

const addCandidate = (sum: Sum, { content, finishReason }: Candidate): void => {
  for (const { text = '', thought, functionCall } of content?.parts ?? []) {
    if (thought !== true) sum.text += text
    if (functionCall === undefined) continue
    const { id, name, args, partialArgs = [], willContinue = false } = functionCall
    const last = sum.calls.at(-1)
    if (name !== undefined) sum.calls.push({ id: id ?? null, name, args, isOpen: willContinue })
    else if (last !== undefined) last.isOpen = willContinue
    const call = sum.calls.at(-1)
    for (const arg of partialArgs) if (call !== undefined) call.args = withArg(call.args, arg)
  }
  if (finishReason) sum.finish = String(finishReason)
}

type Tree = Record<string | number, unknown>

/** The arguments with one more value; text at a place that has text is appended to it. */
const withArg = (args: unknown, { jsonPath = '', ...arg }: PartialArg): unknown => {
  const path = [...jsonPath.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|\.([^.[]+)/g)].map(
    ([, quoted, index, name = '']) =>
      index === undefined ? (quoted === undefined ? name : String(JSON.parse(`"${quoted}"`))) : Number(index),
  )
  const value = arg.stringValue ?? arg.numberValue ?? arg.boolValue ?? null
  const root = { args: args ?? {} }
  let holder: Tree = root
  let key: string | number = 'args'
  for (const segment of path) {
    const inner = Object.hasOwn(holder, key) ? holder[key] : undefined
    const next = typeof inner === 'object' && inner !== null ? inner : typeof segment === 'number' ? [] : {}
    define(holder, key, next)
    holder = next as Tree // an object or a list, either of which has places
    key = segment
  }
  const held = Object.hasOwn(holder, key) ? holder[key] : undefined
  define(holder, key, typeof held === 'string' && typeof value === 'string' ? held + value : value)
  return root.args
}

const define = (holder: Tree, key: string | number, value: unknown): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

const answerOf = (
  chunks: readonly GenerateContentResponse[],
  sums: ReadonlyMap<number, Sum>,
): SdkReading['result'] => {
  const sum: Sum = sums.get(0) ?? { text: '', finish: null, calls: [] }
  const finish = sum.finish ?? blockOf(chunks)
  if (finish === null) return E.left({ reported: false, message: 'its chunks have no finish reason' })
  const count = (
    field: 'promptTokenCount' | 'candidatesTokenCount' | 'thoughtsTokenCount' | 'totalTokenCount',
  ) =>
    chunks.findLast(({ usageMetadata }) => typeof usageMetadata?.[field] === 'number')?.usageMetadata?.[
      field
    ] ?? null
  const [answer, thoughts] = [count('candidatesTokenCount'), count('thoughtsTokenCount')]
  const usage: Answer['usage'] = {
    prompt: count('promptTokenCount'),
    completion: answer === null && thoughts === null ? null : (answer ?? 0) + (thoughts ?? 0),
    total: count('totalTokenCount'),
  }
  return E.right({ text: sum.text, refusal: '', calls: sum.calls.map(callOf), finish, usage })
}

export const callOf = ({ id, name, args }: Sum['calls'][number]): Answer['calls'][number] => ({
  id,
  name,
  arguments: args === undefined ? '' : JSON.stringify(args),
})

const blockOf = (chunks: readonly GenerateContentResponse[]): string | null =>
  chunks.find(({ promptFeedback }) => promptFeedback?.blockReason !== undefined)?.promptFeedback
    ?.blockReason ?? null
