import type { Provider } from '../frames'

/** The environment's names for a provider's key, the provider's own first. Keys come from nowhere else, so that no history of a shell has them. */
const KEY_NAMES: { readonly [P in Provider]: readonly string[] } = {
  openai: ['OPENAI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  'openai-responses': ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  'google-interactions': ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  bedrock: ['AWS_BEARER_TOKEN_BEDROCK'],
  'bedrock-invoke': ['AWS_BEARER_TOKEN_BEDROCK'],
  ollama: ['OLLAMA_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  cohere: ['CO_API_KEY', 'COHERE_API_KEY'],
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * A provider's key, without the line feed that comes along from files; undefined where the environment has none, as local servers need none.
 */
export const keyIn = (environment: Environment, provider: Provider): string | undefined =>
  KEY_NAMES[provider].map((name) => environment[name]?.trim()).find((key) => key !== undefined && key !== '')

export const keyNamesOf = (provider: Provider): readonly string[] => KEY_NAMES[provider]
