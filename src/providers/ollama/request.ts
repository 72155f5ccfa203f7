import { isJsonObject, type JsonObject } from '../../data'
import type { ContentPart, FileInput } from '../../frames'
import type { ReasoningSettings, RequestSettings, ToolDefinition } from '../settings'
import { nearestEffort } from '../shared/effort'
import { unlessEmpty, withExtra } from '../shared/extra'
import { fileData } from '../shared/file-input'
import { withSystem } from '../shared/system'
import { parametersOf } from '../shared/tools'
import {
  type AssistantTurn,
  inputOf,
  outputFiles,
  outputText,
  type ToolResult,
  type Turn,
  thoughtOf,
  wellFormed,
} from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * The body of a request to `/api/chat`; its lists are the caller's own, so that the official SDK takes it as it is.
 *
 * @see https://docs.ollama.com/api/chat
 */
export interface OllamaRequest {
  readonly model: string
  readonly messages: OllamaRequestMessage[]
  readonly stream: true
  readonly tools?: OllamaTool[]
  readonly format?: 'json' | JsonObject
  readonly think?: boolean | 'low' | 'medium' | 'high'
  readonly options?: {
    readonly temperature?: number
    readonly num_predict?: number
    readonly stop?: string[]
  }
}

export interface OllamaTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: JsonObject }
}

export interface OllamaRequestMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly thinking?: string
  /** In base64. */
  readonly images?: string[]
  readonly tool_calls?: {
    readonly id?: string
    readonly function: { readonly name: string; readonly arguments: { [key: string]: unknown } }
  }[]
  readonly tool_name?: string
  readonly tool_call_id?: string
}

/** Writes requests of Ollama's chat. */
export const ollamaRequests = {
  reads: ['ollama'],
  messages: (turns: readonly Turn[]): OllamaRequestMessage[] => wellFormed(turns.flatMap(messagesOf)),
  body: (
    turns: readonly Turn[],
    tools: readonly ToolDefinition[],
    settings: RequestSettings,
  ): OllamaRequest => {
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
    const messages = turns.flatMap(messagesOf)
    const body = {
      model,
      messages: withSystem(messages, system),
      stream: true,
      // no choice can be asked for; without tools none is made
      tools: tools.length === 0 || toolChoice === 'none' ? undefined : tools.map(toolOf),
      format: typeof responseFormat === 'object' ? responseFormat.schema : responseFormat,
      think: reasoning && thinkOf(model, reasoning),
      options: unlessEmpty({ temperature, num_predict: maxOutputTokens, stop }),
    }
    return wellFormed(withExtra(body, extra, 'options')) as OllamaRequest // what is undefined is left out, and `extra` is the caller's to answer for
  },
} satisfies RequestWriter<OllamaRequest>

const toolOf = (tool: ToolDefinition): object => ({
  type: 'function',
  function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
})

/**
 * gpt-oss wants a level. Of other models only some tell levels apart, and servers before v0.17.7 refuse one: they get a yes.
 *
 * @see https://docs.ollama.com/capabilities/thinking
 */
const thinkOf = (model: string, { effort, budget }: ReasoningSettings): OllamaRequest['think'] => {
  if (effort === 'none' || (effort === undefined && budget === 0)) return false
  if (effort === undefined || !/gpt-?oss/i.test(model)) return true
  return nearestEffort(effort, ['low', 'medium', 'high'])
}

const messagesOf = (turn: Turn): readonly OllamaRequestMessage[] => {
  switch (turn.role) {
    case 'user':
      return typeof turn.content === 'string'
        ? [{ role: 'user', content: turn.content }]
        : [
            {
              role: 'user',
              content: turn.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
              ...imagesOf(turn.content.filter((part) => part.type === 'file')),
            },
          ]
    case 'assistant':
      return assistantMessages(turn)
    case 'tool':
      return turn.results.map(resultMessage)
  }
}

/** Pictures are all that is taken, and none is fetched. */
const imagesOf = (
  files: readonly Partial<Pick<FileInput, 'mediaType' | 'url' | 'data'>>[],
): Pick<OllamaRequestMessage, 'images'> => {
  const images = files.flatMap(({ mediaType = 'image/', ...file }) =>
    mediaType.startsWith('image/') ? (fileData(file) ?? []) : [],
  )
  return images.length === 0 ? {} : { images }
}

const assistantMessages = (turn: AssistantTurn): readonly OllamaRequestMessage[] => {
  const thinking = thoughtOf(turn)
  const message = {
    content: turn.content.map(textOf).join(''),
    ...(thinking !== '' && { thinking }),
    ...imagesOf(turn.content.filter((part) => part.type === 'file')),
    ...(turn.calls.length > 0 && { tool_calls: turn.calls.map(callOf) }),
  }
  const isEmpty = message.content === '' && Object.keys(message).length === 1
  return isEmpty ? [] : [{ ...turn.extra, role: 'assistant', ...message }]
}

const textOf = (part: ContentPart): string =>
  part.type === 'text' || part.type === 'refusal' ? part.text : ''

type Call = AssistantTurn['calls'][number]

/** With what came beside it and in its body. An id of our own making is not told. */
const callOf = (call: Call) => {
  const { function: inside, ...outside } = call.extra ?? {}
  return {
    ...outside,
    ...(call.synthesizedId !== true && { id: call.id }),
    function: {
      ...(isJsonObject(inside) && inside),
      name: call.name,
      arguments: { ...inputOf(call) },
    },
  }
}

const resultMessage = ({ call, message }: ToolResult): OllamaRequestMessage => ({
  role: 'tool',
  content: outputText(message),
  tool_name: call.name,
  ...(call.synthesizedId !== true && { tool_call_id: call.id }),
  ...imagesOf(outputFiles(message)),
})
