import { isRecord } from '../data'
import { chat } from './chat'
import type { Conventions } from './framing'

/** The conventions of Cohere's v2 chat. */
export const cohere: Conventions = {
  ...chat,
  strayEvent: (json) => (isCohereAnswer(json) ? json : chat.strayEvent(json)),
}

/** An answer that was not streamed. */
export const isCohereAnswer = (json: unknown): boolean =>
  isRecord(json) &&
  isRecord(json['message']) &&
  typeof json['finish_reason'] === 'string' &&
  typeof json['id'] === 'string'
