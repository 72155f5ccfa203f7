import { isRecord } from '../data'
import { isComplaint } from './chat'
import type { Conventions } from './framing'
import { errorIn } from './json'

/** The conventions of the Messages API. Its streams end in `message_stop`; those of gateways may end in `[DONE]` as well. */
export const anthropic: Conventions = {
  endMark: '[DONE]',

  errorEvent: (said) =>
    isRecord(said) && (errorIn(said) !== undefined || said['type'] === 'error')
      ? said
      : { type: 'error', error: said },

  strayEvent: (json) => {
    if (json === '[DONE]') return json
    if (!isRecord(json)) return undefined
    if (errorIn(json) !== undefined || json['type'] === 'message') return json
    return isComplaint(json) ? { type: 'error', error: json } : undefined
  },
}
