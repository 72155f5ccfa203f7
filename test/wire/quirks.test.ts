// The Q ids number the catalogue of server quirks that the project keeps; here are those of framing and transport.
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { finalize, initial } from '../../src'
import { collectDecoded, decodeRecording, readResponse } from '../../src/wire'
import { openDecoder } from '../../src/wire/decoder'
import { codesOf, responseOf } from '../support/fold'
import { cut, decodePieces, decodeText, encode, plain, said, shred, sse } from './support'

/** What a whole body folds to. */
const fold = (body: string) => {
  const result = finalize(decodeRecording('openai', body).reduce(collectDecoded, initial('openai')))
  const response = responseOf(result)
  return { result, response, text: response.text, finish: response.finishReason.kind }
}

const errorOf = (body: string) => {
  const { result } = fold(body)
  return E.isLeft(result) && result.left.code === 'provider-error' ? result.left.error : undefined
}

describe('framing', () => {
  it('Q47: comments, keep-alives and empty data say nothing', () => {
    const body = `: KEEPALIVE\n\ndata: : keepalive\n\ndata:\n\ndata: \n\n: OPENROUTER PROCESSING\n\n${sse({ choices: [{ delta: { content: 'a' } }] })}`
    expect(decodeText(body)).toEqual([{ choices: [{ delta: { content: 'a' } }] }])
  })

  it('Q47: a payload that is neither JSON nor a comment is told, with its text', () => {
    expect(decodeRecording('openai', 'data: overloaded\n\n')).toEqual([
      E.left({ code: 'invalid-json', message: expect.any(String), text: 'overloaded' }),
    ])
    expect(codesOf(fold(`data: overloaded\n\n${sse(said('a', 'stop'))}`).response)).toEqual([
      'undecodable-event',
    ])
  })

  it('Q48: every cut of the bytes gives the same events', () => {
    const bytes = encode(sse(said('é😀'), said('b', 'stop'), '[DONE]'))
    const whole = [said('é😀'), said('b', 'stop'), '[DONE]']
    for (let at = 0; at <= bytes.length; at++) {
      expect(plain(decodePieces('openai', cut(bytes, [at]))), `cut at ${at}`).toEqual(whole)
    }
    expect(plain(decodePieces('openai', shred(bytes)))).toEqual(whole)
  })

  it.each(['\n', '\r\n', '\r'])(
    'Q49: line ends %j, no space after the colon, a byte order mark, two lines of data',
    (end) => {
      const body = `\ufeffdata:{"choices":[\ndata: {"delta":{"content":"a"}}]}\n\n`.replaceAll('\n', end)
      const bytes = encode(body)
      const whole = [{ choices: [{ delta: { content: 'a' } }] }]
      for (let at = 0; at <= bytes.length; at++) {
        expect(plain(decodePieces('openai', cut(bytes, [at]))), `cut at ${at}`).toEqual(whole)
      }
    },
  )

  it('Q49: an event whose lines end in CR is told without waiting for the next', () => {
    expect(plain(openDecoder('openai').push('data: {}\r\r'))).toEqual([{}])
  })

  it('Q49: events without a blank line between them are told apart', () => {
    expect(decodeText('data: {"id":"a"}\ndata: {"id":"b"}\ndata: [DONE]\n')).toEqual([
      { id: 'a' },
      { id: 'b' },
      '[DONE]',
    ])
  })

  it.each(['\u2028', '\u2029', '\u0085'])('Q50: %j within a payload ends no line', (character) => {
    const content = `a${character}b`
    expect(fold(`data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`).text).toBe(content)
  })

  it('Q51: an event that the end leaves open counts when it is whole', () => {
    const body = `${sse(said('a'))}data: ${JSON.stringify(said('b', 'stop'))}`
    for (const end of ['', '\n', '\r', '\r\n']) {
      expect(fold(body + end)).toMatchObject({ text: 'ab', finish: 'stop', result: { _tag: 'Right' } })
    }
  })

  it('Q51: an event that the end cuts off is told, with what there is of it', () => {
    const body = `${sse(said('a'))}data: {"choices":[{"del`
    expect(decodeText(body)).toEqual([said('a'), { left: 'truncated-event' }])
    const { response, result } = fold(body)
    expect(result).toMatchObject({ left: { code: 'incomplete-stream' } })
    expect(response.issues[0]).toMatchObject({
      code: 'undecodable-event',
      message: 'The stream ended in the middle of an event. It was left out: {"choices":[{"del',
    })
  })

  const quota = { error: { message: 'quota' } }
  it.each([
    ['after the events', sse(said('a')) + JSON.stringify(quota)],
    ['after the events, over many lines', sse(said('a')) + JSON.stringify(quota, null, 2)],
    ['after the events, in a list', sse(said('a')) + JSON.stringify([quota], null, 2)],
  ])('Q51: a bare JSON error %s fails the stream', (_, body) => {
    expect(decodeText(body)).toEqual([said('a'), quota])
    expect(errorOf(body)).toMatchObject({ message: 'quota' })
    expect(fold(body).text).toBe('a')
  })

  it.each([
    ['in one line', JSON.stringify(quota)],
    ['over many lines', JSON.stringify(quota, null, 2)],
    ['in a list', JSON.stringify([quota])],
    ['before the events', `${JSON.stringify(quota)}\n\n${sse(said('a'))}`],
    ['before the events, over many lines', `${JSON.stringify(quota, null, 2)}\n\n${sse(said('a'))}`],
  ])('Q51: a bare JSON error in place of events, %s, fails the stream', (_, body) => {
    expect(errorOf(body)).toMatchObject({ message: 'quota' })
  })

  it.each([
    ['{"detail":"Not Found"}', 'Not Found'],
    ['{"message":"Unauthorized"}', 'Unauthorized'],
    ['{"object":"error","message":"no such model","code":404}', 'no such model'],
  ])('Q51: the body %s is an error', (body, message) => {
    expect(errorOf(body)).toMatchObject({ message })
  })

  it('Q51: a whole answer that was not streamed is read', () => {
    const answer = {
      id: 'c1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    }
    for (const body of [JSON.stringify(answer), JSON.stringify(answer, null, 2)]) {
      expect(fold(body)).toMatchObject({ text: 'Hi', finish: 'stop', result: { _tag: 'Right' } })
    }
  })

  it('Q51: other text outside the framing is told, and fails nothing', () => {
    const body = `upstream connect error\n${sse(said('a', 'stop'))}`
    expect(decodeText(body)).toEqual([{ left: 'unframed-text' }, said('a', 'stop')])
    expect(fold(body)).toMatchObject({ text: 'a', result: { _tag: 'Right' } })
  })

  it('Q51: a page of markup fails the stream', () => {
    expect(errorOf('<html><title>502 Bad Gateway</title></html>')).toMatchObject({
      message: 'A page of markup came in place of a stream: 502 Bad Gateway.',
    })
  })
})

describe('errors and ends on the wire', () => {
  it.each([
    [
      'an object',
      { error: { message: 'upstream gone', code: 502 } },
      { message: 'upstream gone', code: 502 },
    ],
    ['a text', { error: 'upstream gone' }, { message: 'upstream gone' }],
    [
      'an error within a message',
      { error: { message: '{"error":{"message":"upstream gone","code":502}}' } },
      { message: 'upstream gone', code: 502 },
    ],
  ])('Q32: an error in the stream at HTTP 200, as %s, keeps the text before it', (_, event, error) => {
    const body = sse(said('Hel'), event)
    expect(fold(body).text).toBe('Hel')
    expect(errorOf(body)).toMatchObject(error)
  })

  it.each([
    [
      'event: error\ndata: {"message":"upstream gone","code":502}\n\n',
      { message: 'upstream gone', code: 502 },
    ],
    ['event: error\ndata: {"error":{"message":"upstream gone"}}\n\n', { message: 'upstream gone' }],
    ['event: error\ndata: upstream gone\n\n', { message: 'upstream gone' }],
    ['error: {"code":500,"message":"upstream gone"}\n\n', { message: 'upstream gone', code: 500 }],
    ['error: {"error":{"message":"upstream gone"}}\n\n', { message: 'upstream gone' }],
    ['error: upstream gone\n\n', { message: 'upstream gone' }],
  ])('Q32: an error told beside the events fails the stream: %j', (lines, error) => {
    expect(errorOf(sse(said('Hel')) + lines)).toMatchObject(error)
    expect(fold(sse(said('Hel')) + lines).text).toBe('Hel')
  })

  it('Q32: text that stands where an event is due leaves the stream unfinished, and is told', () => {
    const { result, response } = fold(`${sse(said('Hel'))}data: upstream gone\n\n`)
    expect(result).toMatchObject({ left: { code: 'incomplete-stream', partial: { text: 'Hel' } } })
    expect(response.issues[0]).toMatchObject({
      code: 'undecodable-event',
      message: 'An event whose payload is no JSON. It was left out: upstream gone',
    })
  })

  it.each([
    ['as an event', (text: string) => `data: ${text}\n\n`],
    ['outside the framing', (text: string) => text],
    ['outside the framing, over many lines', (text: string) => JSON.stringify([JSON.parse(text)], null, 2)],
  ])('Q79: an error of Google %s fails the stream, wherever the reads are cut', (_, framed) => {
    const first = { candidates: [{ content: { parts: [{ text: 'hal' }] } }] }
    const error = { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }
    const bytes = encode(sse(first) + framed(JSON.stringify(error)))
    for (let at = 0; at <= bytes.length; at++) {
      const decoded = decodePieces('google', cut(bytes, [at]))
      expect(finalize(decoded.reduce(collectDecoded, initial('google'))), `cut at ${at}`).toMatchObject({
        left: {
          code: 'provider-error',
          error: { type: 'UNAVAILABLE', status: 503 },
          partial: { text: 'hal' },
        },
      })
    }
  })

  it('Q32: reading stops at an error although the connection stays open', async () => {
    let cancelled = false
    const source = new ReadableStream<string>({
      start: (controller) => controller.enqueue(sse(said('Hel'), { error: { message: 'upstream gone' } })),
      cancel: () => {
        cancelled = true
      },
    })
    const result = await readResponse('openai', source)
    expect(result).toMatchObject({ left: { code: 'provider-error', partial: { text: 'Hel' } } })
    expect(cancelled).toBe(true)
  })

  it('Q26: the end of the body ends the stream; with neither a finish reason nor an end mark it is incomplete', async () => {
    const result = await readResponse('openai', [sse(said('half an ans'))])
    expect(result).toMatchObject({
      left: {
        code: 'incomplete-stream',
        partial: { text: 'half an ans', finishReason: { kind: 'unknown' } },
      },
    })
  })

  it.each([
    ['the end mark', sse(said('all'), '[DONE]')],
    ['a finish reason', sse(said('all', 'stop'))],
  ])('Q26: %s alone is enough', async (_, body) => {
    expect(await readResponse('openai', [body])).toMatchObject({ right: { text: 'all' } })
  })

  it('Q26: the end mark ends the stream although the connection stays open', async () => {
    const source = new ReadableStream<string>({
      start: (controller) => controller.enqueue(sse(said('all'), '[DONE]')),
    })
    expect(await readResponse('openai', source)).toMatchObject({ right: { text: 'all' } })
  })
})
