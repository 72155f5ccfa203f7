import type { ChatCursor, Tap } from './cursor'
import type { ChatChoice, ChatCompletionEvent, ChatDelta } from './events'

/**
 * The next fragment of the part under the tap, when the event says nothing else: one choice with a delta that holds one fragment.
 * A field that is missing or null says nothing; any other that is read somewhere sends the event to `translate`.
 */
export const continuation = (cursor: ChatCursor, event: ChatCompletionEvent): string | undefined => {
  const { tap } = cursor
  if (tap === null || typeof event !== 'object') return undefined
  const { choices } = event
  if (!Array.isArray(choices) || choices.length !== 1) return undefined
  if (event.usage || event.error || event.citations || event.x_groq) return undefined
  const choice: ChatChoice | null = choices[0]
  if (typeof choice !== 'object' || choice === null || (choice.index ?? 0) !== tap.choice) return undefined
  if (choice.finish_reason || choice.logprobs || choice.message || choice.error || choice.usage)
    return undefined
  const { delta } = choice
  return typeof delta === 'object' && delta !== null ? fragmentOf(tap, delta) : undefined
}

/** Looks at every field of the delta, so that nothing it says is passed over. */
const fragmentOf = (tap: Tap, delta: ChatDelta): string | undefined => {
  let fragment: string | undefined
  for (const key in delta) {
    if (key === 'role') continue
    const value: unknown = delta[key as keyof ChatDelta] // what is there may be anything
    if (key === tap.field) {
      fragment =
        typeof value === 'string' ? value : key === 'tool_calls' ? argumentsOf(tap, value) : undefined
      if (fragment === undefined || fragment === '') return undefined
    } else if (value !== null && (value !== '' || key !== 'content')) {
      return undefined
    }
  }
  return fragment
}

/** The argument fragment of a lone entry that goes on with the call under the tap. */
const argumentsOf = (tap: Tap, entries: unknown): string | undefined => {
  if (!Array.isArray(entries) || entries.length !== 1) return undefined
  const entry: Readonly<Record<string, unknown>> | null = entries[0]
  if (typeof entry !== 'object' || entry === null || entry['index'] !== tap.index) return undefined
  let fragment: string | undefined
  for (const key in entry) {
    const value = entry[key]
    switch (key) {
      case 'index':
        continue
      case 'function': {
        if (typeof value !== 'object' || value === null) return undefined
        fragment = bodyFragment(value)
        break
      }
      case 'id':
        if (value !== null && value !== tap.id) return undefined
        break
      case 'type':
        if (value !== null && value !== 'function') return undefined
        break
      default:
        if (value !== null) return undefined
    }
  }
  return fragment
}

const bodyFragment = (body: object): string | undefined => {
  const { name, arguments: fragment } = body as { readonly name?: unknown; readonly arguments?: unknown } // any object may be asked
  return (name === undefined || name === null) && typeof fragment === 'string' ? fragment : undefined
}
