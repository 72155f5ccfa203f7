import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { detect } from '../../src/wire'
import { runs } from '../support/runs'
import { encode, rawBodies, said, sse } from './support'

const ofOpenRouter = { id: 'gen-1', provider: 'Novita', object: 'chat.completion.chunk', choices: [] }

describe('detect', () => {
  it.each([
    ['a comment of it', `: OPENROUTER PROCESSING\n\n${sse(said('a'))}`],
    ['the provider behind it and its ids', sse(said('a'), ofOpenRouter)],
    ['its decoded events', `${JSON.stringify(ofOpenRouter)}\n`],
  ])('knows OpenRouter by %s', (_, body) => {
    expect(detect(body)).toEqual(E.right('openrouter'))
    expect(detect(encode(body.replaceAll('\n', '\r\n')))).toEqual(E.right('openrouter'))
  })

  it.each([
    ['its events', sse({ type: 'response.created', response: {} })],
    ['decoded events', `${JSON.stringify({ type: 'response.output_text.delta', delta: 'a' })}\n`],
    ['a whole answer', JSON.stringify({ object: 'response', output: [] })],
    ['its events, whatever ends them', sse({ type: 'response.created' }, '[DONE]')],
  ])('knows the Responses API by %s', (_, body) => {
    expect(detect(body)).toEqual(E.right('openai-responses'))
    expect(detect(encode(body))).toEqual(E.right('openai-responses'))
  })

  it.each([
    ['the object of its chunks', sse({ object: 'chat.completion.chunk', choices: [] })],
    ['choices with a delta', sse({ choices: [{ delta: {} }] })],
    ['a whole answer', JSON.stringify({ object: 'chat.completion', choices: [] })],
    ['the end mark alone', 'data: [DONE]\n\n'],
    ['the end mark after an error', sse({ error: { message: 'm' } }, '[DONE]')],
    ['decoded events', `${JSON.stringify(said('a'))}\n${JSON.stringify(said('b'))}\n`],
    ['an id that only looks like one of OpenRouter', sse({ ...ofOpenRouter, provider: null })],
    ['a provider, without such an id', sse({ ...ofOpenRouter, id: 'chatcmpl-1' })],
    ['events after many keep-alives', ': ping\n\n'.repeat(20_000) + sse(said('a'))],
    ['one long event', sse(said('a'.repeat(100_000)))],
  ])('knows Chat Completions by %s', (_, body) => {
    expect(detect(body)).toEqual(E.right('openai'))
    expect(detect(encode(body))).toEqual(E.right('openai'))
  })

  it.each([
    ['', 'The recording is empty.'],
    ['\n\n: ping\n\n', 'The recording has nothing but comments.'],
    ['<!doctype html>', 'The recording is a page of markup, not a stream.'],
    ['Hello', 'The recording holds no event that could be read.'],
    ['\0\0\0\u0001', 'The recording is binary: no text was found in it.'],
    [
      'event: message_start\ndata: {"type":"message_start","message":{}}\n\n',
      'The recording has events, but of no dialect that is known here.',
    ],
    [
      '{"model":"m","message":{"role":"assistant","content":"a"},"done":false}\n',
      'The recording has events, but of no dialect that is known here.',
    ],
    [
      sse({ event_type: 'content.delta' }, '[DONE]'),
      'The recording has events, but of no dialect that is known here.',
    ],
    [sse({ error: { message: 'm' } }), 'The recording has events, but of no dialect that is known here.'],
  ])('cannot tell of %j', (body, message) => {
    expect(detect(body)).toEqual(E.left({ code: 'cannot-tell', message }))
    expect(detect(encode(body))).toEqual(E.left({ code: 'cannot-tell', message }))
  })

  it('refuses what is neither text nor bytes', () => {
    const recording = 42 as unknown as string // a caller without types
    expect(() => detect(recording)).toThrow(TypeError)
  })

  it.prop([fc.oneof(rawBodies(), fc.string({ unit: 'binary' }), fc.uint8Array())], { numRuns: runs() })(
    'gives an answer for anything at all',
    (recording) => {
      expect(detect(recording)._tag).toMatch(/Left|Right/)
    },
  )
})
