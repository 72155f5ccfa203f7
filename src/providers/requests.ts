import type { Conversation, Provider } from '../frames'
import { type MessagesRequest, messagesRequests } from './anthropic/request'
import { type ConverseRequest, converseRequests } from './bedrock/request'
import { type InvokeRequest, invokeRequests } from './bedrock-invoke/request'
import { type CohereRequest, cohereRequests } from './cohere/request'
import { type GenerateContentRequest, generateContentRequests } from './google/request'
import { type InteractionsRequest, interactionsRequests } from './google-interactions/request'
import { type MistralRequest, mistralRequests } from './mistral/request'
import { type OllamaRequest, ollamaRequests } from './ollama/request'
import { type ChatRequest, chatRequests } from './openai/request'
import { type ResponsesRequest, responsesRequests } from './openai-responses/request'
import { openRouterRequests } from './openrouter/request'
import type { RequestSettings, ToolDefinition } from './settings'
import { portableTo } from './shared/portable'
import { turnsOf } from './shared/turns'
import { requireProvider } from './table'
import type { RequestWriter } from './writer'

/** The body of each dialect's request. */
export interface RequestBodies {
  readonly openai: ChatRequest
  readonly openrouter: ChatRequest
  readonly anthropic: MessagesRequest
  readonly bedrock: ConverseRequest
  readonly 'bedrock-invoke': InvokeRequest
  readonly ollama: OllamaRequest
  readonly mistral: MistralRequest
  readonly cohere: CohereRequest
  readonly google: GenerateContentRequest
  readonly 'google-interactions': InteractionsRequest
  readonly 'openai-responses': ResponsesRequest
}

export type RequestBody<P extends Provider = Provider> = RequestBodies[P]

/** Who writes each dialect's requests. */
const writers: { readonly [P in Provider]: RequestWriter<RequestBodies[P]> } = {
  openai: chatRequests,
  openrouter: openRouterRequests,
  anthropic: messagesRequests,
  bedrock: converseRequests,
  'bedrock-invoke': invokeRequests,
  ollama: ollamaRequests,
  mistral: mistralRequests,
  cohere: cohereRequests,
  google: generateContentRequests,
  'google-interactions': interactionsRequests,
  'openai-responses': responsesRequests,
}

/**
 * The JSON body of the request that goes on with a conversation. What a response held goes back unchanged in substance: signatures, encrypted
 * reasoning, the fields that came beside a call; to other providers' servers go its words, calls and files alone. Calls without a result and results
 * without a call stay out of it, and usage is asked for.
 *
 * ```ts
 * const body = toRequest('openai')([{ role: 'user', content: 'Hello' }], [], { model: 'gpt-4.1' })
 * await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
 * ```
 *
 * @throws TypeError for a provider we do not know: the caller's mistake.
 */
export const toRequest = <P extends Provider>(
  provider: P,
): ((
  conversation: Conversation,
  tools: readonly ToolDefinition[],
  settings: RequestSettings,
) => RequestBody<P>) => {
  requireProvider(provider)
  const { reads, body } = writers[provider]
  return (conversation, tools, settings) => {
    const turns = turnsOf(portableTo(conversation, reads), namesOf(tools))
    return body(turns, tools, tools.length === 0 ? withoutChoice(settings) : settings)
  }
}

/**
 * The conversation alone, as the body of a request holds it: `messages`, `input`, `contents`. The tools on offer tell which names are no invention of
 * the model's.
 *
 * @throws TypeError for a provider we do not know: the caller's mistake.
 */
export const toProviderMessages = <P extends Provider>(
  provider: P,
): ((conversation: Conversation, tools?: readonly ToolDefinition[]) => readonly object[]) => {
  requireProvider(provider)
  const { reads, messages } = writers[provider]
  return (conversation, tools = []) => messages(turnsOf(portableTo(conversation, reads), namesOf(tools)))
}

/** Without tools there is nothing to choose from, unless the caller adds the provider's own. */
const withoutChoice = ({ toolChoice, ...settings }: RequestSettings): RequestSettings =>
  toolChoice !== undefined && settings.extra?.['tools'] !== undefined ? { ...settings, toolChoice } : settings

const namesOf = (tools: readonly ToolDefinition[]): ReadonlySet<string> =>
  new Set(tools.map(({ name }) => name))
