import { describe, expect, it } from 'vitest'
import { collectAll, collectWithFrames } from '../../../src'
import { continuation } from '../../../src/providers/google/continuation'
import { type GoogleCursor, initialCursor } from '../../../src/providers/google/cursor'
import type { GenerateContentEvent } from '../../../src/providers/google/events'
import { translate } from '../../../src/providers/google/translate'
import { chunkOf } from '../../support/fold'
import { called, candidate, ended, parts, said } from '../../support/gemini'

const wire = (event: unknown) => event as GenerateContentEvent // what a server sends may be anything

const cursorAfter = (...events: readonly unknown[]): GoogleCursor =>
  events.reduce<GoogleCursor>((cursor, event) => translate(cursor, wire(event))[0], initialCursor())

const envelope = {
  responseId: 'r',
  modelVersion: 'm',
  createTime: 'now',
  usageMetadata: { trafficType: 'ON_DEMAND' },
}

const opened = cursorAfter({ ...said('a'), ...envelope })

describe('the short way is taken', () => {
  it('for the next fragment of an open text, with what Vertex AI repeats beside it', () => {
    const text = { type: 'text-delta', part: 0, choice: 0, text: 'x' }
    expect(continuation(opened, wire(said('x')))).toEqual(text)
    expect(continuation(opened, wire({ ...said('x'), ...envelope, promptFeedback: null }))).toEqual(text)
    const index = candidate({
      index: 0,
      content: { parts: [{ text: 'x', thought: null }] },
      finishReason: null,
    })
    expect(continuation(opened, wire({ ...index, sdkHttpResponse: {} }))).toEqual(text)
  })

  it('for the next fragment of open thoughts, and of another candidate', () => {
    const thinking = cursorAfter(parts({ text: 'a', thought: true }))
    expect(continuation(thinking, wire(parts({ text: 'x', thought: true })))).toEqual({
      type: 'reasoning-delta',
      part: 0,
      choice: 0,
      text: 'x',
    })
    const two = cursorAfter({ candidates: [{}, { content: { parts: [{ text: 'b' }] } }] })
    const event = candidate({ index: 1, content: { parts: [{ text: 'x' }] } })
    expect(continuation(two, wire(event))).toMatchObject({ part: 0, choice: 1 })
  })
})

const value = (jsonPath: string, stringValue: string, fields: object = {}) =>
  called({ partialArgs: [{ jsonPath, stringValue }], willContinue: true, ...fields })

const calling = cursorAfter(called({ name: 'f', willContinue: true }), value('$.a.b', 'x'))

describe('the short way of arguments that come as values at paths', () => {
  it.each<[string, string, unknown]>([
    ['more of a text', 'y\\"', value('$.a.b', 'y"')],
    ['nothing more of it', '', value('$.a.b', '')],
    ['a text at the next place', '","c":"y', value('$["a"].c', 'y')],
    [
      'a number',
      '"},"n":1',
      called({ partialArgs: [{ jsonPath: 'n', numberValue: 1 }], willContinue: true }),
    ],
    ['fields that are null', 'y', value('$.a.b', 'y', { name: null, args: null })],
  ])('%s', (_, text, event) => {
    const short = continuation(calling, wire(event))
    const [cursor, signals] = translate(calling, wire(event))
    expect(short).toEqual({ type: 'tool-call-delta', part: 0, choice: 0, text, cursor })
    expect(signals).toEqual([{ type: 'tool-call-delta', part: 0, arguments: text }])
  })

  it('makes no frame of a fragment without text', () => {
    const state = collectAll('google', [
      chunkOf('google', called({ name: 'f', willContinue: true })),
      chunkOf('google', value('$.a.b', 'x')),
    ])
    const [next, frames] = collectWithFrames(state, chunkOf('google', value('$.a.b', '')))
    expect(next.cursor).not.toBe(state.cursor)
    expect(frames).toEqual([])
  })

  it.each<[string, GoogleCursor, unknown]>([
    ['the last value', calling, called({ partialArgs: [{ jsonPath: '$.c', stringValue: 'y' }] })],
    [
      'a place that was left',
      cursorAfter(called({ name: 'f', willContinue: true }), value('$.a', 'x'), value('$.b', 'y')),
      value('$.a', 'z'),
    ],
    [
      'a value behind one that was scattered',
      translate(calling, wire(value('$.a', 'z')))[0],
      value('$.c', 'y'),
    ],
    ['two values', calling, called({ partialArgs: [{}, {}], willContinue: true })],
    ['no path', calling, value('', 'y')],
    ['an entry that is none', calling, called({ partialArgs: ['x'], willContinue: true })],
    ['no value', calling, called({ partialArgs: [{ jsonPath: '$.c' }], willContinue: true })],
    ['whole arguments', calling, value('$.c', 'y', { args: { c: 1 } })],
    ['another call', calling, value('$.c', 'y', { name: 'g' })],
    ['a field of the part', calling, parts({ functionCall: {}, thoughtSignature: 'S' })],
    ['a call that announced nothing', cursorAfter(called({ name: 'f' })), value('$.c', 'y')],
  ])('is not taken for %s', (_, cursor, event) => {
    expect(continuation(cursor, wire(event))).toBeUndefined()
  })
})

describe('the short way is not taken', () => {
  it.each<[string, GoogleCursor, unknown]>([
    ['for what is no event', opened, null],
    ['for the end mark', opened, '[DONE]'],
    ['before there is an open part', cursorAfter(), said('x')],
    ['after a finish reason', cursorAfter(said('a'), ended()), said('x')],
    ['for an empty text', opened, said('')],
    ['for a text that is none', opened, parts({ text: 7 })],
    ['for a thought after text', opened, parts({ text: 'x', thought: true })],
    ['for text after a thought', cursorAfter(parts({ text: 'a', thought: true })), said('x')],
    ['for a signature', opened, parts({ text: 'x', thoughtSignature: 'S' })],
    ['for a call', opened, parts({ functionCall: { name: 'f' } })],
    ['for two parts', opened, parts({ text: 'x' }, { text: 'y' })],
    ['for no part', opened, parts()],
    ['for a part that is none', opened, parts('x')],
    ['for other content', opened, candidate({ content: 'x' })],
    ['for a field of the content', opened, candidate({ content: { parts: [{ text: 'x' }], more: 1 } })],
    ['for a finish reason', opened, candidate({ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' })],
    ['for another candidate', opened, candidate({ index: 1, content: { parts: [{ text: 'x' }] } })],
    ['for two candidates', opened, { candidates: [{}, {}] }],
    ['for other counts', opened, { ...said('x'), usageMetadata: { trafficType: 'OTHER' } }],
    ['for more counts', opened, { ...said('x'), usageMetadata: { promptTokenCount: 1 } }],
    ['for counts that are none', opened, { ...said('x'), usageMetadata: 7 }],
    ['for an error', opened, { ...said('x'), error: {} }],
    ['for an id that was not known', cursorAfter(said('a')), { ...said('x'), responseId: 'r' }],
    ['for a model that was not known', cursorAfter(said('a')), { ...said('x'), modelVersion: 'm' }],
    ['for a time that was not known', cursorAfter(said('a')), { ...said('x'), createTime: 'now' }],
  ])('%s', (_, cursor, event) => {
    expect(continuation(cursor, wire(event))).toBeUndefined()
  })
})
