import type { Conversation, Provider } from '../frames'
import { messagesRequests } from './anthropic/request'
import { converseRequests } from './bedrock/request'
import { invokeRequests } from './bedrock-invoke/request'
import { cohereRequests } from './cohere/request'
import { generateContentRequests } from './google/request'
import { interactionsRequests } from './google-interactions/request'
import { mistralRequests } from './mistral/request'
import { ollamaRequests } from './ollama/request'
import { chatRequests } from './openai/request'
import { responsesRequests } from './openai-responses/request'
import { openRouterRequests } from './openrouter/request'
import type { RequestBody, RequestSettings, RequestWriter, ToolDefinition } from './request'
import { portableTo } from './shared/portable'
import { turnsOf } from './shared/turns'
import { requireProvider } from './table'

/** Who writes each dialect's requests. */
const writers: { readonly [P in Provider]: RequestWriter<P> } = {
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
