import type { ChatDelta, MistralDelta, MistralEvent } from '../providers'
import { type Cutting, diceOf } from './cutting'
import type { Script } from './script'
import { chatEvents } from './synthesize-chat'

/** A script as Mistral's events: those of Chat Completions, with thinking as pieces of a content list, text now and then too, and padding. */
export const mistralEvents = (script: Script, cutting: Cutting): readonly MistralEvent[] => {
  const dice = diceOf(cutting)
  return chatEvents(script, cutting).map((event): MistralEvent => {
    if (event === '[DONE]') return event
    return {
      ...event,
      choices: (event.choices ?? []).map(({ index, delta, finish_reason }) => ({
        index: index ?? 0,
        delta: inPieces(delta ?? {}, dice(3) === 0),
        finish_reason: finish_reason ?? null,
      })),
      p: 'abcdefghijkl'.slice(0, dice(12)),
    }
  })
}

const inPieces = (
  { reasoning_content: thought, content, role, tool_calls }: ChatDelta,
  textToo: boolean,
): MistralDelta => {
  const delta: MistralDelta = {
    ...(role !== undefined && { role }),
    ...(tool_calls !== undefined && { tool_calls }),
  }
  if (typeof thought === 'string') {
    return { ...delta, content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }] }
  }
  if (typeof content !== 'string') return delta
  return { ...delta, content: textToo && content !== '' ? [{ type: 'text', text: content }] : content }
}
