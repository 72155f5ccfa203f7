import { openaiChat } from './openai-chat'
import { openaiResponses, openaiResponsesDeltas } from './openai-responses'
import type { Oracle } from './oracle'

/** The official SDKs that we are held against, an API after another. */
export const oracles: readonly Oracle[] = [openaiChat, openaiResponses, openaiResponsesDeltas]
