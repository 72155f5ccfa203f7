import { htmlPage } from '../decoded'
import type { Conventions, Framing, Sink } from './framing'
import { jsonLinesFraming } from './json-lines'
import { jsonListFraming } from './json-list'
import { sseFraming } from './sse'

/** A body as its first characters show it to be: a page of markup, JSON, a list of events, or else server-sent events. */
export const bodyFraming = (conventions: Conventions, sink: Sink): Framing<string> => {
  let held: string[] = []
  let first = '' // of the characters that are not blank: two at least where a list may begin
  let framing: Framing<string> | undefined

  const begin = (text: string): void => {
    held.push(text)
    first += /(\S)\s*(\S?)/.exec(text)?.slice(1).join('') ?? ''
    if (first !== '' && !(first === '[' && conventions.lists)) open()
  }

  const open = (): void => {
    framing = framingBy(first, conventions, sink)
    framing.push(held.join(''))
    held = []
  }

  return {
    push: (text) => {
      if (framing === undefined) begin(text)
      else framing.push(text)
    },
    end: () => {
      if (framing === undefined) open()
      framing?.end()
    },
  }
}

const framingBy = (first: string, conventions: Conventions, sink: Sink): Framing<string> => {
  if (conventions.lists && /^\[[{\]]/.test(first)) return jsonListFraming(sink)
  switch (first.charAt(0)) {
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
