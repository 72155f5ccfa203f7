import type { ProviderError } from '../../frames'
import { toJson } from '../../json'
import { toProviderError } from '../openai/error'

/**
 * The error of an `error` event. In a stream the HTTP status has long been 200, so that the error's type says which one it would have been: retry
 * rules go by it. `raw` is the whole event, which has the id of the request as well.
 *
 * @see https://platform.claude.com/docs/en/api/errors
 */
export const toStreamError = (event: object, said: unknown): ProviderError => {
  const error = toProviderError(said)
  const [status] = Object.entries(TYPES).find(([, type]) => type === error.code) ?? []
  return {
    ...(status === undefined ? error : toProviderError({ ...fieldsOf(said), status })),
    raw: toJson(event),
  }
}

const fieldsOf = (said: unknown): object => (typeof said === 'object' && said !== null ? said : {})

const TYPES: Readonly<Record<string, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}
