import { isJsonObject, type Json, type JsonObject } from '../../data'
import type {
  ContentPart,
  FileInput,
  ReasoningPart,
  ServerToolCallPart,
  ServerToolResultPart,
  TextPart,
  ToolCallPart,
  UserPart,
} from '../../frames'
import { type ThinkingLevel, thinkingLevel } from '../google/thinking'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { unlessEmpty, withExtra } from '../shared/extra'
import { fileData } from '../shared/file-input'
import { withoutHalfPairs } from '../shared/hosted'
import {
  inputOf,
  outputFiles,
  outputText,
  sinceAnswer,
  type ToolResult,
  type Turn,
  wellFormed,
} from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * The body of a request of the Interactions API; its lists are the caller's own, so that the official SDK takes it as it is.
 *
 * @see https://ai.google.dev/api/interactions-api
 */
export interface InteractionsRequest {
  readonly model: string
  readonly input: InteractionInput[]
  readonly stream: true
  readonly system_instruction?: string
  readonly tools?: InteractionFunction[]
  readonly generation_config?: InteractionGenerationConfig
  readonly response_format?: {
    readonly type: 'text'
    readonly mime_type: 'application/json'
    readonly schema?: { [key: string]: unknown }
  }
}

/** A step as it goes to the server. Those of the server's own are of any form, as it sent them. */
export type InteractionInput = JsonObject & { readonly type: string }

export interface InteractionFunction {
  readonly type: 'function'
  readonly name: string
  readonly description?: string
  readonly parameters?: JsonObject
}

export interface InteractionGenerationConfig {
  readonly temperature?: number
  readonly max_output_tokens?: number
  readonly stop_sequences?: string[]
  readonly thinking_level?: ThinkingLevel
  readonly thinking_summaries?: 'auto'
  readonly tool_choice?:
    | 'auto'
    | 'any'
    | 'none'
    | { readonly allowed_tools: { readonly mode: 'any'; readonly tools: string[] } }
}

/** Writes requests of the Interactions API. */
export const interactionsRequests = {
  reads: ['google-interactions'],
  messages: (turns: readonly Turn[]): InteractionInput[] => wellFormed(stepsOf(turns)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): InteractionsRequest => {
    const { model, system, responseFormat, extra } = settings
    const body = {
      model,
      input: stepsOf(isStored(extra) ? sinceAnswer(turns) : turns),
      stream: true,
      system_instruction: system,
      tools: tools.length === 0 ? undefined : tools.map(functionOf),
      generation_config: unlessEmpty(generationOf(settings)),
      response_format: responseFormat === undefined ? undefined : formatOf(responseFormat),
    }
    return wellFormed(withExtra(body, extra, 'generation_config')) as InteractionsRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<InteractionsRequest>

const isStored = (extra: RequestSettings['extra']): boolean =>
  typeof extra?.['previous_interaction_id'] === 'string'

const functionOf = ({ name, description, parameters }: ToolDefinition): object => ({
  type: 'function',
  name,
  description,
  parameters,
})

const formatOf = (format: NonNullable<RequestSettings['responseFormat']>): object => ({
  type: 'text',
  mime_type: 'application/json',
  schema: format === 'json' ? undefined : format.schema,
})

const generationOf = ({
  model,
  temperature,
  maxOutputTokens,
  stop,
  reasoning,
  toolChoice,
}: RequestSettings): object => ({
  temperature,
  max_output_tokens: maxOutputTokens,
  stop_sequences: stop,
  ...(reasoning !== undefined && thinkingOf(model, reasoning)),
  tool_choice: toolChoice === undefined ? undefined : choiceOf(toolChoice),
})

/** There is no way to think not at all, and none to say how many tokens. */
const thinkingOf = (model: string, { effort, budget }: ReasoningSettings): object =>
  effort === 'none' || budget === 0
    ? { thinking_level: thinkingLevel(model, 'none') }
    : { thinking_level: thinkingLevel(model, effort), thinking_summaries: 'auto' }

const choiceOf = (choice: NonNullable<RequestSettings['toolChoice']>): unknown => {
  if (typeof choice === 'object') return { allowed_tools: { mode: 'any', tools: [choice.name] } }
  return choice === 'required' ? 'any' : choice
}

/** What the model says next to each other is one step, as it was. */
const stepsOf = (turns: readonly Turn[]): InteractionInput[] => {
  const steps: InteractionInput[] = []
  let output: Json[] | null = null
  for (const step of turns.flatMap(turnSteps)) {
    const { type, content } = step
    if (type !== 'model_output' || !Array.isArray(content)) {
      output = null
      steps.push(step)
    } else if (output === null) {
      output = [...content]
      steps.push({ type, content: output })
    } else output.push(...content)
  }
  return steps
}

const turnSteps = (turn: Turn): readonly InteractionInput[] => {
  switch (turn.role) {
    case 'user': {
      const content =
        typeof turn.content === 'string' ? textContent(turn.content) : turn.content.flatMap(inputContent)
      return content.length === 0 ? [] : [{ type: 'user_input', content }]
    }
    case 'assistant':
      return withoutHalfPairs(turn.content.filter((part) => !isForeignTool(part))).flatMap(answerStep)
    case 'tool':
      return turn.results.map(resultStep)
  }
}

const textContent = (text: string): JsonObject[] => (text === '' ? [] : [{ type: 'text', text }])

const inputContent = (part: UserPart): JsonObject[] =>
  part.type === 'text' ? textContent(part.text) : [fileContent(part)]

/** A `data:` URL is no address here. */
const fileContent = (file: FileInput): JsonObject => {
  const { mediaType, url } = file
  const bytes = fileData(file)
  return {
    type: /^(?:image|audio|video)(?=\/)/.exec(mediaType)?.[0] ?? 'document',
    mime_type: mediaType,
    ...(bytes === undefined && url !== undefined ? { uri: url } : { data: bytes ?? '' }),
  }
}

const resultStep = ({ call, message }: ToolResult): InteractionInput => {
  const files = outputFiles(message).map(fileContent)
  const text = outputText(message)
  return {
    type: 'function_result',
    call_id: call.id,
    name: call.name,
    result: files.length === 0 ? text : [...textContent(text), ...files],
    ...(message.isError === true && { is_error: true }),
  }
}

const answerStep = (part: ContentPart): InteractionInput[] => {
  switch (part.type) {
    case 'text':
      return outputStep(textOutput(part))
    case 'refusal':
      return outputStep(textContent(part.text))
    case 'file':
      return outputStep(isJsonObject(part.raw) && MEDIA.has(part.raw['type']) ? [part.raw] : [])
    case 'reasoning':
      return thoughtStep(part)
    case 'tool-call':
      return [callStep(part)]
    case 'server-tool-call':
    case 'server-tool-result':
      return hostedStep(part)
    case 'source':
    case 'audio':
    case 'unknown':
      return []
  }
}

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'document'])

const outputStep = (content: readonly JsonObject[]): InteractionInput[] =>
  content.length === 0 ? [] : [{ type: 'model_output', content }]

/** With its annotations, those of other providers aside. */
const textOutput = ({ text, citations = [] }: TextPart): JsonObject[] => {
  const annotations = citations.filter(
    (citation) =>
      isJsonObject(citation) && ANNOTATIONS.has(citation['type']) && !('url_citation' in citation),
  )
  return textContent(text).map((content) =>
    annotations.length === 0 ? content : { ...content, annotations },
  )
}

const ANNOTATIONS: ReadonlySet<unknown> = new Set(['url_citation', 'file_citation', 'place_citation'])

/** A thought without a signature is nobody's word but ours, and those of other providers are refused. */
const thoughtStep = ({ summary, signature, extra }: ReasoningPart): InteractionInput[] =>
  signature === undefined || extra?.['type'] !== 'thought'
    ? []
    : [
        {
          type: 'thought',
          signature,
          ...(summary.length > 0 && { summary: summary.map((text) => ({ type: 'text', text })) }),
        },
      ]

/** With its signature, which is often blank; fields that other providers put beside a call are unknown here. */
const callStep = (call: ToolCallPart): InteractionInput => {
  const signature = call.extra?.['signature']
  return {
    type: 'function_call',
    id: call.id,
    name: call.name,
    arguments: { ...inputOf(call) } as JsonObject, // a value that was parsed from JSON
    ...(typeof signature === 'string' && signature !== '' && { signature }),
  }
}

/** A call or a result of a foreign tool. The call may have the type of one of ours, but not its result, so that it has no pair. */
const isForeignTool = (part: ContentPart): boolean =>
  (part.type === 'server-tool-call' || part.type === 'server-tool-result') && hostedStep(part).length === 0

/** A step of a tool that the provider runs, as it came; the blank signature that some have is none. */
const hostedStep = ({ type: kind, raw }: ServerToolCallPart | ServerToolResultPart): InteractionInput[] => {
  if (!isJsonObject(raw)) return []
  const { type, signature, ...fields } = raw
  const suffix = kind === 'server-tool-call' ? '_call' : '_result'
  return typeof type === 'string' && type.endsWith(suffix) && TOOLS.has(type.slice(0, -suffix.length))
    ? [{ ...fields, ...(signature !== undefined && signature !== '' && { signature }), type }]
    : []
}

const TOOLS: ReadonlySet<string> = new Set([
  'google_search',
  'google_maps',
  'file_search',
  'url_context',
  'code_execution',
  'mcp_server_tool',
  'retrieval',
  'processing',
])
