import type { Conventions, Framing, Sink } from './framing'
import { openOutside } from './outside'
import { sseFraming } from './sse'

/**
 * A body that begins as JSON, from text whose lines end in LF: one value a line, or one value over many lines. From the first line on that is
 * a field of SSE, it is SSE: an error stood before the events.
 */
export const jsonLinesFraming = (conventions: Conventions, sink: Sink): Framing<string> => {
  const outside = openOutside(conventions, sink, true)
  let fragments: string[] = []
  let sse: Framing<string> | undefined

  const finishLine = (last: string): string => {
    if (fragments.length === 0) return last
    const line = [...fragments, last].join('')
    fragments = []
    return line
  }

  const push = (text: string): void => {
    if (sse === undefined) pushLines(text)
    else sse.push(text)
  }

  const pushLines = (text: string): void => {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = finishLine(text.slice(start, end))
      if (SSE_LINE.test(line)) {
        outside.flush(false)
        sse = sseFraming(conventions, sink)
        sse.push(line + text.slice(end))
        return
      }
      outside.add(line)
      start = end + 1
    }
    if (start < text.length) fragments.push(text.slice(start))
  }

  return {
    push,
    end: () => {
      if (sse === undefined) push('\n')
      if (sse === undefined) outside.flush(true)
      else sse.end()
    },
  }
}

/** No line of JSON begins so. */
const SSE_LINE = /^(?:data|event|id|retry|error)?:/
