import * as E from 'fp-ts/Either'
import {
  type ChatCompletionChunk,
  type CollectorState,
  closeWithFrames,
  collect,
  collectWithFrames,
  type Frame,
  finalize,
  initial,
  type LlmResponse,
  snapshot,
  text,
  toolCalls,
} from '../../src'
import { collectDecoded, decodeRecording, readResponse } from '../../src/wire'
import { bodyOf } from '../body'
import type { Contestant } from '../measure'
import { weigh } from '../streams'

export const COLLECT = 'collect'
export const COLLECT_WITH_FRAMES = 'collectWithFrames'
export const RECORDING = 'decodeRecording'
export const READ_ITERABLE = 'readResponse, async iterable'
export const READ_BODY = 'readResponse, fetch body'
export const WITH_SNAPSHOT = 'collect, snapshot each chunk'
export const WITH_VIEWS = 'collect, text and toolCalls each chunk'

export const collecting = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: COLLECT,
  run: () => {
    let state = initial('openai')
    for (const event of events) state = collect(state, { provider: 'openai', event })
    return weighResponse(wholeResponse(state))
  },
})

export const collectingFrames = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: COLLECT_WITH_FRAMES,
  run: () => {
    let state = initial('openai')
    let characters = 0
    for (const event of events) {
      const [next, frames] = collectWithFrames(state, { provider: 'openai', event })
      for (const frame of frames) characters += deltaLength(frame)
      state = next
    }
    const [closed, last] = closeWithFrames(state)
    for (const frame of last) characters += deltaLength(frame)
    const response = wholeResponse(closed)
    return weighResponse(response) - lengthOf(response) + characters
  },
})

const deltaLength = (frame: Frame): number => {
  switch (frame.type) {
    case 'text-delta':
      return frame.text.length
    case 'tool-call-delta':
      return frame.arguments.length
    default:
      return 0
  }
}

/** As a UI does that renders at each chunk; what it takes is not looked into. */
export const takingSnapshots = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: WITH_SNAPSHOT,
  run: () => {
    let state = initial('openai')
    let taken = 0
    for (const event of events) {
      state = collect(state, { provider: 'openai', event })
      taken += snapshot(state).message.role.length
    }
    return taken > 0 ? weighResponse(wholeResponse(state)) : Number.NaN
  },
})

export const takingViews = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: WITH_VIEWS,
  run: () => {
    let state = initial('openai')
    let taken = 0
    for (const event of events) {
      state = collect(state, { provider: 'openai', event })
      taken += text(state).length
      for (const call of toolCalls(state)) taken += call.arguments.length
    }
    return taken > 0 ? weighResponse(wholeResponse(state)) : Number.NaN
  },
})

/** From all bytes at once, without an event loop between. */
export const recorded = (bytes: Uint8Array): Contestant => ({
  name: RECORDING,
  run: () => {
    let state = initial('openai')
    for (const decoded of decodeRecording('openai', bytes)) state = collectDecoded(state, decoded)
    return weighResponse(wholeResponse(state))
  },
})

export const readIterable = (reads: readonly Uint8Array[]): Contestant => ({
  name: READ_ITERABLE,
  run: async () => weighResult(await readResponse('openai', oneByOne(reads))),
})

async function* oneByOne(reads: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const read of reads) yield read
}

export const readBody = (reads: readonly Uint8Array[]): Contestant => ({
  name: READ_BODY,
  run: async () => weighResult(await readResponse('openai', bodyOf(reads))),
})

const wholeResponse = (state: CollectorState): LlmResponse => right(finalize(state))

const right = (result: ReturnType<typeof finalize>): LlmResponse => {
  if (E.isLeft(result)) throw new Error(result.left.message)
  return result.right
}

const weighResult = (result: ReturnType<typeof finalize>): number => weighResponse(right(result))

const weighResponse = (response: LlmResponse): number =>
  weigh(
    response.text,
    response.toolCalls.map((call) => call.arguments),
  )

const lengthOf = (response: LlmResponse): number =>
  response.toolCalls.reduce((sum, call) => sum + call.arguments.length, response.text.length)
