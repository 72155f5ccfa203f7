/**
 * The API dialect of a stream. `openai` is Chat Completions and every server that imitates it; `anthropic` is the Messages API; `bedrock` is
 * ConverseStream, and `bedrock-invoke` is InvokeModelWithResponseStream.
 */
export type Provider =
  | 'openai'
  | 'openrouter'
  | 'anthropic'
  | 'google'
  | 'google-interactions'
  | 'bedrock'
  | 'bedrock-invoke'
  | 'ollama'
  | 'mistral'
  | 'cohere'
