import { EventStreamCodec, type MessageHeaders } from '@smithy/eventstream-codec'
import * as E from 'fp-ts/Either'
import { describe, expect, it } from 'vitest'
import { close, finalize, initial } from '../../src'
import {
  collectDecoded,
  decodeRecording,
  detect,
  encodeRecording,
  foldRecording,
  readResponse,
} from '../../src/wire'
import { decodePieces, encode, plain, shred } from './support'

const codec = new EventStreamCodec(
  (bytes) => new TextDecoder().decode(bytes),
  (text) => new TextEncoder().encode(text),
)

const frame = (headers: Readonly<Record<string, string>>, body: string): Uint8Array => {
  const typed: MessageHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }]),
  )
  return codec.encode({ headers: typed, body: encode(body) })
}

const event = (type: string, body: unknown): Uint8Array =>
  frame({ ':message-type': 'event', ':event-type': type }, JSON.stringify(body))

const joined = (...frames: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(frames))

const start = { messageStart: { role: 'assistant' } }
const hello = { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Hé' } } }
const stop = { messageStop: { stopReason: 'end_turn' } }
const events = [start, hello, stop]

const body = joined(
  event('messageStart', start.messageStart),
  event('contentBlockDelta', hello.contentBlockDelta),
  event('messageStop', stop.messageStop),
)

const decode = (recording: string | Uint8Array) => plain(decodeRecording('bedrock', recording))

describe('a body of ConverseStream', () => {
  it('is read from frames, each an event under the name of its member', () => {
    expect(decode(body)).toEqual(events)
    expect(plain(decodePieces('bedrock', shred(body)))).toEqual(events)
  })

  it('is what its chunks encode to', () => {
    const chunks = decodeRecording('bedrock', body).flatMap((one) => (E.isRight(one) ? [one.right] : []))
    expect(decode(encodeRecording('bedrock', chunks))).toEqual(events)
  })

  it('is read from base64 in lines of any length', () => {
    const base64 = Buffer.from(body).toString('base64')
    expect(decode(base64)).toEqual(events)
    expect(decode(` \n${base64.replace(/.{76}/g, '$&\r\n')}\n`)).toEqual(events)
    expect(plain(decodePieces('bedrock', shred(encode(base64))))).toEqual(events)
    expect(plain(decodePieces('bedrock', shred(base64)))).toEqual(events)
  })

  it('says what in it is no base64', () => {
    const base64 = Buffer.from(body).toString('base64')
    expect(decode(`${base64}*`)).toEqual([...events, { left: 'unframed-text' }])
    expect(plain(decodePieces('bedrock', [base64, '****']))).toEqual([...events, { left: 'unframed-text' }])
  })

  it('is read from decoded events, one JSON a line', () => {
    const lines = events.map((one) => `${JSON.stringify(one)}\n`).join('')
    expect(decode(lines)).toEqual(events)
    expect(plain(decodePieces('bedrock', shred(lines)))).toEqual(events)
  })

  it('may be empty', () => {
    expect(decode('')).toEqual([])
    expect(decode(' \n ')).toEqual([])
    expect(decode('{}')).toEqual([{}])
  })

  it.each([0, 1])(
    'is binary where its first byte is %i, as lengths begin, though nothing in it is sound',
    (first) => {
      expect(decode(Uint8Array.of(first, ...Array.from({ length: 15 }, () => 9)))).toEqual([
        { left: 'corrupt-frame' },
      ])
    },
  )

  it('goes on in bytes where a piece is text', () => {
    expect(plain(decodePieces('bedrock', [event('messageStart', start.messageStart), 'x']))).toEqual([
      start,
      { left: 'truncated-event' },
    ])
  })

  it('tells an exception under its name, and an error that the API does not model as `error`', () => {
    const exception = frame(
      { ':message-type': 'exception', ':exception-type': 'throttlingException' },
      '{"message":"slow down"}',
    )
    const error = frame(
      { ':message-type': 'error', ':error-code': 'InternalError', ':error-message': 'broken' },
      '',
    )
    const nameless = frame({ ':message-type': 'error' }, '')
    expect(decode(joined(exception, error, nameless))).toEqual([
      { throttlingException: { message: 'slow down' } },
      { error: { code: 'InternalError', message: 'broken' } },
      { error: { message: '' } },
    ])
  })

  it('gives an event without a payload an empty one, and one without a type as it is', () => {
    const bare = frame({ ':message-type': 'event', ':event-type': 'messageStart' }, '')
    const untyped = frame({ ':message-type': 'event' }, '{"messageStop":{}}')
    const proto = frame({ ':event-type': '__proto__' }, '{"polluted":true}')
    expect(decode(joined(bare, untyped))).toEqual([{ messageStart: {} }, { messageStop: {} }])
    const [decoded] = decodeRecording('bedrock', proto)
    expect(decoded !== undefined && E.isRight(decoded) && Object.keys(decoded.right.event)).toEqual([
      '__proto__',
    ])
  })

  it('says which payload is no JSON', () => {
    const broken = frame({ ':message-type': 'event', ':event-type': 'messageStop' }, '{"stop')
    expect(decodeRecording('bedrock', broken)).toMatchObject([
      E.left({ code: 'invalid-json', text: '{"stop' }),
    ])
  })

  it('may be the answer to a refused request', () => {
    const error = (fields: object) => [{ error: fields }]
    expect(decode('{"message":"no"}')).toEqual(error({ message: 'no' }))
    expect(decode('{"Message":"no"}')).toEqual(error({ Message: 'no', message: 'no' }))
    expect(decode('{"__type":"com.amazon.coral#ThrottlingException","message":"no"}')).toEqual(
      error({ __type: 'com.amazon.coral#ThrottlingException', code: 'ThrottlingException', message: 'no' }),
    )
    expect(decode('<html><title>Bad gateway</title></html>')).toEqual([{ left: 'html-page' }])
    expect(decode('event: error\ndata: {"message":"no"}\n\n')).toEqual(error({ message: 'no' }))
    expect(decode('event: error\ndata: no\n\n')).toEqual(error({ message: 'no' }))
  })

  it('encodes what names no single member as a frame that holds all of it', () => {
    const odd = [
      { messageStart: {}, 'amazon-bedrock-trace': {} },
      {},
      { 'a b': 1 },
      { fooException: { message: 'x' } },
    ]
    const chunks = odd.map((one) => ({ provider: 'bedrock' as const, event: one }))
    expect(decode(encodeRecording('bedrock', chunks))).toEqual(odd)
  })
})

describe('a corrupt frame', () => {
  const corrupt = body.slice()
  corrupt[body.length - 1] = (corrupt.at(-1) ?? 0) ^ 1
  const after = joined(corrupt, event('metadata', { usage: { inputTokens: 1 } }))

  it('is a fault in its place; what comes before and after it is decoded', () => {
    expect(decode(after)).toEqual([
      start,
      hello,
      { left: 'corrupt-frame' },
      { metadata: { usage: { inputTokens: 1 } } },
    ])
  })

  it('closes the response as cut: it may have been any event', () => {
    const state = decodeRecording('bedrock', after).reduce(collectDecoded, initial('bedrock'))
    const result = finalize(close(state))
    expect(result).toMatchObject(
      E.left({
        code: 'incomplete-stream',
        reason: 'cut',
        partial: { text: 'Hé', usage: { inputTokens: 1 } },
      }),
    )
    const { issues } = E.isLeft(result) ? result.left.partial : result.right
    expect(issues.map(({ code }) => code)).toEqual(['undecodable-event', 'finish-reason-missing'])
  })
})

describe('detect', () => {
  it('tells frames, base64 of frames and decoded events', () => {
    const base64 = Buffer.from(body).toString('base64')
    for (const recording of [body, base64, encode(base64), JSON.stringify(hello)]) {
      expect(detect(recording)).toEqual(E.right('bedrock'))
    }
    expect(detect(event('metadata', { usage: {} }))).toMatchObject(E.left({ code: 'cannot-tell' }))
  })
})

describe('a body of InvokeModelWithResponseStream', () => {
  const own = [{ generation: 'é', stop_reason: null }, { messageStop: { stopReason: 'end_turn' } }]
  const exception = { throttlingException: { message: 'slow down' } }
  const chunks = [...own, exception].map((one) => ({ provider: 'bedrock-invoke' as const, event: one }))
  const frames = encodeRecording('bedrock-invoke', chunks)
  const decodeInvoke = (recording: string | Uint8Array) => plain(decodeRecording('bedrock-invoke', recording))

  it('holds the model’s own events, in base64', () => {
    expect(decode(frames)).toEqual([
      ...own.map((one) => ({ chunk: { bytes: Buffer.from(JSON.stringify(one)).toString('base64') } })),
      exception,
    ])
    expect(decodeInvoke(frames)).toEqual([...own, exception])
    expect(plain(decodePieces('bedrock-invoke', shred(frames)))).toEqual([...own, exception])
  })

  it('is read from base64, from decoded chunks and from decoded events', () => {
    expect(decodeInvoke(Buffer.from(frames).toString('base64'))).toEqual([...own, exception])
    const lines = decode(frames).map((one) => `${JSON.stringify(one)}\n`)
    expect(decodeInvoke(lines.join(''))).toEqual([...own, exception])
    expect(decodeInvoke(JSON.stringify(own[0]))).toEqual(own.slice(0, 1))
  })

  it.each(['!', Buffer.from('{"a').toString('base64')])('says what is no event: %s', (bytes) => {
    expect(decodeInvoke(event('chunk', { bytes }))).toEqual([{ left: 'invalid-json' }])
  })

  it('is read where the events stand in their frames unwrapped, as mock servers send them', () => {
    const start = { type: 'message_start', message: { id: 'm' } }
    expect(plain(decodeRecording('bedrock-invoke', event('chunk', start)))).toEqual([start])
  })

  it('is told from one of ConverseStream', () => {
    expect(detect(frames)).toEqual(E.right('bedrock-invoke'))
    expect(detect(Buffer.from(frames).toString('base64'))).toEqual(E.right('bedrock-invoke'))
  })
})

describe('the answer of Converse, which was not streamed', () => {
  const answer = {
    output: {
      message: {
        role: 'assistant',
        content: [{ text: 'Hé' }, { toolUse: { toolUseId: 't', name: 'add', input: { a: 1 } } }],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
    metrics: { latencyMs: 7 },
  }
  const folded = {
    text: 'Hé',
    toolCalls: [{ id: 't', name: 'add', input: E.right({ a: 1 }) }],
    finishReason: { kind: 'tool-calls' },
    usage: { totalTokens: 3 },
    issues: [{ code: 'whole-message', count: 1 }],
  }

  it.each(['bedrock', 'bedrock-invoke'] as const)('is a response of %s', (provider) => {
    for (const text of [JSON.stringify(answer), JSON.stringify(answer, null, 2)]) {
      expect(finalize(foldRecording(provider, text))).toMatchObject(E.right(folded))
      expect(finalize(foldRecording(provider, encode(text)))).toMatchObject(E.right(folded))
    }
  })

  it('is one where it answers a request for a stream', async () => {
    const response = new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
    expect(await readResponse('bedrock', response)).toMatchObject(E.right(folded))
  })

  it('tells what it is', () => {
    expect(detect(JSON.stringify(answer))).toEqual(E.right('bedrock'))
    expect(E.isLeft(detect('{"output":[]}'))).toBe(true)
    expect(E.isLeft(detect('{"output":{"message":"m"}}'))).toBe(true)
  })
})
