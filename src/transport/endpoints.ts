import type { Provider } from '../frames'

/** Where a dialect is spoken, and how. */
export interface Endpoint {
  /** The provider's own address, which a base URL of the caller's replaces; it means what the base URL of the official SDK means. */
  readonly baseUrl: string
  /** What comes behind it. */
  readonly path: (model: string) => string
  /** The headers that carry the key. */
  readonly auth: (apiKey: string) => Headers
  /** Headers of every request. */
  readonly headers: Headers
}

type Headers = Readonly<Record<string, string>>

const SSE: Headers = { accept: 'text/event-stream' }

const bearer = (apiKey: string): Headers => ({ authorization: `Bearer ${apiKey}` })
const googleKey = (apiKey: string): Headers => ({ 'x-goog-api-key': apiKey })

const GOOGLE = 'https://generativelanguage.googleapis.com'

/** `{region}` is what the caller says. A key is one of Amazon Bedrock's own; other requests are signed. */
const BEDROCK = 'https://bedrock-runtime.{region}.amazonaws.com'

export const endpoints: { readonly [P in Provider]: Endpoint } = {
  /** @see https://platform.openai.com/docs/api-reference/chat/create */
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    path: () => '/chat/completions',
    auth: bearer,
    headers: SSE,
  },
  /** @see https://openrouter.ai/docs/api-reference/chat-completion */
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    path: () => '/chat/completions',
    auth: bearer,
    headers: SSE,
  },
  /** @see https://platform.openai.com/docs/api-reference/responses/create */
  'openai-responses': {
    baseUrl: 'https://api.openai.com/v1',
    path: () => '/responses',
    auth: bearer,
    headers: SSE,
  },
  /** @see https://docs.anthropic.com/en/api/messages */
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    path: () => '/v1/messages',
    auth: (apiKey) => ({ 'x-api-key': apiKey }),
    headers: { ...SSE, 'anthropic-version': '2023-06-01' },
  },
  /** @see https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent */
  google: {
    baseUrl: GOOGLE,
    path: (model) => `/v1beta/${googleModel(model)}:streamGenerateContent?alt=sse`,
    auth: googleKey,
    headers: SSE,
  },
  /** @see https://ai.google.dev/api/interactions-api */
  'google-interactions': {
    baseUrl: GOOGLE,
    path: () => '/v1beta/interactions',
    auth: googleKey,
    headers: SSE,
  },
  /** @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html */
  bedrock: {
    baseUrl: BEDROCK,
    path: (model) => `/model/${encodeURIComponent(model)}/converse-stream`,
    auth: bearer,
    headers: { accept: 'application/vnd.amazon.eventstream' },
  },
  /** @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html */
  'bedrock-invoke': {
    baseUrl: BEDROCK,
    path: (model) => `/model/${encodeURIComponent(model)}/invoke-with-response-stream`,
    auth: bearer,
    headers: { accept: 'application/vnd.amazon.eventstream' },
  },
  /** @see https://docs.ollama.com/api/chat */
  ollama: {
    baseUrl: 'http://localhost:11434',
    path: () => '/api/chat',
    auth: bearer,
    headers: { accept: 'application/x-ndjson' },
  },
  /** @see https://docs.mistral.ai/api/#tag/chat */
  mistral: {
    baseUrl: 'https://api.mistral.ai',
    path: () => '/v1/chat/completions',
    auth: bearer,
    headers: SSE,
  },
  /** @see https://docs.cohere.com/v2/reference/chat-stream */
  cohere: { baseUrl: 'https://api.cohere.com', path: () => '/v2/chat', auth: bearer, headers: SSE },
}

/** A model of one's own has the name of its collection already: `tunedModels/…`. */
const googleModel = (model: string): string => (model.includes('/') ? model : `models/${model}`)
