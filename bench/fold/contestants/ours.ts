import * as E from 'fp-ts/Either'
import {
  type ChatCompletionChunk,
  type Chunk,
  type CollectorState,
  closeWithFrames,
  collect,
  collectWithFrames,
  type Frame,
  finalize,
  finishReason,
  initial,
  type LlmResponse,
  type Provider,
  snapshot,
  text,
  toolCalls,
  usage,
} from '../../../src'
import { collectPartial, partialInput } from '../../../src/partial'
import { collectDecoded, decodeRecording, foldRecording, readResponse } from '../../../src/wire'
import type { Contestant } from '../../measure'
import { bodyOf } from '../body'
import { type Stream, weigh } from '../streams'

export const COLLECT = 'collect'
export const COLLECT_FINALIZE = 'collect, then finalize'
export const WITH_FRAMES = 'collectWithFrames'
const WITH_FRAMES_CLOSE = 'collectWithFrames, then closeWithFrames and finalize'
export const FOLD_RECORDING = 'foldRecording'
const DECODE_RECORDING = 'decodeRecording, then collectDecoded'
export const READ_ITERABLE = 'readResponse, async iterable'
export const READ_BODY = 'readResponse, fetch body'

const foldAll = (events: readonly ChatCompletionChunk[]): CollectorState => {
  let state = initial('openai')
  for (const event of events) state = collect(state, { provider: 'openai', event })
  return state
}

/** To the message as the mutable loop gives it: text, calls with their argument text, finish reason, usage. */
export const collecting = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: COLLECT,
  run: () => weighMessage(foldAll(events)),
})

/** To the whole response, which has the arguments as values too. */
export const collectingWhole = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: COLLECT_FINALIZE,
  run: () => weighResponse(wholeResponse(foldAll(events))),
})

const weighMessage = (state: CollectorState): number =>
  finishReason(state).kind === 'unknown' || usage(state) === undefined
    ? Number.NaN
    : weigh(
        text(state),
        toolCalls(state).map((call) => call.arguments),
      )

export const collectingFrames = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: WITH_FRAMES,
  run: () => {
    const [state, characters] = foldFrames(events)
    return weighMessage(state) - charactersOf(state) + characters
  },
})

export const collectingAllFrames = (events: readonly ChatCompletionChunk[]): Contestant => ({
  name: WITH_FRAMES_CLOSE,
  run: () => {
    const [state, deltas] = foldFrames(events)
    let characters = deltas
    const [closed, last] = closeWithFrames(state)
    for (const frame of last) characters += deltaLength(frame)
    const response = wholeResponse(closed)
    return weighResponse(response) - lengthOf(response) + characters
  },
})

/** {@link collecting} and {@link collectingFrames} for any dialect. */
export const collectingDialect = (provider: Provider, { lines }: Stream): readonly Contestant[] => {
  const events: readonly unknown[] = lines.map((line) => JSON.parse(line))
  return [
    {
      name: COLLECT,
      run: () => {
        let state: CollectorState = initial(provider)
        for (const event of events) state = collect(state, { provider, event } as Chunk) // written for this provider
        return weighMessage(state)
      },
    },
    {
      name: WITH_FRAMES,
      run: () => {
        const [state, characters] = foldFrames(events, provider)
        return weighMessage(state) - charactersOf(state) + characters
      },
    },
  ]
}

/** The last state, and the characters of all deltas. */
const foldFrames = (
  events: readonly unknown[],
  provider: Provider = 'openai',
): readonly [CollectorState, number] => {
  let state: CollectorState = initial(provider)
  let characters = 0
  for (const event of events) {
    const [next, frames] = collectWithFrames(state, { provider, event } as Chunk) // written for this provider
    for (const frame of frames) characters += deltaLength(frame)
    state = next
  }
  return [state, characters]
}

const charactersOf = (state: CollectorState): number =>
  toolCalls(state).reduce((sum, call) => sum + call.arguments.length, text(state).length)

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

/** What each line is parsed to is folded at once, as it is where events come off a wire. */
const parsing =
  (name: string, step: (state: CollectorState) => number) =>
  ({ lines }: Stream): Contestant => ({
    name,
    run: () => {
      let state: CollectorState = initial('openai')
      let taken = 0
      for (const line of lines) {
        state = collect(state, { provider: 'openai', event: JSON.parse(line) })
        taken += step(state)
      }
      return Number.isNaN(taken) ? taken : weighMessage(state)
    },
  })

export const PARSE_COLLECT = 'JSON.parse, collect'
export const PARSE_FRAMES = 'JSON.parse, collectWithFrames'
export const PARSE_SNAPSHOT = 'JSON.parse, collect, snapshot'
export const PARSE_VIEWS = 'JSON.parse, collect, text and toolCalls'
export const PARSE_VALUES = 'JSON.parse, collectPartial, partialInput'

// As a UI does that renders at each chunk; what is taken is not looked into.

export const parsingAndCollecting = parsing(PARSE_COLLECT, () => 0)
export const parsingAndSnapshots = parsing(PARSE_SNAPSHOT, (state) => snapshot(state).message.role.length)
export const parsingAndViews = parsing(PARSE_VIEWS, charactersOf)

/** The value so far of the call that got the fragment. */
export const parsingAndValues = ({ lines, answer }: Stream): Contestant => ({
  name: PARSE_VALUES,
  run: () => {
    let state: CollectorState = initial('openai')
    let values = 0
    for (const [n, line] of lines.entries()) {
      state = collectPartial(state, { provider: 'openai', event: JSON.parse(line) })
      if (partialInput(state, n % answer.toolCalls.length) !== undefined) values++
    }
    return values > 0 ? weighMessage(state) : Number.NaN
  },
})

export const parsingAndFrames = ({ lines }: Stream): Contestant => ({
  name: PARSE_FRAMES,
  run: () => {
    let state: CollectorState = initial('openai')
    let characters = 0
    for (const line of lines) {
      const [next, frames] = collectWithFrames(state, { provider: 'openai', event: JSON.parse(line) })
      for (const frame of frames) characters += deltaLength(frame)
      state = next
    }
    return weighMessage(state) - charactersOf(state) + characters
  },
})

// From all bytes at once, without an event loop between.

export const recordingFolded = (bytes: Uint8Array): Contestant => ({
  name: FOLD_RECORDING,
  run: () => weighResponse(wholeResponse(foldRecording('openai', bytes))),
})

/** Through a list of all chunks. */
export const recordingDecoded = (bytes: Uint8Array): Contestant => ({
  name: DECODE_RECORDING,
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
