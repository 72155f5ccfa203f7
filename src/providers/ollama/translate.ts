import { isRecord, toJson } from '../../data'
import type { Signal } from '../../frames'
import { readChoice } from '../openai/choice'
import type { ChatCursor } from '../openai/cursor'
import { type Reading, readIdentity, readRest, withUsage } from '../openai/envelope'
import { toProviderError } from '../openai/error'
import type { ChatDelta } from '../openai/events'
import { errorOf } from '../openai/translate'
import { issue, NO_OBJECT, readAll } from '../shared/signals'
import type { OllamaEvent, OllamaMessage } from './events'
import { toUsage } from './usage'

/** Reads a line from top to bottom. Its message has the fields of a Chat Completions delta, save for the calls, and is read as one. */
export const translate = (
  cursor: ChatCursor,
  event: OllamaEvent,
): readonly [ChatCursor, readonly Signal[]] =>
  isRecord(event) ? readAll(cursor, event, READERS) : [cursor, [NO_OBJECT]]

const readCounts = (cursor: ChatCursor, { prompt_eval_count, eval_count }: OllamaEvent): Reading =>
  withUsage(cursor, cursor.usage, { prompt_eval_count, eval_count }, 'usage', toUsage)

/** Durations, and whatever else stands beside the message. The time is that of the last event. */
const readMetadata = (cursor: ChatCursor, event: OllamaEvent): Reading =>
  readRest(cursor, event, event.done === true ? READ_FIELDS : READ_WITH_TIME)

const READ_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'model',
  'message',
  'done',
  'done_reason',
  'prompt_eval_count',
  'eval_count',
  'logprobs',
  'error',
])

const READ_WITH_TIME: ReadonlySet<string> = new Set([...READ_FIELDS, 'created_at'])

const readMessage = (cursor: ChatCursor, event: OllamaEvent): Reading => {
  const { message, done_reason: reason, logprobs } = event
  if ((message ?? reason ?? logprobs ?? null) === null) return null
  const known = cursor.lanes[0]?.calls.calls.size ?? 0
  const [after, said] = readChoice(
    cursor,
    {
      index: 0,
      delta: isRecord(message) ? toDelta(message, known) : (message ?? null),
      finish_reason: reason ?? null,
      logprobs: Array.isArray(logprobs) ? { content: logprobs } : null,
    },
    0,
  )
  const told = after.lanes[0]?.calls.calls.size === 0 ? said : said.map(stopForTools)
  return [after, isRecord(message) ? [...textArguments(message), ...told] : told]
}

/** Ollama has no other word than `stop` for the end of a turn that asks for tools. */
const stopForTools = (signal: Signal): Signal =>
  signal.type === 'finish' && signal.reason.kind === 'stop'
    ? { ...signal, reason: { ...signal.reason, kind: 'tool-calls' } }
    : signal

/** Each entry is a whole call, and none goes on with another: its place in the response is its index. */
const toDelta = (message: OllamaMessage, known: number): ChatDelta =>
  Array.isArray(message.tool_calls)
    ? ({ ...message, tool_calls: message.tool_calls.map((one, n) => toCall(one, known + n)) } as ChatDelta) // checked where it is read
    : message

const toCall = (entry: unknown, index: number) => {
  if (!isRecord(entry)) return entry
  const { function: body, ...call } = entry
  if (!isRecord(body)) return { ...entry, index }
  const { index: place, arguments: value, ...named } = body
  const isWhole = value !== undefined && value !== null && typeof value !== 'string'
  return {
    ...call,
    index,
    function: {
      ...named,
      ...(place !== index && { index: place }),
      arguments: isWhole ? JSON.stringify(toJson(value)) : value,
    },
  }
}

const textArguments = ({ tool_calls: entries }: OllamaMessage): readonly Signal[] =>
  Array.isArray(entries) && entries.some((entry: unknown) => isRecord(entry) && hasText(entry['function']))
    ? [issue('tool-call-arguments-text', 'Tool-call arguments came as text, not as a value; it was taken.')]
    : []

const hasText = (body: unknown): boolean => isRecord(body) && typeof body['arguments'] === 'string'

/** An error amid the stream has no status; Ollama counts it as a fault of its own. */
const readFailure = (cursor: ChatCursor, event: OllamaEvent): Reading => {
  const raw = errorOf(event)
  if (raw === null) return null
  const error = toProviderError(raw)
  return [
    cursor,
    [{ type: 'failure', error: { ...error, retryable: error.status === undefined || error.retryable } }],
  ]
}

/** The last event is the end mark, whether it has a reason or not. */
const readDone = (cursor: ChatCursor, { done }: OllamaEvent): Reading =>
  done === true ? [cursor, [{ type: 'done' }]] : null

const READERS = [readIdentity, readCounts, readMetadata, readMessage, readFailure, readDone]
