import type {
  Alternative,
  Answer,
  ContentPart,
  FinishReason,
  LlmResponse,
  Logprobs,
  ToolCallPart,
} from '../frames'
import { type JsonObject, mergeJson } from '../json'
import { at, toArray } from '../persistent'
import { laneOf } from './head'
import { slotAt } from './pen'
import type { Draft, Head, LaneHead, Slot } from './state'

/** The response as the draft has it now. Parts that did not change since an earlier look are the same objects. */
export const respond = (draft: Draft): LlmResponse => {
  const { head } = draft
  const main = mainChoice(head)
  const others = head.lanes
    .filter((lane) => lane.choice !== main)
    .map((lane) => alternative(draft, lane.choice))
  return {
    provider: head.provider,
    ...(head.id !== '' && { id: head.id }),
    ...(head.model !== '' && { model: head.model }),
    ...answer(draft, main, head.metadata),
    ...(head.usage !== null && { usage: head.usage }),
    ...(head.cost !== null && { cost: head.cost }),
    ...(others.length > 0 && { alternatives: others.sort((a, b) => a.choice - b.choice) }),
    issues: toArray(head.issues),
  }
}

/** The response is choice 0; where the stream ended without one, the lowest that came. */
export const mainChoice = ({ lanes, phase }: Head): number =>
  phase.type === 'open' || lanes.length === 0 ? 0 : Math.min(...lanes.map((lane) => lane.choice))

const alternative = (draft: Draft, choice: number): Alternative => ({ choice, ...answer(draft, choice) })

const answer = (draft: Draft, choice: number, ofResponse: JsonObject = NO_FIELDS): Answer => {
  const lane = laneOf(draft.head, choice)
  const content = contentOf(draft, choice)
  const reasoning = reasoningText(content)
  const refusal = refusalText(content)
  const logprobs = logprobsOf(lane)
  const metadata = mergeJson(ofResponse, lane.metadata)
  return {
    message: {
      role: 'assistant',
      content,
      ...(Object.keys(lane.extra).length > 0 && { extra: lane.extra }),
    },
    text: answerText(content),
    ...(reasoning !== '' && { reasoning }),
    ...(refusal !== '' && { refusal }),
    toolCalls: content.filter((part): part is ToolCallPart => part.type === 'tool-call'),
    finishReason: finishReasonOf(lane, content),
    ...(logprobs !== undefined && { logprobs }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

const NO_FIELDS: JsonObject = Object.freeze({})

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

const logprobsOf = ({ logprobs }: LaneHead): Logprobs | undefined =>
  logprobs === null
    ? undefined
    : {
        ...(logprobs.content.size > 0 && { content: toArray(logprobs.content) }),
        ...(logprobs.refusal.size > 0 && { refusal: toArray(logprobs.refusal) }),
        ...(logprobs.reasoning.size > 0 && { reasoning: toArray(logprobs.reasoning) }),
      }
