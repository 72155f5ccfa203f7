import { isRecord } from '../data'
import { chat } from './chat'
import type { Conventions } from './framing'

/** The conventions of the Responses API. Its own end is an event; servers that copy it send the mark of Chat Completions all the same. */
export const responses: Conventions = {
  endMark: '[DONE]',

  /** The API sends errors as events that say so in both places. */
  errorEvent: (said) => (isRecord(said) && typeof said['type'] === 'string' ? said : chat.errorEvent(said)),

  /** An answer that was not streamed is a response; its status names the event that would have ended it. */
  strayEvent: (json) =>
    isRecord(json) && json['object'] === 'response'
      ? { type: `response.${String(json['status'] ?? 'completed')}`, response: json }
      : chat.strayEvent(json),
}
