import { isRecord } from '../../data'
import { initialCursor } from '../openai/cursor'
import { finish } from '../openai/finish'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import type { CohereEvent } from './events'
import { translate } from './translate'

export const cohere: ProviderModule<'cohere'> = {
  initial: initialCursor,
  isEvent: (json): json is CohereEvent => json === '[DONE]' || isRecord(json),
  translate,
  continuation,
  finish,
}
