/** The API dialect of a stream. `openai` is Chat Completions and every server that imitates it; `anthropic` is the Messages API. */
export type Provider =
  | 'openai'
  | 'openrouter'
  | 'anthropic'
  | 'google'
  | 'google-interactions'
  | 'ollama'
  | 'mistral'
  | 'cohere'
