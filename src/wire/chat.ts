import { isRecord } from '../data'
import type { Conventions } from './framing'
import { errorIn, type Fields } from './json'

/** The conventions of Chat Completions and its imitators. */
export const chat: Conventions = {
  endMark: '[DONE]',

  errorEvent: (said) => {
    if (isRecord(said)) return errorIn(said) === undefined ? { error: said } : said
    return { error: Array.isArray(said) ? said : String(said) }
  },

  strayEvent: (json) => {
    if (json === '[DONE]') return json
    if (!isRecord(json)) return undefined
    if (errorIn(json) !== undefined || isWholeAnswer(json) || isErrorObject(json)) return json
    return isComplaint(json) ? { error: json } : undefined
  },
}

/** A completion that was not streamed, or a chunk of one that was. */
const isWholeAnswer = (json: Fields): boolean => Array.isArray(json['choices'])

/** vLLM and gateways: an error that says so at its top level. */
const isErrorObject = (json: Fields): boolean => json['object'] === 'error' || json['type'] === 'error'

/** `{"detail":"Not Found"}`, `{"message":"Unauthorized"}`: what web frameworks and gateways answer on their own. */
export const isComplaint = (json: Fields): boolean => {
  const detail = json['detail']
  const message = json['message']
  return (
    (typeof detail === 'string' && detail !== '') ||
    (Array.isArray(detail) && detail.length > 0) ||
    (typeof message === 'string' && message !== '')
  )
}
