import { isRecord, toJson } from '../../data'
import type { Signal } from '../../frames'
import { issue, mapAccum, NO_OBJECT, readAll } from '../shared/signals'
import { readChoice } from './choice'
import type { ChatCursor } from './cursor'
import { type Reading, readIdentity, readRest, withUsage } from './envelope'
import { toProviderError } from './error'
import type { ChatChoice, ChatCompletionChunk, ChatCompletionEvent } from './events'
import { toSource } from './parts'

/** Reads a wire event from top to bottom. One event may say several things, and every one of them is read. */
export const translate = (
  cursor: ChatCursor,
  event: ChatCompletionEvent,
): readonly [ChatCursor, readonly Signal[]] => {
  if (event === '[DONE]') return [cursor, [{ type: 'done' }]]
  if (!isRecord(event)) return [cursor, [NO_OBJECT]]
  return readAll(cursor, event, READERS)
}

/** Usage comes in any event: the last one, each one, or early with nulls later. Reports are merged field by field. */
const readUsage = (cursor: ChatCursor, event: ChatCompletionChunk): Reading => {
  if (isRecord(event.usage)) {
    const base = cursor.usageFrom === 'usage' ? cursor.usage : {}
    return withUsage(cursor, base, event.usage, 'usage')
  }
  if (cursor.usageFrom === 'usage') return null
  const elsewhere = vendorUsage(event)
  return isRecord(elsewhere) ? withUsage(cursor, cursor.usage, elsewhere, 'vendor') : null
}

const vendorUsage = (event: ChatCompletionChunk): unknown => {
  if (isRecord(event.x_groq) && isRecord(event.x_groq.usage)) return event.x_groq.usage
  return Array.isArray(event.choices)
    ? event.choices.map((choice: unknown) => (isRecord(choice) ? choice['usage'] : null)).find(isRecord)
    : null
}

/** `obfuscation`, and Mistral's `p`, are padding against traffic analysis. */
const readMetadata = (cursor: ChatCursor, event: ChatCompletionChunk): Reading =>
  readRest(cursor, event, READ_FIELDS)

const READ_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'choices',
  'usage',
  'error',
  'citations',
  'obfuscation',
  'p',
])

/** Perplexity repeats the list of source addresses in each event; each one counts once. */
const readSources = (cursor: ChatCursor, event: ChatCompletionChunk): Reading => {
  if (!Array.isArray(event.citations) || event.citations.length <= cursor.sources) return null
  const fresh: readonly unknown[] = event.citations.slice(cursor.sources)
  return [
    { ...cursor, parts: cursor.parts + fresh.length, sources: event.citations.length },
    fresh.map((source, n) => ({ type: 'part', part: cursor.parts + n, content: toSource(source) })),
  ]
}

const readChoices = (cursor: ChatCursor, event: ChatCompletionChunk): Reading => {
  const choices: unknown = event.choices
  if (choices === undefined || choices === null) return null
  if (!Array.isArray(choices)) {
    return [cursor, [issue('malformed-event', '`choices` is no list; it was left out.')]]
  }
  if (choices.length === 0) return null
  return mapAccum(cursor, choices, (current, choice: unknown, position) =>
    isRecord(choice)
      ? readChoice(current, choice as ChatChoice, position) // every field is checked where it is read
      : [current, [issue('malformed-event', 'An entry of `choices` is no object; it was left out.')]],
  )
}

/** An error ends the stream, wherever it stands; what came with it was read before. */
const readError = (cursor: ChatCursor, event: ChatCompletionChunk): Reading => {
  const raw = errorOf(event)
  return raw === null ? null : [cursor, [{ type: 'failure', error: toProviderError(raw) }]]
}

/** What an event says of an error, null when that is nothing. */
export const errorOf = (event: {
  readonly error?: unknown
  readonly choices?: unknown
  readonly object?: unknown
  readonly type?: unknown
}): unknown => {
  if (event.error !== undefined && event.error !== null && event.error !== false) return event.error
  if (Array.isArray(event.choices)) {
    const inChoice: unknown = event.choices
      .map((choice: unknown) => (isRecord(choice) ? choice['error'] : null))
      .find((error) => isRecord(error) || (typeof error === 'string' && error !== ''))
    if (inChoice !== undefined) return inChoice
  }
  const isErrorObject = event.object === 'error' || event.type === 'error' // vLLM, gateways
  return isErrorObject ? toJson(event) : null
}

const READERS = [readIdentity, readUsage, readMetadata, readSources, readChoices, readError]
