import type { FinishReason, ToolCallPart, Usage } from '../frames'
import { at } from '../persistent'
import { laneOf } from './head'
import { answerText, contentOf, finishReasonOf, mainChoice, reasoningText } from './respond'
import type { CollectorState } from './state'

// Each of these looks at the state alone and costs the number of parts.

/** The answer's text so far. */
export const text = (state: CollectorState): string => answerText(contentOf(state, mainChoice(state.head)))

/** The visible reasoning so far; '' when there is none. */
export const reasoning = (state: CollectorState): string =>
  reasoningText(contentOf(state, mainChoice(state.head)))

/** The tool calls so far; those of an open stream have an `incomplete` input. */
export const toolCalls = (state: CollectorState): readonly ToolCallPart[] =>
  contentOf(state, mainChoice(state.head)).filter((part): part is ToolCallPart => part.type === 'tool-call')

/** Whether the model asks for tools. */
export const isToolTurn = (state: CollectorState): boolean => toolCalls(state).length > 0

/** The counts of the last report; undefined until there is one. */
export const usage = (state: CollectorState): Usage | undefined => state.head.usage ?? undefined

/** The finish reason so far; of kind `unknown` until one came. */
export const finishReason = (state: CollectorState): FinishReason => {
  const choice = mainChoice(state.head)
  return finishReasonOf(laneOf(state.head, choice), contentOf(state, choice))
}

/** Whether the stream has ended, well or not. */
export const isDone = (state: CollectorState): boolean => state.head.phase.type !== 'open'

/** Characters the model has put out in all choices, in UTF-16 units: text, refusals, reasoning and arguments. For output budgets. */
export const outputChars = (state: CollectorState): number => {
  let total = state.pen < 0 ? 0 : state.tail.length
  for (let part = 0; part < state.parts.size; part++) {
    const slot = at(state.parts, part)
    if (slot === undefined || slot.state === 'void') continue
    const { content } = slot
    switch (content.type) {
      case 'text':
      case 'refusal':
        total += content.text.length
        break
      case 'tool-call':
        total += content.arguments.length
        break
      case 'reasoning': {
        const sections = [...content.content, ...content.summary]
        total += sections.reduce((sum, section) => sum + section.length, 0)
      }
    }
  }
  return total
}
