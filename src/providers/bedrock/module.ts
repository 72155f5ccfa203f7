import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import { initialCursor } from './cursor'
import type { BedrockEvent } from './events'
import { finish } from './finish'
import { translate } from './translate'

/** Amazon Bedrock's ConverseStream. */
export const bedrock: ProviderModule<'bedrock'> = {
  initial: initialCursor,
  isEvent: (json): json is BedrockEvent => isRecord(json),
  translate,
  continuation,
  finish,
}
