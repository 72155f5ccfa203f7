import { invalidJson, truncatedEvent, unframedText } from '../decoded'
import type { Conventions, Sink } from './framing'
import { CLOSE_BRACE, CLOSE_BRACKET, tryJson } from './json'

/** Text outside the framing of a stream, which may be JSON all the same: an error, or the whole answer. */
export interface Outside {
  /** Takes the next line. */
  readonly add: (line: string) => void
  /** Nothing more belongs to what was added; `atEnd` says that nothing more comes at all. */
  readonly flush: (atEnd: boolean) => void
}

/** What the lines so far began as. Within a list, a line that is JSON by itself may be an item. */
type Kind = 'nothing' | 'text' | 'object' | 'list'

/** How often JSON of many lines is tried before all of the text is there: a bound, so that the cost stays linear. */
const MAX_TRIES = 8

/**
 * Collects lines until they are JSON or are over. A line that is JSON by itself is told at once; so is JSON of many lines at the bracket
 * that closes it, which stands at the start of its line.
 *
 * ```
 *   {
 *     "error": { "message": "quota" }
 *   }          ← told here, even if the connection stays open
 * ```
 *
 * @param everyLine all JSON is an event here, as in a body of JSON lines; else only what the conventions know is
 */
export const openOutside = (conventions: Conventions, sink: Sink, everyLine: boolean): Outside => {
  let kind: Kind = 'nothing'
  let lines: string[] = []
  let tries = 0

  const take = (): string => {
    const text = lines.join('\n')
    kind = 'nothing'
    lines = []
    tries = 0
    return text
  }

  const tell = (json: unknown, text: string): void => {
    const all: readonly unknown[] = Array.isArray(json) && json.length > 0 ? json : [json] // Google's errors come in a list
    const events = all.map((one) => conventions.strayEvent(one) ?? (everyLine ? one : undefined))
    if (events.includes(undefined)) sink.fault(unframedText(text))
    else for (const event of events) sink.event(event)
  }

  const flush = (atEnd: boolean): void => {
    if (kind === 'nothing') return
    const isText = kind === 'text'
    const text = take()
    const json = tryJson(text)
    if (json !== undefined) tell(json, text)
    else if (isText) sink.fault(unframedText(text))
    else if (atEnd) sink.fault(truncatedEvent(text))
    else sink.fault(everyLine ? invalidJson(text) : unframedText(text))
  }

  /** Tells a line that is JSON by itself. */
  const tellAlone = (line: string): boolean => {
    const json = tryJson(line)
    if (json === undefined) return false
    flush(false)
    tell(json, line)
    return true
  }

  const tellEarly = (): void => {
    if (tries === MAX_TRIES) return
    tries++
    const json = tryJson(lines.join('\n'))
    if (json !== undefined) tell(json, take())
  }

  const add = (line: string): void => {
    const text = line.trim()
    if (text === conventions.endMark) {
      flush(false)
      sink.event(text)
    } else if (text !== '' || kind !== 'nothing') {
      addText(line)
    }
  }

  const addText = (line: string): void => {
    const begins = kindOf(line)
    if (begins !== 'text' && kind !== 'list') {
      if (tellAlone(line)) return
      if (kind === 'text') flush(false)
    }
    if (kind === 'nothing') kind = kindOf(line.trimStart())
    lines.push(line)
    const first = line.charCodeAt(0)
    if (first === CLOSE_BRACE || first === CLOSE_BRACKET) tellEarly()
  }

  return { add, flush }
}

const kindOf = (line: string): Kind =>
  /^\{\s*(?:["}]|$)/.test(line) ? 'object' : /^\[\s*(?:["[\]{\d-]|$)/.test(line) ? 'list' : 'text'
