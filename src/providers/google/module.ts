import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import { initialCursor } from './cursor'
import type { GenerateContentEvent } from './events'
import { finish } from './finish'
import { translate } from './translate'

/** Gemini's `streamGenerateContent`, on the Gemini API and on Vertex AI. */
export const google: ProviderModule<'google'> = {
  initial: initialCursor,
  isEvent: (json): json is GenerateContentEvent => json === '[DONE]' || isRecord(json),
  translate,
  continuation,
  finish,
}
