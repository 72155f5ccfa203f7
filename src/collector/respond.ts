import { emptyObject, type JsonObject, mergeJson } from '../data'
import type {
  Alternative,
  Answer,
  ContentPart,
  FinishReason,
  LlmResponse,
  Logprobs,
  ToolCallPart,
} from '../frames'
import { at, toArray } from '../persistent'
import { laneOf } from './head'
import { slotAt } from './pen'
import type { Draft, Head, LaneHead, Slot } from './state'

/** The response as the draft has it now. Parts that did not change since an earlier look are the same objects. */
export const respond = (draft: Draft): LlmResponse => {
  const { head } = draft
  const main = mainChoice(head)
  const response: Writable<LlmResponse> = { provider: head.provider }
  if (head.id !== '') response.id = head.id
  if (head.model !== '') response.model = head.model
  answer(response, draft, main, head.metadata)
  if (head.usage !== null) response.usage = head.usage
  if (head.cost !== null) response.cost = head.cost
  if (head.lanes.some((lane) => lane.choice !== main)) response.alternatives = alternatives(draft, main)
  response.issues = toArray(head.issues)
  return response as LlmResponse // all that must be there was set
}

/**
 * Fields that may be absent are assigned one by one, in the order in which they are read: spreads would make each snapshot an object of
 * another shape.
 */
type Writable<T> = { -readonly [K in keyof T]?: T[K] }

/** The response is choice 0; where the stream ended without one, the lowest that came. */
export const mainChoice = ({ lanes, phase }: Head): number =>
  phase.type === 'open' || lanes.length === 0
    ? 0
    : lanes.reduce((lowest, { choice }) => Math.min(lowest, choice), Number.POSITIVE_INFINITY)

const alternatives = (draft: Draft, main: number): readonly Alternative[] =>
  draft.head.lanes
    .filter((lane) => lane.choice !== main)
    .map(({ choice }) => alternative(draft, choice))
    .sort((a, b) => a.choice - b.choice)

const alternative = (draft: Draft, choice: number): Alternative => {
  const other: Writable<Alternative> = { choice }
  answer(other, draft, choice, emptyObject)
  return other as Alternative // all that must be there was set
}

/** Sets what one choice says. */
const answer = (said: Writable<Answer>, draft: Draft, choice: number, ofResponse: JsonObject): void => {
  const lane = laneOf(draft.head, choice)
  const content = contentOf(draft, choice)
  const reasoning = reasoningText(content)
  const refusal = refusalText(content)
  const metadata = isEmpty(lane.metadata) ? ofResponse : mergeJson(ofResponse, lane.metadata)
  const { provider } = draft.head
  said.message = isEmpty(lane.extra)
    ? { role: 'assistant', provider, content }
    : { role: 'assistant', provider, content, extra: lane.extra }
  said.text = answerText(content)
  if (reasoning !== '') said.reasoning = reasoning
  if (refusal !== '') said.refusal = refusal
  said.toolCalls = content.filter((part): part is ToolCallPart => part.type === 'tool-call')
  said.finishReason = finishReasonOf(lane, content)
  if (lane.logprobs !== null) said.logprobs = logprobsOf(lane.logprobs)
  if (!isEmpty(metadata)) said.metadata = metadata
}

const isEmpty = (fields: JsonObject): boolean => {
  for (const _ in fields) return false
  return true
}

/** The parts of one choice, in stream order. */
export const contentOf = (draft: Draft, choice: number): readonly ContentPart[] => {
  const content: ContentPart[] = []
  for (let part = 0; part < draft.parts.size; part++) {
    const slot: Slot | undefined = part === draft.pen ? slotAt(draft, part) : at(draft.parts, part)
    if (slot !== undefined && slot.choice === choice && slot.state !== 'void') content.push(slot.content)
  }
  return content
}

// Joined by `+`, which makes a tree of the pieces: `join` would copy the whole text at every look.

export const answerText = (content: readonly ContentPart[]): string =>
  content.reduce((text, part) => (part.type === 'text' ? text + part.text : text), '')

const refusalText = (content: readonly ContentPart[]): string =>
  content.reduce((text, part) => (part.type === 'refusal' ? text + part.text : text), '')

export const reasoningText = (content: readonly ContentPart[]): string =>
  content.reduce(
    (text, part) =>
      part.type === 'reasoning'
        ? [...part.content, ...part.summary].reduce((all, section) => all + section, text)
        : text,
    '',
  )

/** The wire's reason, corrected by what came: servers say `stop` after tool calls and after refusals too. */
export const finishReasonOf = (lane: LaneHead, content: readonly ContentPart[]): FinishReason => {
  const reason = lane.finish
  if (reason === null) return { kind: 'unknown' }
  if (reason.kind !== 'stop') return reason
  if (content.some((part) => part.type === 'tool-call')) return { ...reason, kind: 'tool-calls' }
  return content.some((part) => part.type === 'refusal') ? { ...reason, kind: 'refusal' } : reason
}

const logprobsOf = (logprobs: NonNullable<LaneHead['logprobs']>): Logprobs => ({
  ...(logprobs.content.size > 0 && { content: toArray(logprobs.content) }),
  ...(logprobs.refusal.size > 0 && { refusal: toArray(logprobs.refusal) }),
  ...(logprobs.reasoning.size > 0 && { reasoning: toArray(logprobs.reasoning) }),
})
