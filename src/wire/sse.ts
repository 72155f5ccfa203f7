import { createParser } from 'eventsource-parser'
import type { Conventions, Framing, Sink } from './framing'
import { OPEN_BRACE, tryJson } from './json'
import { openOutside } from './outside'
import { readPayload } from './payload'

/**
 * Server-sent events, from text whose lines end in LF. What stands outside the framing is read as well: a field named `error`, and raw JSON.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export const sseFraming = (conventions: Conventions, sink: Sink): Framing<string> => {
  const outside = openOutside(conventions, sink, false)
  let atEnd = false

  const parser = createParser({
    onEvent: ({ data, event }) => {
      outside.flush(false)
      const isError = event === 'error'
      const json = !isError && data.charCodeAt(0) === OPEN_BRACE ? tryJson(data) : undefined
      if (json !== undefined) sink.event(json)
      else readPayload(data, { isError, atEnd }, conventions, sink)
    },
    onError: ({ type, field, value = '', line = '' }) => {
      if (type !== 'unknown-field') return
      if (field === 'error') {
        outside.flush(false)
        sink.event(conventions.errorEvent(tryJson(value) ?? value))
      } else {
        outside.add(line)
      }
    },
    onComment: sink.comment,
  })
  // At its first feed the parser drops the three characters that a byte order mark in the wrong encoding gives; that would depend on the cuts.
  parser.feed('')

  return {
    push: (text) => parser.feed(text),
    end: () => {
      atEnd = true
      parser.feed('\n\n') // ends the line and the event that are open
      outside.flush(true)
    },
  }
}
