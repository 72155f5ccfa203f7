import { isRecord, toJson } from '../../data'
import type { ChatChoice, ChatCompletionChunk } from '../openai/events'
import type { Fields } from '../shared/fields'
import { restOf } from '../shared/rest'

/** What makes an event one of text: the vendors' own names for it. */
const MARKS = ['outputText', 'generation', 'completion', 'outputs', 'generations', 'event_type'] as const

/** Where they count. */
export const COUNTS = [
  'inputTextTokenCount',
  'totalOutputTextTokenCount',
  'prompt_token_count',
  'generation_token_count',
] as const

export const isTextEvent = (event: Fields): boolean => MARKS.some((name) => name in event)

/**
 * An event of text as Chat Completions would have it: the fragment, why it ended, and calls, under the usual names; all else stays as it is. A
 * chat event whose reason has the name that Mistral and DeepSeek give it gets the usual one.
 */
export const toChat = (event: Fields): ChatCompletionChunk => {
  if (!isTextEvent(event)) return withReasons(event)
  const piece = firstOf(event['outputs']) ?? firstOf(event['generations']) ?? event
  const fragment = piece['outputText'] ?? piece['generation'] ?? piece['completion'] ?? piece['text']
  const reason = piece['completionReason'] ?? piece['stop_reason'] ?? piece['finish_reason']
  const { tool_calls: calls } = event
  const delta = {
    ...(typeof fragment === 'string' && { content: fragment }),
    ...(Array.isArray(calls) && { tool_calls: calls.filter(isRecord).map(toCall) }),
  }
  return {
    ...restOf(event, READ_FIELDS),
    choices: [{ index: 0, delta, finish_reason: textOf(reason) }],
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const firstOf = (list: unknown): Fields | undefined =>
  Array.isArray(list) && isRecord(list[0]) ? list[0] : undefined

/** Command R gives each call whole, with its parameters as an object and without an id. */
const toCall = (call: Fields, index: number) => ({
  index,
  function: {
    ...(typeof call['name'] === 'string' && { name: call['name'] }),
    arguments: JSON.stringify(toJson(call['parameters'] ?? {})),
  },
})

const READ_FIELDS: ReadonlySet<string> = new Set([
  ...MARKS,
  'type',
  'completionReason',
  'stop_reason',
  'finish_reason',
  'is_finished',
  'text',
  'index',
  'tool_calls',
  ...COUNTS,
])

const withReasons = (event: Fields): ChatCompletionChunk => {
  const { choices } = event
  return Array.isArray(choices) && choices.some((choice) => isRecord(choice) && 'stop_reason' in choice)
    ? { ...event, choices: choices.map(withReason) as readonly ChatChoice[] } // every field is checked where it is read
    : event
}

const withReason = (choice: ChatChoice | null) => {
  if (!isRecord(choice) || typeof choice.finish_reason === 'string') return choice
  const { stop_reason: reason, ...rest } = choice
  return { ...rest, finish_reason: textOf(reason) }
}
