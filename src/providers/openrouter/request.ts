import { bodyOf, type ChatRequest, chatRequests, messagesOf, type ReplayReasoning } from '../openai/request'
import { unlessEmpty } from '../shared/extra'
import { thoughtOf, wellFormed } from '../shared/turns'
import type { RequestWriter } from '../writer'

/**
 * Writes requests of OpenRouter: the reasoning's details go back as they came, and the price is asked for.
 *
 * @see https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export const openRouterRequests: RequestWriter<ChatRequest> = {
  reads: chatRequests.reads,
  messages: (turns) => wellFormed(turns.flatMap((turn) => messagesOf(turn, reasoningDetails))),
  body: (turns, tools, settings) =>
    bodyOf(turns, tools, settings, reasoningDetails, {
      usage: { include: true },
      max_tokens: settings.maxOutputTokens,
      reasoning:
        settings.reasoning &&
        unlessEmpty({
          effort: settings.reasoning.budget === undefined ? settings.reasoning.effort : undefined,
          max_tokens: settings.reasoning.budget,
        }),
    }),
}

/** Each detail as it came, put together again; reasoning that came as plain text goes back as that. */
const reasoningDetails: ReplayReasoning = (turn) => {
  const thoughts = turn.content.filter((part) => part.type === 'reasoning')
  const details = thoughts.flatMap(({ content, summary, signature, encrypted, extra }) =>
    extra === undefined && encrypted === undefined && signature === undefined
      ? []
      : [
          {
            ...extra,
            type:
              extra?.['type'] ??
              (encrypted !== undefined
                ? 'reasoning.encrypted'
                : summary.length > 0
                  ? 'reasoning.summary'
                  : 'reasoning.text'),
            ...(content.length > 0 && { text: content.join('') }),
            ...(summary.length > 0 && { summary: summary.join('') }),
            ...(encrypted !== undefined && { data: encrypted }),
            ...(signature !== undefined && { signature }),
          },
        ],
  )
  if (details.length > 0) return { reasoning_details: details }
  const text = thoughtOf(turn)
  return text === '' ? {} : { reasoning: text }
}
