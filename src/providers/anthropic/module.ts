import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import { initialCursor } from './cursor'
import type { AnthropicEvent } from './events'
import { finish } from './finish'
import { translate } from './translate'

/** The Messages API of Anthropic, and the servers and gateways that speak it; some of them end in `[DONE]`. */
export const anthropic: ProviderModule<'anthropic'> = {
  initial: initialCursor,
  isEvent: (json): json is AnthropicEvent => json === '[DONE]' || isRecord(json),
  translate,
  continuation,
  finish,
}
