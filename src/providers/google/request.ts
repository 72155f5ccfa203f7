import { isJsonObject, type Json, type JsonObject } from '../../data'
import type { ContentPart, FileInput, ToolCallPart, ToolMessage, UserPart } from '../../frames'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { unlessEmpty, withExtra } from '../shared/extra'
import { fileData } from '../shared/file-input'
import { withoutHalfPairs } from '../shared/hosted'
import {
  type AssistantTurn,
  inputOf,
  outputFiles,
  outputText,
  type ToolResult,
  type ToolTurn,
  type Turn,
  wellFormed,
} from '../shared/turns'
import type { RequestWriter } from '../writer'
import { isBeforeGemini3, type ThinkingLevel, thinkingBudget, thinkingLevel } from './thinking'

/**
 * The body of a streamGenerateContent request. The model is no part of it but of the address: `/v1beta/models/{model}:streamGenerateContent?alt=sse`.
 *
 * @see https://ai.google.dev/api/generate-content
 */
export interface GenerateContentRequest {
  readonly contents: GeminiMessage[]
  readonly systemInstruction?: { readonly parts: { readonly text: string }[] }
  readonly tools?: { readonly functionDeclarations: GeminiFunction[] }[]
  readonly toolConfig?: {
    readonly functionCallingConfig: {
      readonly mode: 'AUTO' | 'ANY' | 'NONE'
      readonly allowedFunctionNames?: string[]
    }
  }
  readonly generationConfig?: GeminiGenerationConfig
}

export interface GeminiMessage {
  readonly role: 'user' | 'model'
  readonly parts: GeminiRequestPart[]
}

/** A part as it goes to the server. Those of the server's own are of any form, as it sent them. */
type GeminiRequestPart = JsonObject

export interface GeminiFunction {
  readonly name: string
  readonly description?: string
  readonly parametersJsonSchema?: JsonObject
}

export interface GeminiGenerationConfig {
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly stopSequences?: string[]
  readonly responseMimeType?: 'application/json'
  readonly responseJsonSchema?: JsonObject
  readonly thinkingConfig?: {
    readonly includeThoughts?: boolean
    readonly thinkingBudget?: number
    readonly thinkingLevel?: ThinkingLevel
  }
}

/** Writes requests of generateContent. */
export const generateContentRequests = {
  reads: ['google'],
  messages: (turns: readonly Turn[]): GeminiMessage[] => wellFormed(contentsOf(turns, false)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): GenerateContentRequest => {
    const { model, system, toolChoice, extra } = settings
    const body = {
      contents: contentsOf(turns, wantsSignatures(model)),
      systemInstruction: system === undefined ? undefined : { parts: [{ text: system }] },
      tools: tools.length === 0 ? undefined : [{ functionDeclarations: tools.map(functionOf) }],
      toolConfig: toolChoice === undefined ? undefined : { functionCallingConfig: choiceOf(toolChoice) },
      generationConfig: unlessEmpty(generationOf(settings)),
    }
    return wellFormed(withExtra(body, extra, 'generationConfig')) as GenerateContentRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<GenerateContentRequest>

const functionOf = ({ name, description, parameters }: ToolDefinition): object => ({
  name,
  description,
  parametersJsonSchema: parameters,
})

const choiceOf = (choice: NonNullable<RequestSettings['toolChoice']>): object => {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] }
  return { mode: choice === 'required' ? 'ANY' : choice.toUpperCase() }
}

const generationOf = (settings: RequestSettings): object => {
  const { model, temperature, maxOutputTokens, stop, responseFormat, reasoning } = settings
  return {
    temperature,
    maxOutputTokens,
    stopSequences: stop,
    responseMimeType: responseFormat === undefined ? undefined : 'application/json',
    responseJsonSchema: typeof responseFormat === 'object' ? responseFormat.schema : undefined,
    thinkingConfig: reasoning === undefined ? undefined : thinkingOf(model, reasoning),
  }
}

const thinkingOf = (model: string, { effort, budget }: ReasoningSettings): object => {
  const isOff = budget === undefined ? effort === 'none' : budget === 0
  const tokens = budget ?? thinkingBudget(model, effort)
  return {
    ...(!isOff && { includeThoughts: true }),
    ...(tokens === undefined ? { thinkingLevel: thinkingLevel(model, effort) } : { thinkingBudget: tokens }),
  }
}

/** From Gemini 3 on the first call of each step since the user last spoke must be signed. */
const wantsSignatures = (model: string): boolean => model.includes('gemini-') && !isBeforeGemini3(model)

/**
 * What stands for the signature of a call that no Gemini made, as the documentation has it for histories of other models.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures#faqs
 */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator'

/** Neighbours of the model are one content: a call must follow what the user or a tool said. */
const contentsOf = (turns: readonly Turn[], signs: boolean): GeminiMessage[] => {
  const lastUser = turns.findLastIndex(({ role }) => role === 'user')
  const contents: GeminiMessage[] = []
  turns.forEach((turn, position) => {
    for (const content of turnContents(turn, signs && position > lastUser)) {
      const last = contents.at(-1)
      if (content.parts.length === 0) continue
      if (content.role === 'model' && last?.role === 'model') last.parts.push(...content.parts)
      else contents.push(content)
    }
  })
  return contents
}

const turnContents = (turn: Turn, signs: boolean): readonly GeminiMessage[] => {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', parts: userParts(turn.content) }]
    case 'assistant':
      return [{ role: 'model', parts: modelParts(turn, signs) }]
    case 'tool':
      return toolContents(turn)
  }
}

/** Empty text is refused. */
const textParts = (text: string): GeminiRequestPart[] => (text === '' ? [] : [{ text }])

const userParts = (content: string | readonly UserPart[]): GeminiRequestPart[] =>
  typeof content === 'string'
    ? textParts(content)
    : content.flatMap((part) => (part.type === 'text' ? textParts(part.text) : [filePart(part)]))

/** A `data:` URL is no address here. */
const filePart = (file: FileInput): GeminiRequestPart => {
  const { mediaType: mimeType, url } = file
  const bytes = fileData(file)
  return bytes === undefined && url !== undefined
    ? { fileData: { mimeType, fileUri: url } }
    : { inlineData: { mimeType, data: bytes ?? '' } }
}

/** The results of a step are one content and nothing else is in it; files that tools gave follow, as models before Gemini 3 take them. */
const toolContents = ({ results }: ToolTurn): readonly GeminiMessage[] => [
  { role: 'user', parts: results.map(responsePart) },
  { role: 'user', parts: results.flatMap(({ message }) => outputFiles(message).map(filePart)) },
]

const responsePart = ({ call, message }: ToolResult): GeminiRequestPart => ({
  functionResponse: {
    ...wireId(call),
    name: call.name,
    response: message.isError === true ? { error: outputText(message) } : { output: outputOf(message) },
  },
})

/** A lone JSON value as it is, all else as text. */
const outputOf = (message: ToolMessage): Json => {
  const said =
    typeof message.content === 'string' ? [] : message.content.filter(({ type }) => type !== 'file')
  const [only] = said
  return said.length === 1 && only?.type === 'json' ? only.value : outputText(message)
}

/** An id that we made is not sent: the server never had it. */
const wireId = ({ id, synthesizedId }: ToolCallPart): { readonly id?: string } =>
  synthesizedId === true ? {} : { id }

const modelParts = ({ content, calls }: AssistantTurn, signs: boolean): GeminiRequestPart[] =>
  withoutHalfPairs(content).flatMap((part) => partOf(part, signs && part === calls[0]))

const partOf = (part: ContentPart, mustBeSigned: boolean): GeminiRequestPart[] => {
  switch (part.type) {
    case 'text': {
      const fields = ownFields(part.extra)
      return 'thoughtSignature' in fields ? [{ ...fields, text: part.text }] : textParts(part.text)
    }
    case 'reasoning': {
      const { content, signature, extra } = part
      if (signature === undefined || extra?.['thought'] !== true) return [] // unsigned thoughts are not asked for, and signatures of others refused
      return [{ ...extra, text: content.join(''), thoughtSignature: signature }]
    }
    case 'refusal':
      return textParts(part.text)
    case 'tool-call':
      return [callPart(part, mustBeSigned)]
    case 'server-tool-call':
      return ownPart(part.raw, 'executableCode', 'toolCall')
    case 'server-tool-result':
      return ownPart(part.raw, 'codeExecutionResult', 'toolResponse')
    case 'file':
      return ownPart(part.raw, 'inlineData', 'fileData')
    case 'unknown':
      return isJsonObject(part.raw) && !('type' in part.raw)
        ? ownPart(part.raw, ...Object.keys(part.raw))
        : []
    case 'source':
    case 'audio':
      return []
  }
}

const callPart = (call: ToolCallPart, mustBeSigned: boolean): GeminiRequestPart => {
  const { functionCall, ...fields } = ownFields(call.extra)
  return {
    ...(mustBeSigned && { thoughtSignature: FOREIGN_SIGNATURE }),
    ...fields,
    functionCall: {
      ...(isJsonObject(functionCall) && functionCall),
      ...wireId(call),
      name: call.name,
      args: { ...inputOf(call) } as JsonObject, // a value that was parsed from JSON
    },
  }
}

/** The fields that stood beside a text or a call, if this API sent them: it refuses any that it does not know. */
const ownFields = (extra: JsonObject = {}): JsonObject =>
  PART_FIELDS.some((field) => field in extra) ? extra : {}

const PART_FIELDS = ['thoughtSignature', 'functionCall', 'partMetadata', 'mediaResolution', 'videoMetadata']

/** A part of the provider's own, of one of these kinds. One that shows a thought goes back only if it is signed. */
const ownPart = (raw: Json, ...kinds: readonly string[]): GeminiRequestPart[] =>
  isJsonObject(raw) &&
  kinds.some((kind) => isJsonObject(raw[kind])) &&
  (raw['thought'] !== true || 'thoughtSignature' in raw)
    ? [raw]
    : []
