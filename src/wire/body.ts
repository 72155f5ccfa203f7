import { htmlPage } from './error'
import type { Conventions, Framing, Sink } from './framing'
import { jsonLinesFraming } from './json-lines'
import { sseFraming } from './sse'

/** A body as its first character shows it to be: a page of markup, JSON, or else server-sent events. */
export const bodyFraming = (conventions: Conventions, sink: Sink): Framing<string> => {
  let blanks: string[] = []
  let framing: Framing<string> | undefined

  const begin = (text: string): void => {
    blanks.push(text)
    const first = text.search(/\S/)
    if (first < 0) return
    framing = framingBy(text.charAt(first), conventions, sink)
    framing.push(blanks.join(''))
    blanks = []
  }

  return {
    push: (text) => {
      if (framing === undefined) begin(text)
      else framing.push(text)
    },
    end: () => framing?.end(),
  }
}

const framingBy = (first: string, conventions: Conventions, sink: Sink): Framing<string> => {
  switch (first) {
    case '<':
      return markupFraming(sink)
    case '{':
    case '[':
      return jsonLinesFraming(conventions, sink)
    default:
      return sseFraming(conventions, sink)
  }
}

/** A page of markup is one fault, told when all of it is there. */
const markupFraming = (sink: Sink): Framing<string> => {
  const pieces: string[] = []
  return {
    push: (text) => void pieces.push(text),
    end: () => sink.fault(htmlPage(pieces.join(''))),
  }
}
