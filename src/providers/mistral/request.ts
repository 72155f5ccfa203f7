import { isJsonObject, type Json, type JsonObject } from '../../data'
import type { AssistantMessage, ContentPart, ReasoningPart, ToolOutput, UserPart } from '../../frames'
import { type ChatResponseFormat, formatOf } from '../openai/request'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { nearestEffort } from '../shared/effort'
import { fileData, fileUrl } from '../shared/file-input'
import { shortId } from '../shared/ids'
import { withSystem } from '../shared/system'
import { parametersOf } from '../shared/tools'
import { type AssistantTurn, outputText, type ToolResult, type Turn, wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * The body of a request of Mistral's chat completions; its lists are the caller's own. The schema is closed: a field that it does not name is refused.
 *
 * @see https://docs.mistral.ai/api/#tag/chat
 */
export interface MistralRequest {
  readonly model: string
  readonly messages: MistralMessage[]
  readonly stream: true
  readonly tools?: MistralTool[]
  readonly tool_choice?:
    | 'auto'
    | 'none'
    | 'any'
    | { readonly type: 'function'; readonly function: { readonly name: string } }
  readonly temperature?: number
  readonly max_tokens?: number
  readonly stop?: string[]
  readonly response_format?: ChatResponseFormat
  readonly reasoning_effort?: (typeof MISTRAL_EFFORTS)[number]
}

export interface MistralTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters: { [key: string]: unknown }
    readonly strict?: boolean
  }
}

export type MistralMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | MistralContent[] }
  | {
      readonly role: 'assistant'
      readonly content: string | MistralContent[]
      readonly tool_calls?: {
        readonly id: string
        readonly type: 'function'
        readonly function: { readonly name: string; readonly arguments: string }
      }[]
      /** The message is the beginning of the answer; the last one has to say so. */
      readonly prefix?: true
    }
  | {
      readonly role: 'tool'
      readonly tool_call_id: string
      readonly name: string
      readonly content: string | MistralContent[]
    }

export type MistralContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'thinking'
      readonly thinking: MistralThought[]
      readonly signature?: string
      readonly closed?: boolean
    }
  | { readonly type: 'reference'; readonly reference_ids: (number | string)[] }
  | { readonly type: 'image_url'; readonly image_url: string }
  | { readonly type: 'document_url'; readonly document_url: string; readonly document_name?: string }
  | { readonly type: 'input_audio'; readonly input_audio: string }
  | { readonly type: 'file'; readonly file_id: string }

type MistralThought =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reference'; readonly reference_ids: (number | string)[] }
  | { readonly type: 'tool_reference'; readonly tool: string; readonly title: string }

/** Writes requests of Mistral's chat completions. */
export const mistralRequests = {
  reads: ['mistral'],
  messages: (turns: readonly Turn[]): MistralMessage[] => wellFormed(messagesOf(turns)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): MistralRequest => {
    const {
      model,
      system,
      temperature,
      maxOutputTokens,
      stop,
      toolChoice,
      responseFormat,
      reasoning,
      extra,
    } = settings
    const messages = messagesOf(turns)
    const body = {
      model,
      messages: withSystem(messages, system),
      stream: true,
      tools: tools.length === 0 ? undefined : tools.map(toolOf),
      tool_choice: toolChoice === undefined ? undefined : choiceOf(toolChoice),
      temperature,
      max_tokens: maxOutputTokens,
      stop,
      response_format: responseFormat === undefined ? undefined : formatOf(responseFormat),
      reasoning_effort: reasoning && effortOf(reasoning),
      ...extra,
    }
    return wellFormed(body) as MistralRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<MistralRequest>

const effortOf = ({ effort, budget }: ReasoningSettings): MistralRequest['reasoning_effort'] =>
  effort === undefined ? (budget === 0 ? 'none' : undefined) : nearestEffort(effort, MISTRAL_EFFORTS)

const MISTRAL_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const

const toolOf = (tool: ToolDefinition): object => {
  const { name, description, strict } = tool
  return { type: 'function', function: { name, description, parameters: parametersOf(tool), strict } }
}

const choiceOf = (choice: NonNullable<RequestSettings['toolChoice']>): MistralRequest['tool_choice'] => {
  if (typeof choice === 'object') return { type: 'function', function: { name: choice.name } }
  return choice === 'required' ? 'any' : choice
}

/** An assistant has to speak between a tool and the user, and a last word of its own is one to go on with. */
const messagesOf = (turns: readonly Turn[]): MistralMessage[] => {
  const messages: MistralMessage[] = []
  for (const message of turns.flatMap(messagesIn)) {
    if (message.role === 'user' && messages.at(-1)?.role === 'tool') messages.push(BRIDGE)
    messages.push(message)
  }
  const last = messages.at(-1)
  return last?.role === 'assistant' ? messages.with(-1, { ...last, prefix: true }) : messages
}

const BRIDGE: MistralMessage = { role: 'assistant', content: 'OK.' }

const messagesIn = (turn: Turn): readonly MistralMessage[] => {
  switch (turn.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: typeof turn.content === 'string' ? turn.content : turn.content.map(inputOf),
        },
      ]
    case 'assistant':
      return assistantMessages(turn)
    case 'tool':
      return turn.results.map(resultMessage)
  }
}

const inputOf = (part: UserPart): MistralContent => {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { mediaType, url, filename } = part
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: fileUrl(part) }
  if (mediaType.startsWith('audio/')) {
    return { type: 'input_audio', input_audio: fileData(part) ?? url ?? '' }
  }
  return {
    type: 'document_url',
    document_url: fileUrl(part),
    ...(filename !== undefined && { document_name: filename }),
  }
}

/** A tool's result has the name of its call; that the tool failed, only its words can say. */
const resultMessage = ({ call, message }: ToolResult): MistralMessage => ({
  role: 'tool',
  tool_call_id: acceptableCallId(call.id),
  name: call.name,
  content:
    typeof message.content === 'string' || message.content.length === 0
      ? outputText(message)
      : message.content.map(outputOf),
})

const outputOf = (part: ToolOutput): MistralContent =>
  part.type === 'json' ? { type: 'text', text: JSON.stringify(part.value) } : inputOf(part)

const acceptableCallId = (id: string): string => (/^[a-zA-Z0-9]{9}$/.test(id) ? id : shortId(id))

/** A message with neither content nor calls is refused. */
const assistantMessages = (turn: AssistantTurn): readonly MistralMessage[] => {
  const pieces = piecesOf(turn)
  const calls = turn.calls.map(callOf)
  if (pieces.length === 0 && calls.length === 0) return []
  const texts = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
  return [
    {
      role: 'assistant',
      content: texts.length === pieces.length ? texts.join('') : [...pieces],
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ]
}

const callOf = ({ id, name, arguments: text }: AssistantTurn['calls'][number]) => ({
  id: acceptableCallId(id),
  type: 'function' as const,
  function: { name, arguments: text.trim() === '' ? '{}' : text },
})

/** The pieces of a response in their order. What a thought refers to stands in the thought. */
const piecesOf = ({ content }: AssistantMessage): readonly MistralContent[] => {
  const pieces: MistralContent[] = []
  for (const part of content) {
    const last = pieces.at(-1)
    if (part.type === 'source' && last?.type === 'thinking' && isPiece(part.raw, THOUGHTS)) {
      last.thinking.push(part.raw as unknown as MistralThought) // as the server sent it
    } else pieces.push(...pieceOf(part))
  }
  return pieces
}

const pieceOf = (part: ContentPart): readonly MistralContent[] => {
  switch (part.type) {
    case 'text':
      return [...textPieces(part.text), ...(part.citations ?? []).flatMap((one) => ownPiece(one, REFERENCES))]
    case 'refusal':
      return textPieces(part.text)
    case 'reasoning':
      return thinkingPieces(part)
    case 'file':
    case 'unknown':
      return ownPiece(part.raw, FILES)
    default:
      return []
  }
}

const textPieces = (text: string): readonly MistralContent[] => (text === '' ? [] : [{ type: 'text', text }])

const THOUGHTS: ReadonlySet<string> = new Set(['reference', 'tool_reference'])
const REFERENCES: ReadonlySet<string> = new Set(['reference'])
const FILES: ReadonlySet<string> = new Set(['image_url', 'document_url', 'input_audio', 'file'])

/** Other providers' data has other names. */
const isPiece = (raw: Json, types: ReadonlySet<string>): raw is JsonObject =>
  isJsonObject(raw) && typeof raw['type'] === 'string' && types.has(raw['type'])

const ownPiece = (raw: Json, types: ReadonlySet<string>): readonly MistralContent[] =>
  isPiece(raw, types) ? [raw as unknown as MistralContent] : [] // as the server sent it

/** What only another provider can read stays behind; that it is another's shows in the fields it keeps beside. */
const thinkingPieces = ({ content, signature, extra = {} }: ReasoningPart): readonly MistralContent[] => {
  const text = content.join('')
  const { closed, ...others } = extra
  const signed = Object.keys(others).length === 0 ? signature : undefined
  if (text === '' && signed === undefined) return []
  return [
    {
      type: 'thinking',
      thinking: text === '' ? [] : [{ type: 'text', text }],
      ...(signed !== undefined && { signature: signed }),
      ...(typeof closed === 'boolean' && { closed }),
    },
  ]
}
