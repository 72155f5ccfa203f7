import { isRecord, toJson } from '../../data'
import type { ProviderError } from '../../frames'
import { toProviderError } from '../openai/error'

/**
 * The error of an event. In a stream the HTTP status has long been 200, so that the error's type says which one it would have been: rules for
 * retries go by it. `raw` is the whole event, which has the id of the request as well.
 *
 * @see https://platform.claude.com/docs/en/api/errors
 */
export const toStreamError = (event: object, error: unknown): ProviderError => {
  const fields = isRecord(error) ? error : { message: error }
  const [, status] = STATUSES.find(([type]) => type === fields['type']) ?? []
  return { ...toProviderError({ ...fields, status: fields['status'] ?? status }), raw: toJson(event) }
}

/** Those that come in streams, and say that another try makes sense. */
const STATUSES: readonly (readonly [type: string, status: number])[] = [
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]
