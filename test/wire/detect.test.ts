import { fc, it } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import { describe, expect } from 'vitest'
import { detect } from '../../src/wire'
import { runs } from '../support/runs'
import { encode, rawBodies, said, sse } from './support'

const ofOpenRouter = { id: 'gen-1', provider: 'Novita', object: 'chat.completion.chunk', choices: [] }

const ofMistral = {
  id: '8d641f96950f401892c98eff1e4335cd',
  object: 'chat.completion.chunk',
  model: 'mistral-small-latest',
  choices: [],
}

describe('detect', () => {
  it.each([
    ['a comment of it', `: OPENROUTER PROCESSING\n\n${sse(said('a'))}`],
    ['the provider behind it and its ids', sse(said('a'), ofOpenRouter)],
    [
      'the reason of the provider behind it',
      sse({ ...ofOpenRouter, id: 'chatcmpl-1', choices: [{ delta: {}, native_finish_reason: null }] }),
    ],
    ['an event behind a long one', sse(said('a'.repeat(20_000)), ofOpenRouter)],
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
    ['ollama', '{"model":"m","message":{"role":"assistant","content":"a"},"done":false}\n'],
    ['ollama', '{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}'],
    ['mistral', sse({ ...ofMistral, p: 'abc' })],
    ['mistral', sse({ ...ofMistral, id: 'cmpl', p: 'abc' })],
    ['mistral', sse({ ...ofMistral, model: 'open-mistral-nemo' })],
    ['openai', sse({ ...ofMistral, id: 'chatcmpl-1' })],
    ['openai', sse({ ...ofMistral, model: 'deepseek-r1' })],
    ['openai', sse({ ...ofMistral, model: 'mistralai/mistral-small' })],
    ['cohere', 'event: message-start\ndata: {"type":"message-start","delta":{"message":{}}}\n\n'],
    ['cohere', '{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"a"}}}}\n'],
    ['cohere', sse({ type: 'message-end', delta: { finish_reason: 'COMPLETE' } })],
  ])('knows %s by its events: %s', (provider, body) => {
    expect(detect(body)).toEqual(E.right(provider))
    expect(detect(encode(body))).toEqual(E.right(provider))
  })

  it.each([
    ['server-sent events', sse({ candidates: [{ content: { parts: [{ text: 'a' }] } }] })],
    ['one list', '[{\n  "candidates": [{"index": 0}]\n}\n,\r\n{"candidates":[]}]'],
    ['the beginning of a list', '[{"candidates":[]},\n{"candi'],
    ['decoded events', '{"candidates":[]}\n{"candidates":[]}\n'],
    ['a whole answer', JSON.stringify({ candidates: [{ finishReason: 'STOP' }] }, null, 2)],
    ['a blocked prompt', sse({ promptFeedback: { blockReason: 'SAFETY' } })],
    ['its counts alone', sse({ usageMetadata: { totalTokenCount: 1 } })],
    ['chunks and the end mark of a gateway', sse({ candidates: [] }, '[DONE]')],
  ])('knows generateContent by %s', (_, body) => {
    expect(detect(body)).toEqual(E.right('google'))
    expect(detect(encode(body))).toEqual(E.right('google'))
  })

  it.each([
    ['its events', 'event: interaction.created\ndata: {"event_type":"interaction.created"}\n\n'],
    ['a step', sse({ event_type: 'step.delta', index: 0, delta: {} }, '[DONE]')],
    ['events of its older revision', sse({ event_type: 'content.delta' }, '[DONE]')],
    ['an error', sse({ event_type: 'error', error: { message: 'm' } }, '[DONE]')],
    ['decoded events', '{"interaction":{},"event_type":"interaction.created"}\n'],
  ])('knows the Interactions API by %s', (_, body) => {
    expect(detect(body)).toEqual(E.right('google-interactions'))
    expect(detect(encode(body))).toEqual(E.right('google-interactions'))
  })

  it('takes an error of Google for no dialect: all its services tell errors alike', () => {
    const error = { error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }
    expect(detect(JSON.stringify([error], null, 2))._tag).toBe('Left')
  })

  it.each([
    ['', 'The recording is empty.'],
    ['\n\n: ping\n\n', 'The recording has nothing but comments.'],
    ['<!doctype html>', 'The recording is a page of markup, not a stream.'],
    ['Hello', 'The recording holds no event that could be read.'],
    ['\0\0\0\u0001', 'The recording is binary: no text was found in it.'],
    [
      'event: ping\ndata: {"type":"ping"}\n\nevent: error\ndata: {"type":"error","error":{"type":"api_error"}}\n\n',
      'The recording has events, but of no dialect that is known here.',
    ],
    [
      '{"error":"model runner has stopped"}\n',
      'The recording has events, but of no dialect that is known here.',
    ],
    [
      sse({ type: 'content-delta', index: 0 }),
      'The recording has events, but of no dialect that is known here.',
    ],
    [
      sse({ event_type: 'constep.delta' }, '[DONE]'),
      'The recording has events, but of no dialect that is known here.',
    ],
    [sse({ error: { message: 'm' } }), 'The recording has events, but of no dialect that is known here.'],
    [
      sse(
        { id: 'r', message: {} },
        { id: 'r', finish_reason: 'COMPLETE' },
        { message: {}, finish_reason: 'c' },
      ),
      'The recording has events, but of no dialect that is known here.',
    ],
    [
      sse({ status: 'completed' }, { steps: [] }, { outputs: [] }),
      'The recording has events, but of no dialect that is known here.',
    ],
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
