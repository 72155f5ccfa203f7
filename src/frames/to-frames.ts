import type { Frame, ReasoningDelta } from './frame'
import type { ContentPart } from './part'
import type { Answer, AssistantMessage, LlmResponse } from './response'

/**
 * The frames of a whole response or message, as if it had been streamed with one delta a section: `start`, each part's deltas and complete, what
 * stands beside them, `end`. Of a message alone not more than its provider and its content is known: without a provider there is no `start`, and
 * the finish reason is `unknown`.
 *
 * ```ts
 * collectText(toFrames(response)) === response.text
 * toAssistantMessage(toFrames(response)) // equals response.message
 * ```
 */
export const toFrames = (whole: LlmResponse | AssistantMessage): readonly Frame[] =>
  'message' in whole
    ? responseFrames(whole)
    : [
        ...(whole.provider === undefined ? [] : [startFrame({ provider: whole.provider })]),
        ...messageFrames(whole, 0, 0),
        { type: 'end', finishReason: { kind: 'unknown' } },
      ]

const responseFrames = (response: LlmResponse): readonly Frame[] => {
  const { alternatives = [], metadata, usage, cost, issues } = response
  const frames: Frame[] = [startFrame(response), ...answerFrames(response, 0, 0)]
  let part = response.message.content.length
  for (const alternative of alternatives) {
    for (const frame of answerFrames(alternative, part, alternative.choice)) frames.push(frame)
    part += alternative.message.content.length
  }
  if (metadata !== undefined) frames.push({ type: 'metadata', scope: 'response', metadata })
  for (const issue of issues) frames.push({ type: 'issue', issue })
  if (usage !== undefined) frames.push({ type: 'usage', usage, ...(cost !== undefined && { cost }) })
  return [...frames, endFrame(response)]
}

const startFrame = ({ provider, id, model }: Pick<LlmResponse, 'provider' | 'id' | 'model'>): Frame => ({
  type: 'start',
  provider,
  ...(id !== undefined && { id }),
  ...(model !== undefined && { model }),
})

const endFrame = ({ finishReason, alternatives, id, model, usage, cost }: LlmResponse): Frame => ({
  type: 'end',
  finishReason,
  ...(alternatives !== undefined && {
    alternatives: alternatives.map((other) => ({ choice: other.choice, finishReason: other.finishReason })),
  }),
  ...(id !== undefined && { id }),
  ...(model !== undefined && { model }),
  ...(usage !== undefined && { usage }),
  ...(cost !== undefined && { cost }),
})

const answerFrames = ({ message, logprobs }: Answer, firstPart: number, choice: number): readonly Frame[] => {
  const frames = messageFrames(message, firstPart, choice)
  if (logprobs === undefined) return frames
  const { content = [], refusal = [], reasoning = [] } = logprobs
  return [...frames, { type: 'logprobs', ...ofChoice(choice), content, refusal, reasoning }]
}

const messageFrames = (
  { content, extra }: AssistantMessage,
  firstPart: number,
  choice: number,
): readonly Frame[] => {
  const parts = content.flatMap((part, position) =>
    partFrames(part, { part: firstPart + position, ...ofChoice(choice) }),
  )
  return extra === undefined
    ? parts
    : [...parts, { type: 'metadata', scope: 'message', ...ofChoice(choice), metadata: extra }]
}

const ofChoice = (choice: number): { readonly choice?: number } => (choice === 0 ? {} : { choice })

/** An empty text or section has no delta. */
const partFrames = (
  content: ContentPart,
  where: { readonly part: number; readonly choice?: number },
): readonly Frame[] => {
  switch (content.type) {
    case 'text': {
      const { text, citations = [] } = content
      const deltas: readonly Frame[] = text === '' ? [] : [{ type: 'text-delta', ...where, text }]
      return [
        ...deltas,
        ...citations.map((citation): Frame => ({ type: 'citation', ...where, citation })),
        { ...content, type: 'text-complete', ...where },
      ]
    }
    case 'refusal': {
      const { text } = content
      const deltas: readonly Frame[] = text === '' ? [] : [{ type: 'refusal-delta', ...where, text }]
      return [...deltas, { ...content, type: 'refusal-complete', ...where }]
    }
    case 'reasoning':
      return [
        ...reasoningDeltas('content', content.content, where),
        ...reasoningDeltas('summary', content.summary, where),
        { ...content, type: 'reasoning-complete', ...where },
      ]
    case 'tool-call': {
      const { id, name, kind } = content
      return [
        {
          type: 'tool-call-delta',
          ...where,
          ...(id !== '' && { id }),
          name,
          ...(kind !== 'function' && { kind }),
          arguments: content.arguments,
        },
        { ...content, type: 'tool-call-complete', ...where },
      ]
    }
    case 'audio': {
      const { type: _type, ...sound } = content
      return [
        { type: 'audio-delta', ...where, ...sound },
        { type: 'part', ...where, content },
      ]
    }
    default:
      return [{ type: 'part', ...where, content }]
  }
}

const reasoningDeltas = (
  kind: ReasoningDelta['kind'],
  sections: readonly string[],
  where: { readonly part: number; readonly choice?: number },
): readonly Frame[] =>
  sections.flatMap((text, section) =>
    text === ''
      ? []
      : [
          {
            type: 'reasoning-delta',
            ...where,
            kind,
            ...(section > 0 && { newSection: true as const }),
            text,
          },
        ],
  )
