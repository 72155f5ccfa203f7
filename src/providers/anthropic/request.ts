import { isJsonObject, type Json, type JsonObject } from '../../data'
import type {
  ContentPart,
  ReasoningPart,
  ServerToolCallPart,
  ServerToolResultPart,
  ToolCallPart,
  UserPart,
} from '../../frames'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { alternate } from '../shared/alternate'
import { nearestEffort } from '../shared/effort'
import { textOf } from '../shared/fields'
import { acceptableId } from '../shared/ids'
import { inputOf, outputFiles, outputText, type ToolResult, type Turn, wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'
import { fileBlock } from './files'

/**
 * The body of a Messages request; its lists are the caller's own, so that the official SDK takes it as it is.
 *
 * @see https://docs.anthropic.com/en/api/messages
 */
export interface MessagesRequest {
  readonly model: string
  readonly max_tokens: number
  readonly messages: AnthropicMessage[]
  readonly stream: true
  readonly system?: string
  readonly tools?: AnthropicTool[]
  readonly tool_choice?:
    | { readonly type: 'auto' | 'none' | 'any' }
    | { readonly type: 'tool'; readonly name: string }
  readonly temperature?: number
  readonly stop_sequences?: string[]
  readonly thinking?:
    | { readonly type: 'enabled'; readonly budget_tokens: number }
    | { readonly type: 'adaptive' | 'disabled' }
  readonly output_config?: {
    readonly effort?: MessagesEffort
    readonly format?: { readonly type: 'json_schema'; readonly schema: { [key: string]: unknown } }
  }
}

export interface AnthropicTool {
  readonly name: string
  readonly description?: string
  readonly input_schema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly strict?: boolean
}

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant'
  readonly content: AnthropicBlock[]
}

/** A block as it goes to the server. Those of the server's own are of any form, as it sent them. */
type AnthropicBlock = JsonObject & { readonly type: string }

/** The API insists on a limit; this one is accepted by every model. Thinking counts towards it, and a budget that reaches it is refused. */
const MAX_TOKENS = 4_096

/** Writes requests of the Messages API. */
export const messagesRequests = {
  /** Claude's signatures hold wherever it is run. @see https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking */
  reads: ['anthropic', 'bedrock', 'bedrock-invoke'],
  messages: (turns: readonly Turn[]): AnthropicMessage[] => wellFormed(messagesOf(turns)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): MessagesRequest => {
    const { model, system, temperature, maxOutputTokens, stop, toolChoice, reasoning, extra } = settings
    const body = {
      model,
      max_tokens: maxOutputTokens ?? MAX_TOKENS + (reasoning?.budget ?? 0),
      messages: messagesOf(turns),
      stream: true,
      system: system?.trim() === '' ? undefined : system,
      tools: tools.length === 0 ? undefined : tools.map(toolOf),
      tool_choice: toolChoice === undefined ? undefined : choiceOf(toolChoice),
      temperature,
      stop_sequences: stop,
      thinking: reasoning === undefined ? undefined : thinkingOf(reasoning),
      output_config: outputOf(settings),
      ...extra,
    }
    return wellFormed(body) as MessagesRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<MessagesRequest>

const toolOf = ({ name, description, parameters, strict }: ToolDefinition): object => ({
  name,
  description,
  input_schema: { type: 'object', ...parameters },
  strict,
})

const choiceOf = (choice: NonNullable<RequestSettings['toolChoice']>): object => {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name }
  return { type: choice === 'required' ? 'any' : choice }
}

export const thinkingOf = ({ effort, budget }: ReasoningSettings): MessagesRequest['thinking'] => {
  if (budget !== undefined && budget > 0) return { type: 'enabled', budget_tokens: budget }
  return { type: effort === 'none' || budget === 0 ? 'disabled' : 'adaptive' }
}

/** JSON without a schema is nothing that this API can be asked for. */
const outputOf = ({ reasoning, responseFormat }: RequestSettings): object | undefined => {
  const effort = effortOf(reasoning)
  const format =
    typeof responseFormat === 'object' ? { type: 'json_schema', schema: responseFormat.schema } : undefined
  return effort === undefined && format === undefined ? undefined : { effort, format }
}

/** A budget says it more exactly. */
export const effortOf = ({ effort, budget }: ReasoningSettings = {}): MessagesEffort | undefined =>
  budget !== undefined || effort === undefined || effort === 'none'
    ? undefined
    : nearestEffort(effort, MESSAGES_EFFORTS)

const MESSAGES_EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const

type MessagesEffort = (typeof MESSAGES_EFFORTS)[number]

const messagesOf = (turns: readonly Turn[]): AnthropicMessage[] => {
  const kept = withoutDeclined(turns)
  const hosted = hostedIds(kept)
  return alternate(kept, (turn) => blocksOf(turn, hosted))
}

/**
 * Where a model declined within its answer, a `fallback` block names the one that went on. Of what stands before the last of these the thinking
 * stays behind, and so do calls, with their results: those of hosted tools only where they have none.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback#continuing-the-conversation
 */
const withoutDeclined = (turns: readonly Turn[]): readonly Turn[] => {
  const declined = new Set<string>()
  return turns.map((turn): Turn => {
    if (turn.role === 'user') return turn
    if (turn.role === 'tool') {
      return { ...turn, results: turn.results.filter(({ call }) => !declined.has(call.id)) }
    }
    const end = turn.content.findLastIndex(isFallback)
    const answered = new Set(
      turn.content.map((part) => (part.type === 'server-tool-result' ? part.id : undefined)),
    )
    const content = turn.content.filter((part, position) => {
      if (position > end) return true
      if (part.type === 'tool-call') declined.add(part.id)
      if (part.type === 'server-tool-call') return answered.has(part.id)
      return part.type !== 'reasoning' && part.type !== 'tool-call'
    })
    return { ...turn, content }
  })
}

const isFallback = (part: ContentPart): boolean =>
  part.type === 'unknown' && isJsonObject(part.raw) && part.raw['type'] === 'fallback'

const blocksOf = (turn: Turn, hosted: ReadonlySet<string>): AnthropicBlock[] => {
  switch (turn.role) {
    case 'user':
      return typeof turn.content === 'string' ? textBlocks(turn.content) : turn.content.flatMap(inputBlocks)
    case 'assistant':
      return turn.content.filter((part) => !isHosted(part) || hosted.has(part.id)).flatMap(blockOf)
    case 'tool':
      return turn.results.map(resultBlock)
  }
}

/** Blank text is refused. */
const textBlocks = (text: string): AnthropicBlock[] => (text.trim() === '' ? [] : [{ type: 'text', text }])

const inputBlocks = (part: UserPart): AnthropicBlock[] =>
  part.type === 'text' ? textBlocks(part.text) : [fileBlock(part)]

const resultBlock = ({ call, message }: ToolResult): AnthropicBlock => {
  const text = outputText(message)
  const files = outputFiles(message).map(fileBlock)
  return {
    type: 'tool_result',
    tool_use_id: acceptableId(call.id),
    content: files.length === 0 ? text : [...textBlocks(text), ...files],
    ...(message.isError === true && { is_error: true }),
  }
}

/**
 * The calls of the provider's own tools that may go back, by their ids. One goes with its result, which stands in a later message where the turn was
 * paused, or where the client's tools were called beside it; while that turn goes on, it goes without.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/server-tools
 */
const hostedIds = (turns: readonly Turn[]): ReadonlySet<string> => {
  const parts = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.content : []))
  const begun = new Set(parts.filter(isOwnCall).map(({ id }) => id))
  const results = parts.filter((part) => part.type === 'server-tool-result')
  const answered = new Set(results.map(({ id }) => id))
  const last = turns.findLast(({ role }) => role !== 'tool')
  const open = (last?.role === 'assistant' ? last.content : []).filter(isOwnCall)
  return new Set([
    ...results.filter((result) => isOwnResult(result) && begun.has(result.id)).map(({ id }) => id),
    ...open.filter(({ id }) => !answered.has(id)).map(({ id }) => id),
  ])
}

const isHosted = (part: ContentPart): part is ServerToolCallPart | ServerToolResultPart =>
  part.type === 'server-tool-call' || part.type === 'server-tool-result'

const isOwnCall = (part: ContentPart): part is ServerToolCallPart =>
  part.type === 'server-tool-call' && isJsonObject(part.raw) && textOf(part.raw['type']).endsWith('_tool_use')

const isOwnResult = (part: ContentPart): part is ServerToolResultPart =>
  part.type === 'server-tool-result' && isJsonObject(part.raw) && 'tool_use_id' in part.raw

/** The blocks of a response as they came: their borders are data. What other providers keep beside their parts is refused and stays behind. */
const blockOf = (part: ContentPart): AnthropicBlock[] => {
  switch (part.type) {
    case 'text':
      return textBlocks(part.text).map((block) => ({
        ...block,
        ...(part.citations?.every(isCitation) === true && { citations: part.citations }),
      }))
    case 'reasoning':
      return thinkingBlocks(part)
    case 'tool-call':
      return [callBlock(part)]
    case 'server-tool-call': {
      const { id, name, input } = part
      return typedBlock(part.raw).map((block) => ({ ...block, id, name, input }))
    }
    case 'server-tool-result':
      return typedBlock(part.raw)
    case 'file':
      return typedBlock(part.raw).filter(({ type }) => type === 'container_upload')
    case 'unknown':
      return typedBlock(part.raw).filter(({ type }) => !type.endsWith('_delta')) // a delta that no block took
    case 'refusal':
      return textBlocks(part.text)
    case 'source':
    case 'audio':
      return []
  }
}

/** Reasoning that nobody signed is refused; that of other providers is known by what else they keep with it. */
const thinkingBlocks = ({
  content,
  summary,
  encrypted,
  signature,
  extra,
}: ReasoningPart): AnthropicBlock[] => {
  if (summary.length > 0 || extra !== undefined) return []
  if (encrypted !== undefined) return [{ type: 'redacted_thinking', data: encrypted }]
  return signature === undefined ? [] : [{ type: 'thinking', thinking: content.join(''), signature }]
}

/** What other providers say of their sources has other names. */
const isCitation = (citation: Json): boolean => isJsonObject(citation) && 'cited_text' in citation

const callBlock = (call: ToolCallPart): AnthropicBlock => {
  const { caller, toolset_name } = call.extra ?? {} // no other field is taken
  return {
    type: 'tool_use',
    id: acceptableId(call.id),
    name: call.name,
    input: { ...inputOf(call) } as JsonObject, // a value that was parsed from JSON
    ...(caller !== undefined && { caller }),
    ...(toolset_name !== undefined && { toolset_name }),
  }
}

/** A block of the provider's own; data of another provider's is none. */
const typedBlock = (raw: Json): AnthropicBlock[] =>
  isJsonObject(raw) && typeof raw['type'] === 'string' ? [{ ...raw, type: raw['type'] }] : []
