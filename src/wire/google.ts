import { isRecord } from '../data'
import { chat } from './chat'
import type { Conventions } from './framing'

/** The conventions of Gemini's generateContent: server-sent events or, where the request does not ask for them, one list. */
export const google: Conventions = {
  ...chat,
  lists: true,
  strayEvent: (json) => (isGenerateContent(json) ? json : chat.strayEvent(json)),
}

/** The conventions of the Interactions API. */
export const interactions: Conventions = {
  ...chat,
  strayEvent: (json) => (isInteraction(json) ? json : chat.strayEvent(json)),
}

export const isGenerateContent = (event: unknown): boolean =>
  isRecord(event) &&
  (Array.isArray(event['candidates']) ||
    isRecord(event['promptFeedback']) ||
    isRecord(event['usageMetadata']))

/** An event of it, or a whole answer. */
export const isInteraction = (event: unknown): boolean =>
  isRecord(event) &&
  (/^(?:(?:interaction|step|content)\.|error$)/.test(String(event['event_type'])) ||
    (typeof event['status'] === 'string' &&
      (Array.isArray(event['steps']) ||
        Array.isArray(event['outputs']) ||
        event['object'] === 'interaction')))
