import type { ProviderOptions } from '../../src'
import type { Fields } from '../../src/providers/shared/fields'
import { type Folded, foldWith } from './fold'

/** A chunk of Chat Completions with one choice; `envelope` holds what stands beside `choices`. */
export const chunk = (choice: Fields, envelope: Fields = {}): Fields => ({ ...envelope, choices: [choice] })

/** A chunk whose only choice has this delta; with a finish reason where one is given, null included. */
export const delta = (fields: Fields, finishReason?: unknown): Fields =>
  chunk({ index: 0, delta: fields, ...(finishReason !== undefined && { finish_reason: finishReason }) })

/** A chunk with text. */
export const text = (content: string): Fields => delta({ content })

/** A chunk with entries of `tool_calls`, as they are. */
export const calls = (...entries: readonly unknown[]): Fields => delta({ tool_calls: entries })

/** The last chunk of a choice: an empty delta and the finish reason. */
export const finish = (reason: unknown): Fields => delta({}, reason)

/** {@link foldWith} for Chat Completions. */
export const foldAll = (events: readonly unknown[], options: ProviderOptions = {}): Folded<'openai'> =>
  foldWith('openai', events, options)
