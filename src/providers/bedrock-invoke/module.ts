import { isRecord } from '../../data'
import type { ProviderModule } from '../provider'
import { initialCursor } from './cursor'
import type { BedrockInvokeEvent } from './events'
import { continuation, finish, translate } from './translate'

/** Amazon Bedrock's InvokeModelWithResponseStream. */
export const bedrockInvoke: ProviderModule<'bedrock-invoke'> = {
  initial: initialCursor,
  isEvent: (json): json is BedrockInvokeEvent => isRecord(json),
  translate,
  continuation,
  finish,
}
