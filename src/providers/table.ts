import type { Provider } from '../frames'
import { anthropic } from './anthropic/module'
import { bedrock } from './bedrock/module'
import { bedrockInvoke } from './bedrock-invoke/module'
import { cohere } from './cohere/module'
import { google } from './google/module'
import { googleInteractions } from './google-interactions/module'
import { mistral } from './mistral/module'
import { ollama } from './ollama/module'
import { chat } from './openai/module'
import { responses } from './openai-responses/module'
import type { ProviderModule } from './provider'

/** The one place where a dialect is registered. */
const modules: { readonly [P in Provider]: ProviderModule<P> } = {
  openai: chat,
  openrouter: chat,
  bedrock,
  'bedrock-invoke': bedrockInvoke,
  anthropic,
  ollama,
  mistral,
  cohere,
  google,
  'google-interactions': googleInteractions,
  'openai-responses': responses,
}

export const providers: readonly Provider[] = Object.keys(modules).filter(isProvider)

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(modules, name)
}

/** @throws TypeError for a provider we do not know: the caller's mistake. */
export const requireProvider = (provider: Provider): void => {
  if (isProvider(provider)) return
  throw new TypeError(`Unknown provider "${String(provider)}". Known are: ${providers.join(', ')}.`)
}

export const providerModule = <P extends Provider>(provider: P): ProviderModule<P> => modules[provider]
