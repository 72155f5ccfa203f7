import { anthropicMessages } from './anthropic-messages'
import { bedrockConverse } from './bedrock-converse'
import { bedrockInvoke } from './bedrock-invoke'
import { openaiChat } from './openai-chat'
import type { Oracle } from './oracle'

/** The official SDKs that we are held against, an API after another. */
export const oracles: readonly Oracle[] = [openaiChat, anthropicMessages, bedrockConverse, bedrockInvoke]
