import { invalidJson, truncatedEvent } from '../decoded'
import type { Conventions, Sink } from './framing'
import { tryJson } from './json'

/** What is known of an SSE event beside its payload. */
interface EventKind {
  /** Its `event` field says `error`. */
  readonly isError: boolean
  /** The body ended before the event did. */
  readonly atEnd: boolean
}

/** Tells what the payload of an SSE event says: one event, or several from servers that forget the blank line between events. */
export const readPayload = (data: string, kind: EventKind, conventions: Conventions, sink: Sink): void => {
  const lines = data.trim().split('\n')
  if (lines.length === 1 || !isSeveral((lines[0] ?? '').trim(), conventions)) {
    readOne(data, kind, conventions, sink)
  } else {
    for (const line of lines.slice(0, -1)) readOne(line, AMID, conventions, sink)
    readOne(lines.at(-1) ?? '', kind, conventions, sink)
  }
}

const AMID: EventKind = { isError: false, atEnd: false }

/** Of several payloads, a line each, the first is whole by itself; JSON over several lines never begins with a whole line. */
const isSeveral = (first: string, conventions: Conventions): boolean =>
  saysNothing(first) || readWhole(first, conventions) !== undefined

const readOne = (data: string, { isError, atEnd }: EventKind, conventions: Conventions, sink: Sink): void => {
  const text = data.trim()
  if (isError) {
    sink.event(conventions.errorEvent(tryJson(text) ?? text))
  } else if (!saysNothing(text)) {
    const json = readWhole(text, conventions)
    if (json !== undefined) sink.event(json)
    else sink.fault(atEnd ? truncatedEvent(data) : invalidJson(data))
  }
}

/** Some servers send comments and empty keep-alives as data. */
const saysNothing = (text: string): boolean => text === '' || text.startsWith(':')

const readWhole = (text: string, { endMark }: Conventions): unknown =>
  text === endMark ? text : tryJson(text)
