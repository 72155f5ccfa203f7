import type { Argued } from './argued'
import { mistralChat } from './mistral-chat'
import { openaiChat } from './openai-chat'

export type { Argued } from './argued'

/** What is argued, an API after another. */
export const argued: readonly Argued[] = [...openaiChat, ...mistralChat]
