import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import {
  type AssistantMessage,
  type ContentPart,
  collectText,
  collectWithFrames,
  type Frame,
  initial,
  isDone,
  type LlmResponse,
  type ProviderOptions,
  requireEnd,
  snapshot,
  textOnly,
  toAssistantMessage,
  toFrames,
  toReasoning,
  toToolCalls,
} from '../../src'
import { foldAll } from '../support/chat'
import { chunkOf } from '../support/fold'
import { runs } from '../support/runs'
import { chatStreams, detours, looseFrames, messages } from './arbitraries'
import { arriving, itemsOf } from './arriving'

describe('the frames of any stream of Chat Completions', () => {
  it.prop([chatStreams()], { numRuns: runs() })(
    'add up to the text, the message, the reasoning and the calls of the response (law 6)',
    ({ events, options }) => {
      const { frames, result, response, state } = foldAll(events, options)
      if (E.isRight(result)) expect(readingOf(frames)).toStrictEqual(answerOf(response))
      const own = Math.min(...state.head.lanes.map(({ choice }) => choice))
      expect(readingOf(frames, own)).toStrictEqual(answerOf(response))
      for (const other of response.alternatives ?? []) {
        expect(readingOf(frames, other.choice)).toStrictEqual(answerOf(other))
      }
    },
  )

  it.prop([chatStreams()], { numRuns: runs() })(
    'add up to the snapshot at every point of an open stream, save for what only completes tell',
    ({ events, options }) => {
      for (const { frames, seen } of prefixesOf(events, options)) {
        expect(collectText(frames)).toBe(seen.text)
        expect(shown(toAssistantMessage(frames))).toStrictEqual(shown(seen.message))
      }
    },
  )

  it.prop([chatStreams()], { numRuns: runs() })(
    'have an end exactly when the response is whole',
    ({ events, options }) => {
      const { frames, result } = foldAll(events, options)
      const judged = requireEnd(frames)
      if (E.isRight(result)) expect(judged).toStrictEqual(E.right(frames))
      else {
        const { partial: _partial, ...error } = result.left
        expect(judged).toStrictEqual(E.left(error))
      }
    },
  )
})

describe('frames of parts in pieces, interleaved, and with detours that a reset takes back', () => {
  it.prop([detours()], { numRuns: runs() })(
    'add up to what the parts are in the end',
    ({ frames, content }) => {
      expect(toAssistantMessage(frames).content).toStrictEqual(content)
      expect(readingOf(frames)).toStrictEqual(answerIn({ role: 'assistant', content }))
    },
  )

  it.prop([messages(), fc.boolean()], { numRuns: runs() })(
    'are live text that joins to the whole when part follows part',
    (message, isBrief) => {
      const frames = toFrames(message).filter((frame) => !isBrief || frame.type !== 'text-delta')
      expect([...textOnly(frames)].join('')).toBe(answerIn(message).text)
    },
  )
})

describe('frames in any order at all', () => {
  it.prop([looseFrames()], { numRuns: runs() })(
    'give the same as they arrive as they give from an array',
    async (frames) => {
      for (const choice of [undefined, 0, 1]) {
        const options = choice === undefined ? {} : { choice }
        expect(await collectText(arriving(frames), options)).toBe(collectText(frames, options))
        expect(await toAssistantMessage(arriving(frames), options)).toStrictEqual(
          toAssistantMessage(frames, options),
        )
        expect(await toReasoning(arriving(frames), options)).toBe(toReasoning(frames, options))
        expect(await toToolCalls(arriving(frames), options)).toStrictEqual(toToolCalls(frames, options))
        expect(await itemsOf(textOnly(arriving(frames), options))).toStrictEqual([
          ...textOnly(frames, options),
        ])
      }
    },
  )

  it.prop([looseFrames()], { numRuns: runs() })(
    'pass a check for the end one by one, and its last item is the fault that the whole has',
    async (frames) => {
      const items = await itemsOf(requireEnd(arriving(frames)))
      const whole = requireEnd(frames)
      expect(items).toStrictEqual([
        ...frames.map((frame) => E.right(frame)),
        ...(E.isLeft(whole) ? [whole] : []),
      ])
    },
  )

  it.prop([looseFrames()], { numRuns: runs() })(
    'are not touched, and say of the text, the reasoning and the calls what the message says',
    (frames) => {
      const before = JSON.stringify(frames)
      for (const choice of [0, 1, 2]) {
        expect(readingOf(frames, choice)).toStrictEqual(answerIn(toAssistantMessage(frames, { choice })))
      }
      expect(JSON.stringify(frames)).toBe(before)
    },
  )
})

type Reading = Pick<LlmResponse, 'message' | 'text' | 'toolCalls'> & {
  readonly reasoning: string | undefined
}

const readingOf = (frames: readonly Frame[], choice?: number): Reading => {
  const options = choice === undefined ? {} : { choice }
  return {
    message: toAssistantMessage(frames, options),
    text: collectText(frames, options),
    reasoning: toReasoning(frames, options),
    toolCalls: toToolCalls(frames, options),
  }
}

const answerOf = ({
  message,
  text,
  reasoning,
  toolCalls,
}: Pick<LlmResponse, 'message' | 'text' | 'reasoning' | 'toolCalls'>): Reading => ({
  message,
  text,
  reasoning,
  toolCalls,
})

const answerIn = (message: AssistantMessage): Reading => {
  let text = ''
  let reasoning = ''
  for (const part of message.content) {
    if (part.type === 'text') text += part.text
    if (part.type === 'reasoning') for (const said of part.content.concat(part.summary)) reasoning += said
  }
  const toolCalls = message.content.filter((part) => part.type === 'tool-call')
  return { message, text, reasoning: reasoning === '' ? undefined : reasoning, toolCalls }
}

interface Prefix {
  readonly frames: readonly Frame[]
  readonly seen: LlmResponse
}

function* prefixesOf(events: readonly unknown[], options: ProviderOptions): Generator<Prefix> {
  let state = initial('openai', options)
  let frames: readonly Frame[] = []
  for (const event of events) {
    const [next, said] = collectWithFrames(state, chunkOf('openai', event))
    state = next
    frames = [...frames, ...said]
    if (isDone(state)) return
    yield { frames, seen: snapshot(state) }
  }
}

/** A message without what frames tell only in completes. */
const shown = ({ content, ...message }: AssistantMessage): AssistantMessage => ({
  ...message,
  content: content.map(shownPart).filter((part) => part.type !== 'reasoning' || isVisible(part)),
})

const shownPart = (part: ContentPart): ContentPart => {
  if (part.type === 'reasoning') {
    return { type: 'reasoning', content: part.content, summary: part.summary }
  }
  if (part.type !== 'tool-call') return part
  const { synthesizedId: _synthesizedId, extra: _extra, ...call } = part
  return call
}

const isVisible = (part: Extract<ContentPart, { type: 'reasoning' }>): boolean =>
  part.content.length + part.summary.length > 0
