import { anthropicMessages } from './anthropic-messages'
import { bedrockConverse } from './bedrock-converse'
import { bedrockInvoke } from './bedrock-invoke'
import { cohereChat } from './cohere-chat'
import { googleGenai } from './google-genai'
import { googleInteractions } from './google-interactions'
import { mistralChat } from './mistral-chat'
import { ollamaChat } from './ollama-chat'
import { openaiChat } from './openai-chat'
import { openaiResponses, openaiResponsesDeltas } from './openai-responses'
import type { Oracle } from './oracle'

/** The official SDKs that we are held against, an API after another. */
export const oracles: readonly Oracle[] = [
  openaiChat,
  openaiResponses,
  openaiResponsesDeltas,
  anthropicMessages,
  googleGenai,
  googleInteractions,
  bedrockConverse,
  bedrockInvoke,
  ollamaChat,
  mistralChat,
  cohereChat,
]
