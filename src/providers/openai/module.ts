import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import { initialCursor } from './cursor'
import type { ChatCompletionEvent } from './events'
import { finish } from './finish'
import { translate } from './translate'

/** Chat Completions. What OpenRouter and other servers add is read wherever it comes, so that all of them share one translator. */
export const chat: ProviderModule<'openai'> & ProviderModule<'openrouter'> = {
  initial: initialCursor,
  isEvent: (json): json is ChatCompletionEvent => json === '[DONE]' || isRecord(json),
  translate,
  continuation,
  finish,
}
