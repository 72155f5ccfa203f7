import { isJsonObject, type Json } from '../../data'
import type { ContentPart, ReasoningPart, ToolMessage, ToolOutput, UserPart } from '../../frames'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { fileUrl } from '../shared/file-input'
import { withSystem } from '../shared/system'
import { parametersOf } from '../shared/tools'
import { type AssistantTurn, outputFiles, type Turn, wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * The body of a v2 chat request; its lists are the caller's own.
 *
 * @see https://docs.cohere.com/v2/reference/chat-stream
 */
export interface CohereRequest {
  readonly model: string
  readonly messages: CohereRequestMessage[]
  readonly stream: true
  readonly tools?: CohereTool[]
  readonly strict_tools?: true
  readonly tool_choice?: 'REQUIRED' | 'NONE'
  readonly temperature?: number
  readonly max_tokens?: number
  readonly stop_sequences?: string[]
  readonly response_format?: {
    readonly type: 'json_object'
    readonly json_schema?: { [key: string]: unknown }
  }
  readonly thinking?: { readonly type: 'enabled' | 'disabled'; readonly token_budget?: number }
}

export interface CohereTool {
  readonly type: 'function'
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters: { [key: string]: unknown }
  }
}

export type CohereRequestMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | CohereInput[] }
  | {
      readonly role: 'assistant'
      readonly tool_plan?: string
      readonly tool_calls?: {
        readonly id: string
        readonly type: 'function'
        readonly function: { readonly name: string; readonly arguments: string }
      }[]
      readonly content?: CoherePiece[]
      readonly citations?: CohereReplayedCitation[]
    }
  | {
      readonly role: 'tool'
      readonly tool_call_id: string
      readonly content: string | CohereOutput[]
    }

type CohereText = { readonly type: 'text'; readonly text: string }

export type CohereInput =
  | CohereText
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }

export type CoherePiece = CohereText | { readonly type: 'thinking'; readonly thinking: string }

export type CohereOutput =
  | CohereText
  | { readonly type: 'document'; readonly document: { readonly data: { [key: string]: unknown } } }

/** As it came. */
interface CohereReplayedCitation {
  readonly start?: number
  readonly end?: number
  readonly text?: string
  readonly sources?: (
    | { readonly type: 'tool'; readonly id?: string; readonly tool_output?: { [key: string]: unknown } }
    | { readonly type: 'document'; readonly id?: string; readonly document?: { [key: string]: unknown } }
  )[]
  readonly content_index?: number
  readonly type?: 'TEXT_CONTENT' | 'THINKING_CONTENT' | 'PLAN'
}

/** Writes requests of Cohere's v2 chat. */
export const cohereRequests = {
  reads: ['cohere'],
  messages: (turns: readonly Turn[]): CohereRequestMessage[] => wellFormed(turns.flatMap(messagesOf)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): CohereRequest => {
    const { model, system, temperature, maxOutputTokens, stop, responseFormat, reasoning, extra } = settings
    const messages = turns.flatMap(messagesOf)
    const body = {
      model,
      messages: withSystem(messages, system),
      stream: true,
      ...toolFields(tools, settings.toolChoice),
      temperature,
      max_tokens: maxOutputTokens,
      stop_sequences: stop,
      response_format: responseFormat === undefined ? undefined : formatOf(responseFormat),
      thinking: reasoning && thinkingOf(reasoning),
      ...extra,
    }
    return wellFormed(body) as CohereRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<CohereRequest>

/** A tool cannot be chosen by name: it is the only one offered, and one has to be called. Strictness is for all of them. */
const toolFields = (tools: readonly ToolDefinition[], choice: RequestSettings['toolChoice']): object => {
  const offered = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
  if (offered.length === 0) return {}
  return {
    tools: offered.map(toolOf),
    strict_tools: offered.every(({ strict }) => strict === true) ? true : undefined,
    tool_choice:
      choice === undefined || choice === 'auto' ? undefined : choice === 'none' ? 'NONE' : 'REQUIRED',
  }
}

const toolOf = (tool: ToolDefinition): object => ({
  type: 'function',
  function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
})

const formatOf = (format: NonNullable<RequestSettings['responseFormat']>): object => ({
  type: 'json_object',
  json_schema: format === 'json' ? undefined : format.schema,
})

const thinkingOf = ({ effort, budget }: ReasoningSettings): CohereRequest['thinking'] => {
  if (budget !== undefined && budget > 0) return { type: 'enabled', token_budget: budget }
  return { type: effort === 'none' || budget === 0 ? 'disabled' : 'enabled' }
}

const messagesOf = (turn: Turn): readonly CohereRequestMessage[] => {
  switch (turn.role) {
    case 'user':
      return typeof turn.content === 'string'
        ? [{ role: 'user', content: turn.content }]
        : userMessages(turn.content)
    case 'assistant':
      return assistantMessages(turn)
    case 'tool':
      return [
        ...turn.results.map(
          ({ call, message }): CohereRequestMessage => ({
            role: 'tool',
            tool_call_id: call.id,
            content: resultContent(message),
          }),
        ),
        ...userMessages(turn.results.flatMap(({ message }) => outputFiles(message))),
      ]
  }
}

/** Files other than pictures are not taken. Those that a tool gave follow as the user's. */
const userMessages = (parts: readonly UserPart[]): readonly CohereRequestMessage[] => {
  const content = parts.flatMap((part): readonly CohereInput[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    return part.mediaType.startsWith('image/')
      ? [{ type: 'image_url', image_url: { url: fileUrl(part) } }]
      : []
  })
  return content.length === 0 ? [] : [{ role: 'user', content }]
}

/** JSON is a document, whose fields can be cited. */
const resultContent = ({ content }: ToolMessage): string | CohereOutput[] => {
  if (typeof content === 'string') return content
  const outputs = content.flatMap(outputOf)
  return outputs.length === 0 ? '' : outputs
}

const outputOf = (part: ToolOutput): readonly CohereOutput[] => {
  if (part.type === 'file') return []
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  return isJsonObject(part.value)
    ? [{ type: 'document', document: { data: { ...part.value } } }]
    : [{ type: 'text', text: JSON.stringify(part.value) }]
}

/** A message with nothing to send is left out. */
const assistantMessages = ({ content, calls }: AssistantTurn): readonly CohereRequestMessage[] => {
  const plan = content.flatMap((part) => (isPlan(part) ? part.content : [])).join('')
  const pieces = content.flatMap(pieceOf)
  const citations = content.flatMap(citationsOf)
  if (plan === '' && pieces.length === 0 && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      ...(plan !== '' && { tool_plan: plan }),
      ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
      ...(pieces.length > 0 && { content: pieces }),
      ...(citations.length > 0 && { citations }),
    },
  ]
}

/** The plan has a field of its own, of which the part tells. */
const isPlan = (part: ContentPart): part is ReasoningPart =>
  part.type === 'reasoning' && part.extra?.['type'] === 'tool_plan'

const callOf = ({ id, name, arguments: text }: AssistantTurn['calls'][number]) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: text.trim() === '' ? '{}' : text },
})

const pieceOf = (part: ContentPart): readonly CoherePiece[] => {
  if (part.type === 'reasoning') {
    const thinking = part.content.join('')
    return thinking === '' || isPlan(part) ? [] : [{ type: 'thinking', thinking }]
  }
  if (part.type !== 'text' && part.type !== 'refusal') return []
  return part.text === '' ? [] : [{ type: 'text', text: part.text }]
}

/** What other providers say of their sources has other names. */
const citationsOf = (part: ContentPart): readonly CohereReplayedCitation[] => {
  const raws: readonly Json[] =
    part.type === 'text' ? (part.citations ?? []) : part.type === 'source' ? [part.raw] : []
  return raws.filter((raw) => isJsonObject(raw) && Array.isArray(raw['sources'])) as CohereReplayedCitation[] // as the server sent it
}
