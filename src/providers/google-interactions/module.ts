import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import { initialCursor } from './cursor'
import type { InteractionsEvent } from './events'
import { finish } from './finish'
import { translate } from './translate'

/** Gemini's Interactions API. */
export const googleInteractions: ProviderModule<'google-interactions'> = {
  initial: initialCursor,
  isEvent: (json): json is InteractionsEvent => json === '[DONE]' || isRecord(json),
  translate,
  continuation,
  finish,
}
