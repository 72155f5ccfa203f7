import { toJson } from '../data'
import type { Conversation } from '../frames'
import type { ToolDefinition } from '../request'
import type { CallSettings, ProviderObject } from './provider'
import type { Selection, SelectionTool } from './selection'

/** What a model is asked: a conversation, or the text of a first message. */
export type ModelInput = string | Conversation

export interface StageSettings {
  /** Which of the runner's stages; of a runner without stages a name that the provider is told. */
  readonly stageId?: string | undefined
  readonly maxOutputTokens?: number | undefined
}

/** A call that is yet to be made: what it selects is settled, its input is not. */
export interface Preparation<Result = unknown> extends StageSettings {
  readonly selection: Selection<Result>
  /** How long the request with this input is. The request is kept: an invocation with this input sends the very one that was measured last. */
  readonly measure: (input: ModelInput) => Measurement
  /** The request that goes out for this input: the one that was measured last, else one made now. */
  readonly request: (input: ModelInput) => PreparedRequest
}

export interface Measurement {
  /** UTF-16 units of the body's JSON text; of a provider without a body, of the messages' contents. */
  readonly inputChars: number
  /** Whether the runner would send it. */
  readonly fits: boolean
}

/** A request as it goes out. It shares nothing with the input, so that it stays what was measured. */
export interface PreparedRequest {
  readonly messages: Conversation
  readonly settings: CallSettings
  readonly body?: unknown
  readonly inputChars: number
}

export const prepareCall = <Result>(
  provider: ProviderObject,
  selection: Selection<Result>,
  stage: StageSettings,
  maxInputChars: number,
): Preparation<Result> => {
  const settings = settingsOf(selection, stage)
  // By identity, as long as the caller has the input; texts are equal by value, and the last one is kept.
  const byConversation = new WeakMap<Conversation, PreparedRequest>()
  let lastText: readonly [text: string, request: PreparedRequest] | undefined

  const kept = (input: ModelInput): PreparedRequest | undefined => {
    if (typeof input !== 'string') return byConversation.get(input)
    return lastText?.[0] === input ? lastText[1] : undefined
  }
  const make = (input: ModelInput): PreparedRequest => {
    const request = requestOf(provider, input, settings)
    if (typeof input === 'string') lastText = [input, request]
    else byConversation.set(input, request)
    return request
  }

  return {
    ...stage,
    selection,
    measure: (input) => {
      const { inputChars } = make(input)
      return { inputChars, fits: inputChars <= maxInputChars }
    },
    request: (input) => kept(input) ?? make(input),
  }
}

const settingsOf = ({ tools = [], answer }: Selection, stage: StageSettings): CallSettings => ({
  ...stage,
  tools: tools.map(definitionOf),
  ...(answer?.type === 'json' && answer.schema !== undefined && { answerSchema: answer.schema }),
})

const definitionOf = ({ name, description, parameters }: SelectionTool): ToolDefinition => ({
  name,
  ...(description !== undefined && { description }),
  ...(parameters !== undefined && { parameters }),
})

const requestOf = (provider: ProviderObject, input: ModelInput, settings: CallSettings): PreparedRequest => {
  const messages = messagesOf(input)
  if (provider.body === undefined) return { messages, settings, inputChars: charsIn(messages) }
  const body = provider.body(messages, settings)
  return { messages, settings, body, inputChars: JSON.stringify(body)?.length ?? 0 }
}

const messagesOf = (input: ModelInput): Conversation =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : (toJson(input) as unknown as Conversation) // a copy: a conversation is JSON

const charsIn = (messages: Conversation): number =>
  messages.reduce(
    (total, { content }) => total + (typeof content === 'string' ? content : JSON.stringify(content)).length,
    0,
  )
