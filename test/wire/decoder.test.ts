import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { type Provider, providers } from '../../src'
import { decodeRecording } from '../../src/wire'
import { openDecoder } from '../../src/wire/decoder'
import { encode, said, sse } from './support'

describe('decodeRecording', () => {
  it('gives the chunks of a recording, tagged with their dialect', () => {
    expect(decodeRecording('openrouter', sse(said('Hi'), '[DONE]'))).toEqual([
      E.right({ provider: 'openrouter', event: said('Hi') }),
      E.right({ provider: 'openrouter', event: '[DONE]' }),
    ])
  })

  it('reads bytes as well as text, and decoded events one a line', () => {
    const expected = [E.right({ provider: 'openai', event: said('é') })]
    expect(decodeRecording('openai', encode(sse(said('é'))))).toEqual(expected)
    expect(decodeRecording('openai', Buffer.from(sse(said('é'))))).toEqual(expected)
    expect(decodeRecording('openai', `${JSON.stringify(said('é'))}\n`)).toEqual(expected)
  })

  it('gives a Left in the place of what is no event, and goes on', () => {
    expect(decodeRecording('openai', 'data: 42\n\ndata: {"a"\n\ndata: {}\n\n')).toEqual([
      E.left({
        code: 'not-an-event',
        message: expect.stringContaining('a number'),
        provider: 'openai',
        json: 42,
      }),
      E.left({ code: 'invalid-json', message: 'An event whose payload is no JSON.', text: '{"a"' }),
      E.right({ provider: 'openai', event: {} }),
    ])
  })

  it('keeps prototype keys of a payload as inert data', () => {
    const [chunk] = decodeRecording('openai', 'data: {"__proto__":{"error":"m"},"constructor":1}\n\n')
    expect(Object.keys(chunk?._tag === 'Right' ? chunk.right.event : {})).toEqual([
      '__proto__',
      'constructor',
    ])
    expect({}).not.toHaveProperty('error')
  })

  it('refuses a provider it does not know', () => {
    const provider = 'nobody' as Provider // a caller without types
    expect(() => decodeRecording(provider, '')).toThrow(
      new TypeError(`Unknown provider "nobody". Known are: ${providers.join(', ')}.`),
    )
  })

  it.each([undefined, null, 42, {}, [1]])('refuses %j, which is no recording', (value) => {
    const recording = value as unknown as string // a caller without types
    expect(() => decodeRecording('openai', recording)).toThrow(TypeError)
  })
})

describe('openDecoder', () => {
  it('gives at each piece what that piece made known', () => {
    const decoder = openDecoder('openai')
    expect(decoder.push('data: {}\n\ndata: {}\n')).toHaveLength(1)
    expect(decoder.push('\nda')).toHaveLength(1)
    expect(decoder.push('ta: {}')).toHaveLength(0)
    expect(decoder.end()).toHaveLength(1)
  })

  it('tells no status with anything that a whole response may hold', () => {
    const decoder = openDecoder('openai', 200)
    expect(decoder.push('data: {"a"\n\n')).toEqual([
      E.left({ code: 'invalid-json', message: 'An event whose payload is no JSON.', text: '{"a"' }),
    ])
  })

  it('tells the status of the response with a page', () => {
    const decoder = openDecoder('openai', 200)
    decoder.push('<title>Log in</title>')
    expect(decoder.end()).toEqual([
      E.left({
        code: 'html-page',
        message: 'A page of markup came in place of a stream: Log in.',
        body: '<title>Log in</title>',
        status: 200,
      }),
    ])
  })
})
