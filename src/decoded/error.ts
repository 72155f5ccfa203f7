import { fieldOf, messageOf } from '../data'
import type { ProviderError } from '../frames'
import type { NotAnEvent } from '../providers'

/** Why a piece of a stream is no event. Each says what was there, so that nothing is lost in silence. */
export type DecodeError =
  | NotAnEvent
  | InvalidJson
  | TruncatedEvent
  | UnframedText
  | CorruptFrame
  | HtmlPage
  | HttpError
  | ConnectionLost
  | TimedOut
  | Aborted

/** An event whose payload is no JSON. */
export interface InvalidJson {
  readonly code: 'invalid-json'
  readonly message: string
  /** The payload as it came, its lines joined by a line feed. */
  readonly text: string
}

/** What was left when the stream ended, and is not whole. */
export interface TruncatedEvent {
  readonly code: 'truncated-event'
  readonly message: string
  readonly text: string
}

/** Text that stands outside the stream's framing and tells no error. */
export interface UnframedText {
  readonly code: 'unframed-text'
  readonly message: string
  readonly text: string
}

/**
 * Bytes of a binary stream whose checksum is wrong. One frame, where its length can still be trusted: reading goes on behind it. Else all
 * that follows, since nothing shows where the next frame begins. What was lost may have been any event, so that a response cannot become
 * whole after it: folding it closes the state as cut.
 */
export interface CorruptFrame {
  readonly code: 'corrupt-frame'
  readonly message: string
  /** The bytes as they came, in base64. */
  readonly text: string
}

/** A page of markup came in place of a stream: from a gateway, a proxy, a login. */
export interface HtmlPage {
  readonly code: 'html-page'
  readonly message: string
  readonly body: string
  /** Of the response, where the source was one. */
  readonly status?: number
}

/** The request was refused: the response's `ok` is false. */
export interface HttpError {
  readonly code: 'http-error'
  readonly message: string
  readonly status: number
  /** The body's text, as far as it could be read. */
  readonly body: string
  /** The body, where it is JSON. */
  readonly json?: ProviderError['raw']
  readonly error: ProviderError
  /** By the header `x-request-id`, `request-id` or `x-amzn-requestid`. */
  readonly requestId?: string
}

/** The source failed before its end. */
export interface ConnectionLost {
  readonly code: 'connection-lost'
  readonly message: string
  /** What the source threw, in words. */
  readonly cause: string
}

/** A limit on the time that an answer may take was reached; the request was given up. */
export interface TimedOut {
  readonly code: 'timed-out'
  readonly message: string
  /** Which one: to the first chunk, between two chunks, or for all of the answer. */
  readonly limit: 'first-chunk' | 'idle' | 'total'
  /** The limit. */
  readonly milliseconds: number
}

/** The source threw an `AbortError`: somebody on our side stopped it. */
export interface Aborted {
  readonly code: 'aborted'
  readonly message: string
}

export const invalidJson = (text: string): InvalidJson => ({
  code: 'invalid-json',
  message: 'An event whose payload is no JSON.',
  text,
})

export const truncatedEvent = (text: string): TruncatedEvent => ({
  code: 'truncated-event',
  message: 'The stream ended in the middle of an event.',
  text,
})

export const corruptFrame = (text: string, isBorderLost: boolean): CorruptFrame => ({
  code: 'corrupt-frame',
  message: isBorderLost
    ? 'The checksum of a frame’s beginning is wrong; nothing from there on can be read.'
    : 'The checksum of a frame is wrong.',
  text,
})

export const unframedText = (text: string): UnframedText => ({
  code: 'unframed-text',
  message: 'Text outside the framing of the stream.',
  text,
})

export const htmlPage = (body: string): HtmlPage => ({
  code: 'html-page',
  message: `A page of markup came in place of a stream${titleOf(body)}.`,
  body,
})

/** The page's title, as the end of a sentence; '' when it has none. */
const titleOf = (body: string): string => {
  const title = /<title>([^<]{1,200})</i.exec(body)?.[1]?.trim()
  return title === undefined || title === '' ? '' : `: ${title}`
}

export const timedOut = (limit: TimedOut['limit'], milliseconds: number): TimedOut => ({
  code: 'timed-out',
  message: `${LIMITS[limit]} within ${milliseconds} ms.`,
  limit,
  milliseconds,
})

const LIMITS = {
  'first-chunk': 'The answer did not begin',
  idle: 'Nothing more of the answer came',
  total: 'The answer did not come to its end',
} as const

/** What a source threw, as one of our errors. */
export const sourceFailure = (thrown: unknown): ConnectionLost | Aborted => {
  if (fieldOf(thrown, 'name') === 'AbortError') return { code: 'aborted', message: 'The stream was aborted.' }
  const cause = causeOf(thrown)
  return { code: 'connection-lost', message: `The source failed before its end: ${cause}.`, cause }
}

/** `TypeError: terminated (SocketError: other side closed)`: `fetch` hides the reason one level down. */
const causeOf = (thrown: unknown): string => {
  const inner = fieldOf(thrown, 'cause')
  return inner === undefined ? wordsOf(thrown) : `${wordsOf(thrown)} (${wordsOf(inner)})`
}

const wordsOf = (thrown: unknown): string => {
  const name = fieldOf(thrown, 'name')
  return typeof name === 'string' && typeof thrown === 'object'
    ? `${name}: ${messageOf(thrown)}`
    : messageOf(thrown)
}

/** A bounded piece of a text, for messages. */
export const excerpt = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`)
