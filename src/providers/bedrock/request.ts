import { fromBase64, isJsonObject, type Json } from '../../data'
import type {
  AssistantMessage,
  ContentPart,
  ReasoningPart,
  TextPart,
  ToolOutput,
  UserPart,
} from '../../frames'
import { effortOf, thinkingOf } from '../anthropic/request'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { type Alternating, alternate } from '../shared/alternate'
import { nearestEffort } from '../shared/effort'
import { unlessEmpty, withExtra } from '../shared/extra'
import { withoutHalfPairs } from '../shared/hosted'
import { acceptableId } from '../shared/ids'
import { inputOf, type ToolResult, type Turn, wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'
import { type ConverseFile, fileBlocks } from './files'

/**
 * The body of a ConverseStream request; its lists are the caller's own. Over HTTP `modelId` stands in the path. `Bytes` are base64 text on the
 * wire; the SDK wants them as bytes, which `toBedrockSdk` of `chunkfold/wire` makes.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export interface ConverseRequest<Bytes = string> {
  readonly modelId: string
  readonly messages: ConverseMessage<Bytes>[]
  readonly system?: { readonly text: string }[]
  readonly inferenceConfig?: {
    readonly maxTokens?: number
    readonly temperature?: number
    readonly stopSequences?: string[]
  }
  readonly toolConfig?: { readonly tools: ConverseTool[]; readonly toolChoice?: ConverseToolChoice }
  readonly outputConfig?: {
    readonly effort?: string
    readonly textFormat?: {
      readonly type: 'json_schema'
      readonly structure: { readonly jsonSchema: { readonly schema: string; readonly name: string } }
    }
  }
  /** Fields of the model's own request. */
  readonly additionalModelRequestFields?: ConverseDocument
}

export type ConverseDocument =
  | null
  | boolean
  | number
  | string
  | ConverseDocument[]
  | { [key: string]: ConverseDocument }

export type ConverseMessage<Bytes = string> = Alternating<ConverseBlock<Bytes>>

export type ConverseBlock<Bytes = string> =
  | { readonly text: string }
  | ConverseFile<Bytes>
  | { readonly reasoningContent: ConverseReasoning<Bytes> }
  | {
      readonly citationsContent: {
        readonly content: { text: string }[]
        readonly citations: ConverseCitation[]
      }
    }
  | {
      readonly toolUse: {
        readonly toolUseId: string
        readonly name: string
        readonly input: ConverseDocument
        readonly type?: 'server_tool_use'
      }
    }
  | {
      readonly toolResult: {
        readonly toolUseId: string
        readonly content: ConverseResult<Bytes>[]
        readonly status?: 'success' | 'error'
        readonly type?: string
      }
    }

type ConverseReasoning<Bytes> =
  | { readonly reasoningText: { readonly text: string; readonly signature: string } }
  | { readonly redactedContent: Bytes }

type ConverseResult<Bytes> =
  | { readonly text: string }
  | { readonly json: ConverseDocument }
  | ConverseFile<Bytes, 'image' | 'document' | 'video'>

interface ConverseCitation {
  readonly title?: string
  readonly source?: string
  readonly sourceContent?: { text: string }[]
  readonly location?:
    | { readonly web: { url?: string; domain?: string } }
    | { readonly documentChar: { documentIndex?: number; start?: number; end?: number } }
    | { readonly documentPage: { documentIndex?: number; start?: number; end?: number } }
    | { readonly documentChunk: { documentIndex?: number; start?: number; end?: number } }
    | { readonly searchResultLocation: { searchResultIndex?: number; start?: number; end?: number } }
}

export type ConverseTool =
  | {
      readonly toolSpec: {
        readonly name: string
        readonly description?: string
        readonly inputSchema: { readonly json: ConverseDocument }
        readonly strict?: boolean
      }
    }
  | { readonly systemTool: { readonly name: string } }

export type ConverseToolChoice =
  | { readonly auto: object }
  | { readonly any: object }
  | { readonly tool: { readonly name: string } }

/** Writes requests of ConverseStream. */
export const converseRequests = {
  reads: ['bedrock', 'bedrock-invoke', 'anthropic'],
  messages: (turns: readonly Turn[]): ConverseMessage[] => wellFormed(messagesOf(turns)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): ConverseRequest => {
    const { model, system, temperature, maxOutputTokens, stop, reasoning, extra } = settings
    const messages = messagesOf(turns)
    const body = {
      modelId: model,
      messages,
      system: system === undefined || system.trim() === '' ? undefined : [{ text: system }],
      inferenceConfig: unlessEmpty({ maxTokens: maxOutputTokens, temperature, stopSequences: stop }),
      toolConfig: toolConfigOf(tools, settings.toolChoice, messages),
      outputConfig: unlessEmpty({
        effort: isClaude(model) ? effortOf(reasoning) : undefined,
        textFormat: formatOf(settings.responseFormat),
      }),
      additionalModelRequestFields: reasoning && unlessEmpty(reasoningFields(model, reasoning)),
    }
    const asked = withExtra(body, extra, 'inferenceConfig', 'additionalModelRequestFields')
    return wellFormed(asked) as ConverseRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<ConverseRequest>

/** JSON without a schema is nothing that this API can be asked for. */
const formatOf = (format: RequestSettings['responseFormat']): object | undefined =>
  typeof format === 'object'
    ? {
        type: 'json_schema',
        structure: { jsonSchema: { schema: JSON.stringify(format.schema), name: format.name } },
      }
    : undefined

const isClaude = (model: string): boolean => /claude|anthropic/i.test(model)

/** Every maker has fields of its own for it. A budget is what Claude alone takes, whose name a profile's ARN may hide. */
const reasoningFields = (model: string, reasoning: ReasoningSettings): object => {
  const { effort, budget } = reasoning
  if (/nova/i.test(model)) return { reasoningConfig: novaReasoning(reasoning) }
  return isClaude(model) || effort === undefined || (budget ?? 0) > 0
    ? { thinking: thinkingOf(reasoning) }
    : { reasoning_effort: effort }
}

const novaReasoning = ({ effort, budget }: ReasoningSettings): object | undefined => {
  if (effort === 'none' || (effort === undefined && budget === 0)) return { type: 'disabled' }
  if (effort === undefined) return undefined
  return { type: 'enabled', maxReasoningEffort: nearestEffort(effort, ['low', 'medium', 'high']) }
}

/**
 * Messages that have calls are refused without tools, so that those called stand in where none are given. There is no choice of none: then tools are
 * left out where they may be.
 */
const toolConfigOf = (
  tools: readonly ToolDefinition[],
  choice: RequestSettings['toolChoice'],
  messages: readonly ConverseMessage[],
): object | undefined => {
  const called = calledTools(messages)
  const given = choice === 'none' && called.length === 0 ? [] : tools.map(toolOf)
  if (given.length > 0) return { tools: given, toolChoice: choiceOf(choice) }
  return called.length > 0 ? { tools: called } : undefined
}

const toolOf = ({ name, description, parameters, strict }: ToolDefinition): object => ({
  toolSpec: {
    name,
    description: description?.trim() === '' ? undefined : description,
    inputSchema: { json: { type: 'object', ...(parameters ?? { properties: {} }) } },
    strict,
  },
})

const calledTools = (messages: readonly ConverseMessage[]): readonly object[] => {
  const called = new Map<string, object>()
  for (const { content } of messages) {
    for (const block of content) {
      if (!('toolUse' in block)) continue
      const { name, type } = block.toolUse
      called.set(name, type === undefined ? toolOf({ name }) : { systemTool: { name } })
    }
  }
  return [...called.values()]
}

const choiceOf = (choice: RequestSettings['toolChoice']): ConverseToolChoice | undefined => {
  if (typeof choice === 'object') return { tool: { name: choice.name } }
  if (choice === 'required') return { any: {} }
  return choice === 'auto' ? { auto: {} } : undefined
}

const messagesOf = (turns: readonly Turn[]): ConverseMessage[] => {
  const names = new Set<string>()
  return alternate(turns, (turn) => blocksOf(turn, names))
}

const blocksOf = (turn: Turn, names: Set<string>): readonly ConverseBlock[] => {
  switch (turn.role) {
    case 'user':
      return typeof turn.content === 'string'
        ? textBlocks(turn.content)
        : turn.content.flatMap((part) => inputBlocks(part, names))
    case 'assistant':
      return assistantBlocks(turn)
    case 'tool':
      return turn.results.map((result) => resultBlock(result, names))
  }
}

/** Blank text is refused. */
const textBlocks = (text: string): readonly { readonly text: string }[] =>
  text.trim() === '' ? [] : [{ text }]

const inputBlocks = (part: UserPart, names: Set<string>): readonly ConverseBlock[] =>
  part.type === 'text' ? textBlocks(part.text) : fileBlocks(part, names)

/** A result that is empty says so in JSON, as blank text is refused here too. */
const resultBlock = ({ call, message }: ToolResult, names: Set<string>): ConverseBlock => {
  const content =
    typeof message.content === 'string'
      ? textBlocks(message.content)
      : message.content.flatMap((part) => outputBlocks(part, names))
  return {
    toolResult: {
      toolUseId: acceptableId(call.id),
      content: content.length === 0 ? [{ json: {} }] : [...content],
      ...(message.isError === true && { status: 'error' }),
    },
  }
}

const outputBlocks = (part: ToolOutput, names: Set<string>): readonly ConverseResult<string>[] => {
  if (part.type === 'text') return textBlocks(part.text)
  if (part.type === 'file') return fileBlocks(part, names).filter(isNoSound)
  // JSON that is no object is refused
  return isJsonObject(part.value)
    ? [{ json: toDocument(part.value) }]
    : [{ text: JSON.stringify(part.value) }]
}

const isNoSound = (
  block: ConverseFile<string>,
): block is ConverseFile<string, 'image' | 'document' | 'video'> => !('audio' in block)

const toDocument = (value: unknown): ConverseDocument => value as ConverseDocument // JSON, which `wellFormed` copies

/** The blocks of a response as they came, in their order. A tool that the service runs has its result beside it. */
const assistantBlocks = ({ content }: AssistantMessage): readonly ConverseBlock[] =>
  withoutHalfPairs(content.filter(isNoForeignResult)).flatMap(blockOf)

const isNoForeignResult = (part: ContentPart): boolean =>
  part.type !== 'server-tool-result' || (isJsonObject(part.raw) && 'toolUseId' in part.raw)

/** What other providers made and cannot be said here, and blocks of kinds that are not known, whose whole form is not either, stay behind. */
const blockOf = (part: ContentPart): readonly ConverseBlock[] => {
  switch (part.type) {
    case 'text':
      return citedBlocks(part)
    case 'refusal':
      return textBlocks(part.text)
    case 'reasoning':
      return reasoningBlocks(part)
    case 'tool-call': {
      const { id, name } = part
      const input = toDocument(inputOf(part))
      return [{ toolUse: { toolUseId: acceptableId(id), name, input } }]
    }
    case 'server-tool-call': {
      const { id, name, input } = part
      return [{ toolUse: { toolUseId: id, name, input: toDocument(input), type: 'server_tool_use' } }]
    }
    case 'server-tool-result':
      return [{ toolResult: part.raw } as unknown as ConverseBlock] // as the service sent it
    case 'file':
      return part.data !== undefined && isJsonObject(part.raw) && typeof part.raw['format'] === 'string'
        ? fileBlocks({ type: 'file', mediaType: part.mediaType ?? '', data: part.data }, new Set())
        : []
    case 'source':
    case 'audio':
    case 'unknown':
      return []
  }
}

/** Citations stand on text: those of a block that has none stay behind. */
const citedBlocks = ({ text, citations = [] }: TextPart): readonly ConverseBlock[] =>
  textBlocks(text).map((block) =>
    citations.length > 0 && citations.every(isCitation)
      ? { citationsContent: { content: [block], citations: citations.map(toCitation) } }
      : block,
  )

const isCitation = (citation: Json): boolean =>
  isJsonObject(citation) && Object.keys(citation).every((name) => CITATION_FIELDS.has(name))

const CITATION_FIELDS: ReadonlySet<string> = new Set(['title', 'source', 'sourceContent', 'location'])

const toCitation = (citation: Json): ConverseCitation => citation as unknown as ConverseCitation // as the service sent it

/** Reasoning that nobody signed is refused; that of other providers is known by what else they keep with it. */
const reasoningBlocks = (part: ReasoningPart): readonly ConverseBlock[] => {
  const { content, summary, signature, encrypted = '', extra } = part
  if (summary.length > 0 || extra !== undefined) return []
  if (signature !== undefined) {
    return [{ reasoningContent: { reasoningText: { text: content.join(''), signature } } }]
  }
  const isBytes = encrypted !== '' && fromBase64(encrypted) !== undefined
  return isBytes ? [{ reasoningContent: { redactedContent: encrypted } }] : []
}
