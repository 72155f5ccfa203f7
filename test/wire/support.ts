import { fc } from '@fast-check/vitest'
import * as E from 'fp-ts/Either'
import type { Provider } from '../../src'
import { type Decoded, decodeRecording, readChunks } from '../../src/wire'
import { openDecoder } from '../../src/wire/decoder'
import type { Piece, Sink } from '../../src/wire/framing'

export { cuts } from '../support/cuts'
export { cut, shred } from '../support/cutting'
export { patience } from '../support/runs'

export const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The body of a stream with these payloads. */
export const sse = (...payloads: readonly unknown[]): string =>
  payloads
    .map((payload) => `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`)
    .join('')

/** An event of Chat Completions with a piece of text. */
export const said = (content: string, finishReason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finishReason }],
})

/** What was decoded, without the ceremony: the events as they are, and the codes of what is none. */
export const plain = (decoded: readonly Decoded[]): readonly unknown[] =>
  decoded.map((one) => (E.isRight(one) ? one.right.event : { left: one.left.code }))

export const decodeText = (body: Piece): readonly unknown[] => plain(decodeRecording('openai', body))

export const decodePieces = <P extends Provider>(
  provider: P,
  pieces: readonly Piece[],
): readonly Decoded<P>[] => {
  const decoder = openDecoder(provider)
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]
}

export const collectAsync = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export const readPlain = async (source: Parameters<typeof readChunks>[1]): Promise<readonly unknown[]> =>
  plain(await collectAsync(readChunks('openai', source)))

/** A sink that keeps all it is told, in order. */
export const recordingSink = (): { readonly told: readonly unknown[]; readonly sink: Sink } => {
  const told: unknown[] = []
  const sink: Sink = {
    event: (json) => void told.push(json),
    fault: ({ message: _message, ...fault }) => void told.push(fault),
    comment: (text) => void told.push(`: ${text}`),
  }
  return { told, sink }
}

export const lineEnds = (): fc.Arbitrary<string> => fc.constantFrom('\n', '\r\n', '\r')

const objects = (): fc.Arbitrary<object> =>
  fc.oneof(
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
    fc.string({ unit: 'binary' }).map((text) => said(text)),
    fc.string().map((message) => ({ error: { message } })),
  )

/** Wire events: any object, and the end mark. */
export const wireEvents = (): fc.Arbitrary<readonly (object | '[DONE]')[]> =>
  fc.array(
    fc.oneof({ weight: 6, arbitrary: objects() }, { weight: 1, arbitrary: fc.constant('[DONE]' as const) }),
  )

/** Lines such as bodies are made of, right and wrong, without their ends. */
const lines = (): fc.Arbitrary<string> => {
  const json = objects().map((value) => JSON.stringify(value))
  return fc.oneof(
    json.map((text) => `data: ${text}`),
    json.map((text) => `data:${text}`),
    json,
    json.map((text) => `error: ${text}`),
    json.map((text) => text.slice(0, text.length >> 1)),
    json.map((text) => `data: ${text.slice(0, text.length >> 1)}`),
    json.map((text) => JSON.stringify(JSON.parse(text), null, 2)),
    fc.constantFrom(
      '',
      '',
      '',
      ': OPENROUTER PROCESSING',
      'data: [DONE]',
      'data: : keepalive',
      'data:',
      'data',
    ),
    fc.constantFrom('event: error', 'event: ping', 'id: 1', 'retry: 10', 'retry: x', 'event:'),
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '[DONE]',
      '[oops] {',
      '<html>',
      'upstream gone',
      ' {"a":1}',
      '{"a":1},',
    ),
    fc.constantFrom(
      'data: {"a":"\u2028\u2029\u0085"}',
      'data: {"a":"é😀"}',
      '{"detail":"Not Found"}',
      '\ufeff',
    ),
    fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text)),
  )
}

/** The lines of a body, each of which may itself be several. */
export const bodies = (): fc.Arbitrary<string> =>
  fc.array(lines(), { maxLength: 12 }).map((all) => all.join('\n'))

/** Bodies with any mixture of line ends, and with a byte order mark or without. */
export const rawBodies = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', '', '\ufeff'), bodies(), fc.infiniteStream(lineEnds()))
    .map(([mark, body, ends]) => mark + body.replace(/\n/g, () => ends.next().value))
