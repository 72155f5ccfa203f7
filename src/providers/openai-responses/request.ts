import { isJsonObject, type JsonObject } from '../../data'
import type { FileInput, ToolOutput, UserPart } from '../../frames'
import type { Effort, RequestSettings, ToolDefinition } from '../settings'
import { unlessEmpty, withExtra } from '../shared/extra'
import { filenameOf, fileUrl } from '../shared/file-input'
import { outputFiles, outputText, sinceAnswer, type ToolResult, type Turn, wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'
import { pairsIn, type ResponsesInput } from './pairs'
import { acceptableCallId, answerItems, type Replay } from './replay'

/**
 * The body of a Responses request; its lists are the caller's own, so that the official SDK takes it as it is.
 *
 * @see https://platform.openai.com/docs/api-reference/responses/create
 */
export interface ResponsesRequest {
  readonly model: string
  readonly input: ResponsesInput[]
  readonly stream: true
  readonly store?: false
  readonly include?: 'reasoning.encrypted_content'[]
  readonly instructions?: string
  readonly tools?: ResponsesFunction[]
  readonly tool_choice?: 'auto' | 'none' | 'required' | { readonly type: 'function'; readonly name: string }
  readonly temperature?: number
  readonly max_output_tokens?: number
  readonly text?: { readonly format: ResponsesFormat }
  readonly reasoning?: { readonly effort: Effort }
}

export interface ResponsesFunction {
  readonly type: 'function'
  readonly name: string
  readonly description?: string
  readonly parameters: { [key: string]: unknown }
  readonly strict: boolean
}

type ResponsesFormat =
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema'
      readonly name: string
      readonly schema: { [key: string]: unknown }
      readonly strict?: boolean
    }

/**
 * Writes requests of the Responses API. The whole conversation goes with each of them, and the server keeps none of it: then reasoning can only go
 * back in the encrypted form that has to be asked for. A caller whose `extra` says `store` has the server keep it; one whose `extra` names an earlier
 * response or a conversation of the server's sends only what is new.
 */
export const responsesRequests = {
  reads: ['openai-responses'],
  messages: (turns: readonly Turn[]): ResponsesInput[] => wellFormed(itemsOf(turns, turns, false)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): ResponsesRequest => {
    const { model, system, temperature, maxOutputTokens, toolChoice, responseFormat, reasoning, extra } =
      settings
    const { previous_response_id: earlier, conversation } = extra ?? {}
    const isChained = typeof earlier === 'string' || (conversation ?? null) !== null
    const isStored = isChained || (extra !== undefined && 'store' in extra && extra['store'] !== false)
    const body = {
      model,
      input: itemsOf(isChained ? sinceAnswer(turns) : turns, turns, isStored),
      stream: true,
      store: isStored ? undefined : false,
      include: DO_NOT_REASON.test(model) ? undefined : ['reasoning.encrypted_content'],
      instructions: system,
      tools: tools.length === 0 ? undefined : tools.map(functionOf),
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', name: toolChoice.name } : toolChoice,
      temperature,
      max_output_tokens: maxOutputTokens,
      text: responseFormat === undefined ? undefined : { format: formatOf(responseFormat) },
      reasoning: reasoning === undefined ? undefined : unlessEmpty({ effort: reasoning.effort }),
    }
    return wellFormed(withExtra(body, extra, 'text', 'reasoning')) as ResponsesRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<ResponsesRequest>

/** OpenAI's models that refuse to be asked for reasoning. */
const DO_NOT_REASON = /^(?:.*[/:])?(?:gpt-3|gpt-4|chatgpt-4|gpt-5-chat)/

/** What is not said is strict here, unlike everywhere else, and then refuses schemas that would do. */
const functionOf = ({ name, description, parameters, strict = false }: ToolDefinition): object => ({
  type: 'function',
  name,
  description,
  parameters: parameters ?? { type: 'object', properties: {}, additionalProperties: false },
  strict,
})

const formatOf = (format: NonNullable<RequestSettings['responseFormat']>): object =>
  format === 'json'
    ? { type: 'json_object' }
    : { type: 'json_schema', name: format.name, schema: format.schema, strict: format.strict }

/** The items of some of a conversation's turns, which know what stands in all of them. */
const itemsOf = (turns: readonly Turn[], all: readonly Turn[], isStored: boolean): ResponsesInput[] => {
  const replay: Replay = { isStored, pairs: pairsIn(all), taken: new Set() }
  return turns.flatMap((turn) => turnItems(turn, replay))
}

const turnItems = (turn: Turn, replay: Replay): ResponsesInput[] => {
  switch (turn.role) {
    case 'user':
      return [userItem(turn.content)]
    case 'assistant':
      return answerItems(turn.content, replay)
    case 'tool':
      return turn.results.map(outputItem)
  }
}

const userItem = (content: string | readonly UserPart[]): ResponsesInput => ({
  type: 'message',
  role: 'user',
  content: typeof content === 'string' ? content : content.map(inputOf),
})

const inputOf = (part: UserPart): JsonObject =>
  part.type === 'text' ? { type: 'input_text', text: part.text } : fileOf(part)

const fileOf = (file: FileInput): JsonObject => {
  const { mediaType, url } = file
  if (mediaType.startsWith('image/')) return { type: 'input_image', image_url: fileUrl(file), detail: 'auto' }
  if (url !== undefined && !url.startsWith('data:')) return { type: 'input_file', file_url: url }
  return { type: 'input_file', filename: filenameOf(file), file_data: fileUrl(file) }
}

/** The API has no field for errors: the text says it. A call that a program made has its result marked as the call is. */
const outputItem = ({ call, message }: ToolResult): ResponsesInput => {
  const { content } = message
  const caller = call.extra?.['caller']
  const isList = typeof content !== 'string' && outputFiles(message).length > 0
  return {
    type: call.kind === 'custom' ? 'custom_tool_call_output' : 'function_call_output',
    call_id: acceptableCallId(call.id),
    output: isList ? content.map(outputOf) : outputText(message),
    ...(isJsonObject(caller) && caller['type'] === 'program' && { caller }),
  }
}

const outputOf = (part: ToolOutput): JsonObject =>
  inputOf(part.type === 'json' ? { type: 'text', text: JSON.stringify(part.value) } : part)
