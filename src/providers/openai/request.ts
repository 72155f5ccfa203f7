import { isJsonObject, type JsonObject } from '../../data'
import type { ContentPart, UserPart } from '../../frames'
import type { Effort, RequestSettings, ToolDefinition } from '../settings'
import { withExtra } from '../shared/extra'
import { fileData, filenameOf, fileUrl } from '../shared/file-input'
import { withSystem } from '../shared/system'
import {
  type AssistantTurn,
  outputFiles,
  outputText,
  type ToolTurn,
  type Turn,
  thoughtOf,
  wellFormed,
} from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * The body of a Chat Completions request; its lists are the caller's own, so that the official SDK takes it as it is.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export interface ChatRequest {
  readonly model: string
  readonly messages: ChatMessage[]
  readonly stream: true
  readonly stream_options?: { readonly include_usage: true }
  readonly tools?: ChatTool[]
  readonly tool_choice?:
    | 'auto'
    | 'none'
    | 'required'
    | { readonly type: 'function'; readonly function: { readonly name: string } }
  readonly temperature?: number
  readonly max_completion_tokens?: number
  readonly stop?: string[]
  readonly response_format?: ChatResponseFormat
  readonly reasoning_effort?: Effort
}

export type ChatResponseFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema'
      readonly json_schema: { readonly name: string; readonly schema: JsonObject; readonly strict?: boolean }
    }

export interface ChatTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters?: JsonObject
    readonly strict?: boolean
  }
}

export type ChatMessage =
  | ChatSystemMessage
  | ChatUserMessage
  | ChatAssistantMessage
  | ChatToolMessage
  | ChatFunctionMessage

interface ChatSystemMessage {
  readonly role: 'system'
  readonly content: string
}

interface ChatUserMessage {
  readonly role: 'user'
  readonly content: string | ChatInput[]
}

type ChatInput =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | {
      readonly type: 'input_audio'
      readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' }
    }
  | { readonly type: 'file'; readonly file: { readonly file_data: string; readonly filename: string } }

interface ChatAssistantMessage {
  readonly role: 'assistant'
  readonly content: string | null
  readonly refusal?: string
  readonly tool_calls?: ChatCall[]
  readonly function_call?: { readonly name: string; readonly arguments: string }
  readonly audio?: { readonly id: string }
}

type ChatCall =
  | {
      readonly id: string
      readonly type: 'function'
      readonly function: { readonly name: string; readonly arguments: string }
    }
  | {
      readonly id: string
      readonly type: 'custom'
      readonly custom: { readonly name: string; readonly input: string }
    }

interface ChatToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly content: string
}

interface ChatFunctionMessage {
  readonly role: 'function'
  readonly name: string
  readonly content: string
}

/** Writes requests of Chat Completions. */
export const chatRequests: RequestWriter<ChatRequest> = {
  reads: ['openai', 'openrouter'],
  messages: (turns) => wellFormed(turns.flatMap((turn) => messagesOf(turn, plainReasoning))),
  body: (turns, tools, settings) =>
    bodyOf(turns, tools, settings, plainReasoning, {
      stream_options: { include_usage: true },
      max_completion_tokens: settings.maxOutputTokens,
      reasoning_effort: settings.reasoning?.effort,
    }),
}

/** The fields of a message in which reasoning goes back. */
export type ReplayReasoning = (turn: AssistantTurn) => object

export const bodyOf = (
  turns: readonly Turn[],
  tools: readonly ToolDefinition[],
  settings: RequestSettings,
  replay: ReplayReasoning,
  own: object,
): ChatRequest => {
  const { model, system, temperature, stop, toolChoice, responseFormat, extra } = settings
  const messages: readonly ChatMessage[] = turns.flatMap((turn) => messagesOf(turn, replay))
  const body = {
    model,
    messages: withSystem(messages, system),
    stream: true as const,
    tools: tools.length === 0 ? undefined : tools.map(toolOf),
    tool_choice:
      typeof toolChoice === 'object'
        ? { type: 'function' as const, function: { name: toolChoice.name } }
        : toolChoice,
    temperature,
    stop,
    response_format: responseFormat === undefined ? undefined : formatOf(responseFormat),
    ...own,
  }
  return wellFormed(withExtra(body, extra, 'stream_options', 'usage', 'reasoning')) as ChatRequest // what is undefined is left out, and `extra` is the caller's to answer for
}

export const formatOf = (format: NonNullable<RequestSettings['responseFormat']>): object =>
  format === 'json'
    ? { type: 'json_object' }
    : {
        type: 'json_schema',
        json_schema: { name: format.name, schema: format.schema, strict: format.strict },
      }

const toolOf = ({ name, description, parameters, strict }: ToolDefinition): object => ({
  type: 'function',
  function: { name, description, parameters, strict },
})

export const messagesOf = (turn: Turn, replay: ReplayReasoning): readonly ChatMessage[] => {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: typeof turn.content === 'string' ? turn.content : turn.content.map(inputOf),
        },
      ]
    case 'assistant':
      return assistantMessages(turn, replay)
    case 'tool':
      return toolMessages(turn)
  }
}

const inputOf = (part: UserPart): ChatInput => {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { mediaType } = part
  const data = fileData(part)
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url: fileUrl(part) } }
  if (mediaType.startsWith('audio/') && data !== undefined)
    return { type: 'input_audio', input_audio: { data, format: audioFormat(mediaType) } }
  return { type: 'file', file: { file_data: fileUrl(part), filename: filenameOf(part) } }
}

/** @see https://openrouter.ai/docs/features/multimodal/audio */
const audioFormat = (mediaType: string): 'wav' | 'mp3' => {
  const subtype = mediaType.slice('audio/'.length).replace(/^x-|;.*$/g, '')
  return (AUDIO_FORMATS.get(subtype) ?? subtype) as 'wav' | 'mp3' // all that OpenAI takes; OpenRouter takes others, such as flac
}

/** The formats whose names are not the media type's. */
const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['mpeg', 'mp3'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
  ['mp4', 'm4a'],
])

/** Content that this API has no place for, such as pictures the model made, stays behind. A message with nothing to send is left out. */
const assistantMessages = (turn: AssistantTurn, replay: ReplayReasoning): readonly ChatMessage[] => {
  const text = joined(turn.content, 'text')
  const refusal = joined(turn.content, 'refusal')
  const audio = turn.content.find((part) => part.type === 'audio')
  const legacy = turn.calls.find(({ kind }) => kind === 'function-call')
  const calls = turn.calls.filter(({ kind }) => kind !== 'function-call').map(callOf)
  if (text === '' && refusal === '' && turn.calls.length === 0 && audio?.id === undefined) return []
  return [
    {
      ...replay(turn),
      ...turn.extra,
      role: 'assistant',
      content: text === '' ? null : text,
      ...(refusal !== '' && { refusal }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(legacy !== undefined && { function_call: { name: legacy.name, arguments: legacy.arguments } }),
      ...(audio?.id !== undefined && { audio: { id: audio.id } }),
    },
  ]
}

const joined = (content: readonly ContentPart[], type: 'text' | 'refusal'): string =>
  content.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')

/** With the fields that servers want back on a call; those of its body stand in its body. */
const callOf = ({ id, name, kind, extra, ...call }: AssistantTurn['calls'][number]): ChatCall => {
  const body = kind === 'custom' ? 'custom' : 'function'
  const { [body]: inside, ...outside } = extra ?? {}
  const more = isJsonObject(inside) ? inside : {}
  const text = call.arguments
  return body === 'custom'
    ? { ...outside, id, type: 'custom', custom: { ...more, name, input: text } }
    : {
        ...outside,
        id,
        type: 'function',
        function: { ...more, name, arguments: text.trim() === '' ? '{}' : text },
      }
}

/** Files that a tool gave cannot stand in its message; they follow as the user's. */
const toolMessages = ({ results }: ToolTurn): readonly ChatMessage[] => {
  const files = results.flatMap(({ message }) => outputFiles(message))
  return [
    ...results.map(
      ({ call, message }): ChatMessage =>
        call.kind === 'function-call'
          ? { role: 'function', name: call.name, content: outputText(message) }
          : { role: 'tool', tool_call_id: call.id, content: outputText(message) },
    ),
    ...(files.length === 0 ? [] : [{ role: 'user' as const, content: files.map(inputOf) }]),
  ]
}

/** Servers that think before they call tools want their thoughts back with the calls (DeepSeek, Kimi); elsewhere some refuse them. */
const plainReasoning: ReplayReasoning = (turn) => {
  const text = thoughtOf(turn)
  return text === '' || turn.calls.length === 0 ? {} : { reasoning_content: text }
}
