import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import { initialCursor } from './cursor'
import type { ResponsesStreamEvent } from './events'
import { finish } from './finish'
import { translate } from './translate'

/** The Responses API, and servers that copy it. */
export const responses: ProviderModule<'openai-responses'> = {
  initial: initialCursor,
  isEvent: (json): json is ResponsesStreamEvent => json === '[DONE]' || isRecord(json),
  translate,
  continuation,
  finish,
}
