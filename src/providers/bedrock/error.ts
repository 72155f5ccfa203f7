import { isRecord, toJson } from '../../data'
import type { ProviderError } from '../../frames'
import { toProviderError } from '../openai/error'

/**
 * What HTTP status an exception has when it is the answer to a request. In a stream the status has long been 200, so that its name says it; and
 * what the SDK throws of a refused request has nothing but its name, once it is an event.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html#API_runtime_ConverseStream_Errors
 */
const STATUS: Readonly<Record<string, number>> = {
  validationException: 400,
  serviceQuotaExceededException: 400,
  accessDeniedException: 403,
  resourceNotFoundException: 404,
  modelTimeoutException: 408,
  modelErrorException: 424,
  modelStreamErrorException: 424,
  modelNotReadyException: 429,
  throttlingException: 429,
  internalServerException: 500,
  serviceUnavailableException: 503,
}

/** An exception of the stream, under the name of its member. AWS asks to try again after an error of the model's stream. */
export const toException = (name: string, raw: unknown): ProviderError => {
  const member = name.charAt(0).toLowerCase() + name.slice(1)
  const status = Object.hasOwn(STATUS, member) ? STATUS[member] : undefined
  const message = isRecord(raw) ? raw['message'] : raw
  const error = toProviderError({ message, code: name, ...(status !== undefined && { status }) })
  return { ...error, raw: toJson(raw) }
}
