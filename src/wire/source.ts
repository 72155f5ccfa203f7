import type { Piece } from './framing'

/** Where a stream's bytes or text come from; text and bytes themselves are a source of one piece. A response may be still to come. */
export type Source = ReadySource | PromiseLike<Response>

export type ReadySource = Response | ReadableStream<Piece> | AsyncIterable<Piece> | Iterable<Piece> | Piece

/** The pieces of a source, pulled one by one. */
export interface Pieces {
  /** Throws or rejects as the source does. */
  readonly read: () => ReadResult | Promise<ReadResult>
  /** Tells the source that no more is wanted. Never rejects. */
  readonly cancel: () => Promise<void>
}

export interface ReadResult {
  readonly done?: boolean | undefined
  /** A piece, unless the caller gave us something else. */
  readonly value?: unknown
}

export interface OpenSource {
  readonly pieces: Pieces
  /** The response, where the source is one. */
  readonly response?: Response
}

/** @throws TypeError for a source of no known kind, and for a body that is used or locked already: the caller's mistakes. */
export const openSource = (source: ReadySource): OpenSource => {
  if (!isResponse(source)) return { pieces: openPieces(source) }
  if (source.bodyUsed) throw new TypeError('The body of this response was read already.')
  return { pieces: source.body === null ? openPieces([]) : openPieces(source.body), response: source }
}

const openPieces = (source: Exclude<ReadySource, Response>): Pieces => {
  if (typeof source === 'string' || ArrayBuffer.isView(source))
    return fromIterator([source][Symbol.iterator]())
  if (has(source, 'getReader')) {
    if (source.locked) throw new TypeError('This stream is locked: somebody reads it already.')
    return fromReader(source.getReader())
  }
  if (has(source, Symbol.asyncIterator)) return fromIterator(source[Symbol.asyncIterator]())
  if (has(source, Symbol.iterator)) return fromIterator(source[Symbol.iterator]())
  throw new TypeError(
    'A stream is read from a Response, a ReadableStream, an iterable of text or bytes, or text or bytes; this is none of them.',
  )
}

const fromReader = (reader: ReadableStreamDefaultReader<Piece>): Pieces => ({
  read: () => reader.read(),
  cancel: () => reader.cancel().catch(ignore),
})

const fromIterator = (iterator: Iterator<Piece> | AsyncIterator<Piece>): Pieces => ({
  read: () => iterator.next(),
  cancel: async () => {
    try {
      await iterator.return?.()
    } catch {
      // Nobody wants to hear of it any more.
    }
  },
})

const ignore = (): void => {}

export const isPromised = (source: Source): source is PromiseLike<Response> => has(source, 'then')

/** By its shape: responses of other realms and of stand-ins for `fetch` are no instances of our `Response`. */
const isResponse = (source: unknown): source is Response =>
  typeof source === 'object' &&
  source !== null &&
  'body' in source &&
  'ok' in source &&
  typeof source.ok === 'boolean' &&
  'status' in source &&
  typeof source.status === 'number'

const has = <K extends PropertyKey, S>(
  source: S,
  key: K,
): source is Extract<S, { readonly [_ in K]: unknown }> =>
  typeof source === 'object' && source !== null && typeof (source as Record<K, unknown>)[key] === 'function' // any key of an object may be read
