import type { CorruptFrame, HtmlPage, InvalidJson, TruncatedEvent, UnframedText } from '../decoded'

/** What a source gives: bytes or text, cut anywhere. */
export type Piece = string | Uint8Array

/** Turns pieces of a body into events. It tells its sink as soon as it knows, and keeps back only what is not whole. */
export interface Framing<In extends Piece = Piece> {
  readonly push: (piece: In) => void
  /** The body is over: what was kept back is told now. Nothing may be pushed after it. */
  readonly end: () => void
}

/** Where a framing tells what it finds, in the order of the stream. */
export interface Sink {
  /** One event, decoded from JSON. */
  readonly event: (json: unknown) => void
  readonly fault: (error: InvalidJson | TruncatedEvent | UnframedText | HtmlPage | CorruptFrame) => void
  /** A comment of the stream, without its colon. */
  readonly comment?: (text: string) => void
}

type OpenFraming = (sink: Sink) => Framing

/** What one dialect means by things that JSON and the framing leave open. */
export interface Conventions {
  /** The payload that is no JSON and says that the stream is over; absent where there is none. */
  readonly endMark?: string
  /** The event for an error that is told beside the events. `said` is its JSON, or its text where it is none. */
  readonly errorEvent: (said: unknown) => unknown
  /** The event for JSON that stands outside the framing; undefined when it means nothing there. */
  readonly strayEvent: (json: unknown) => unknown
  /** A body may be one JSON list of events. */
  readonly lists?: true
}

/** How one dialect's events become bytes, and bytes its events. */
export interface Dialect {
  readonly framing: OpenFraming
  /** The inverse of the framing. */
  readonly encode: (events: readonly unknown[]) => Uint8Array
}
