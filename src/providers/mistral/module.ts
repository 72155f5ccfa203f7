import { chat } from '../openai/module'
import type { ProviderModule } from '../provider'
import type { MistralEvent } from './events'

/** Mistral's lists of content pieces, its padding and its counts are read wherever they come, so that it shares the translator. */
export const mistral: ProviderModule<'mistral'> = {
  ...chat,
  isEvent: (json): json is MistralEvent => chat.isEvent(json),
}
