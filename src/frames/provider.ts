/**
 * The API dialect of a stream. `openai` is Chat Completions and every server that imitates it, `openai-responses` the Responses API, `anthropic`
 * the Messages API, `google` generateContent, `bedrock` ConverseStream and `bedrock-invoke` InvokeModelWithResponseStream.
 */
export type Provider =
  | 'openai'
  | 'openrouter'
  | 'openai-responses'
  | 'anthropic'
  | 'google'
  | 'google-interactions'
  | 'bedrock'
  | 'bedrock-invoke'
  | 'ollama'
  | 'mistral'
  | 'cohere'
