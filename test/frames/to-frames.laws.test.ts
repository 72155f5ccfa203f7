import { it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import {
  type AudioDelta,
  collectText,
  type Frame,
  requireEnd,
  toAssistantMessage,
  toFrames,
  toReasoning,
  toToolCalls,
} from '../../src'
import { foldAll } from '../support/chat'
import { runs } from '../support/runs'
import { chatStreams, messages, responses } from './arbitraries'

describe('the frames of a whole', () => {
  it.prop([messages()], { numRuns: runs() })('give the message back', (message) => {
    expect(toAssistantMessage(toFrames(message))).toStrictEqual(message)
  })

  it.prop([responses()], { numRuns: runs() })('give the response and its alternatives back', (response) => {
    const frames = toFrames(response)
    expect(collectText(frames)).toBe(response.text)
    expect(toAssistantMessage(frames)).toStrictEqual(response.message)
    expect(toReasoning(frames)).toBe(response.reasoning)
    expect(toToolCalls(frames)).toStrictEqual(response.toolCalls)
    for (const { choice, text, message } of response.alternatives ?? []) {
      expect(collectText(frames, { choice })).toBe(text)
      expect(toAssistantMessage(frames, { choice })).toStrictEqual(message)
    }
  })

  it.prop([responses()], { numRuns: runs() })(
    'are as a stream gives them: one complete a part, which its deltas add up to, and the end last',
    (response) => {
      const frames = toFrames(response)
      expect(requireEnd(frames)).toStrictEqual(E.right(frames))
      expect(frames.findIndex(({ type }) => type === 'end')).toBe(frames.length - 1)
      expect(frames.map(({ type }) => type).indexOf('start')).toBe(0)
      const parts = new Map<number, readonly Frame[]>()
      for (const frame of frames) {
        if ('part' in frame) parts.set(frame.part, [...(parts.get(frame.part) ?? []), frame])
      }
      expect([...parts.keys()]).toEqual([...parts.keys()].map((_, position) => position))
      for (const told of parts.values()) {
        expect(told.map(isComplete)).toEqual(told.map((_, position) => position === told.length - 1))
        expect(told.slice(0, -1).map(saidBy).join('')).toBe(told.slice(-1).map(heldBy).join(''))
      }
    },
  )

  it.prop([chatStreams()], { numRuns: runs() })(
    'of a stream say what the stream said',
    ({ events, options }) => {
      const { response } = foldAll(events, options)
      const frames = toFrames(response)
      expect(collectText(frames)).toBe(response.text)
      expect(toAssistantMessage(frames)).toStrictEqual(response.message)
    },
  )
})

const isComplete = ({ type }: Frame): boolean => type === 'part' || type.endsWith('-complete')

const saidBy = (frame: Frame): string => {
  switch (frame.type) {
    case 'citation':
      return ''
    case 'text-delta':
    case 'refusal-delta':
    case 'reasoning-delta':
      return frame.text
    case 'tool-call-delta':
      return `${frame.id ?? ''} ${frame.name} ${frame.kind ?? 'function'} ${frame.arguments}`
    case 'audio-delta':
      return soundOf(frame)
    default:
      return 'no delta'
  }
}

const heldBy = (frame: Frame): string => {
  switch (frame.type) {
    case 'text-complete':
    case 'refusal-complete':
      return frame.text
    case 'reasoning-complete':
      return [...frame.content, ...frame.summary].join('')
    case 'tool-call-complete':
      return `${frame.id} ${frame.name} ${frame.kind} ${frame.arguments}`
    case 'part': {
      const { content } = frame
      if (content.type === 'text') return content.text
      if (content.type === 'audio') return soundOf(content)
      return ''
    }
    default:
      return 'no complete'
  }
}

const soundOf = ({ id, data, transcript, expiresAt }: Omit<AudioDelta, 'type' | 'part'>): string =>
  `${id ?? ''} ${data} ${transcript} ${expiresAt ?? ''}`
