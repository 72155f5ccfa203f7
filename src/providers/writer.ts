import type { Provider } from '../frames'
import type { RequestSettings, ToolDefinition } from './settings'
import type { Turn } from './shared/turns'

/** Writes the requests of one dialect. */
export interface RequestWriter<Body> {
  /** The dialects whose signatures and other opaque data its servers take; its own among them. */
  readonly reads: readonly Provider[]
  /** The conversation alone, as the body holds it: `messages`, `input`, `contents`. */
  readonly messages: (turns: readonly Turn[]) => readonly object[]
  readonly body: (turns: readonly Turn[], tools: readonly ToolDefinition[], settings: RequestSettings) => Body
}
