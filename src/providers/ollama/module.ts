import { isRecord } from '../../data'
import { initialCursor } from '../openai/cursor'
import { finish } from '../openai/finish'
import type { ProviderModule } from '../provider'
import { continuation } from './continuation'
import type { OllamaEvent } from './events'
import { translate } from './translate'

export const ollama: ProviderModule<'ollama'> = {
  initial: initialCursor,
  isEvent: (json): json is OllamaEvent => isRecord(json),
  translate,
  continuation,
  // Calls without ids are as documented.
  finish: (cursor) =>
    finish(cursor).filter(
      (signal) => signal.type !== 'issue' || signal.issue.code !== 'tool-call-id-missing',
    ),
}
