import * as E from 'fp-ts/Either'
import { finiteNumber, isRecord, parseJsonObject, toJson } from '../../data'
import type { ProviderError } from '../../frames'

/**
 * Reads an error in any of the shapes servers send: an object, a bare message, a message that is itself the JSON of an error.
 *
 * @see https://openrouter.ai/docs/api-reference/errors
 * @see https://platform.openai.com/docs/guides/error-codes
 * @see https://cloud.google.com/apis/design/errors
 * @see https://platform.claude.com/docs/en/api/errors
 */
export const toProviderError = (raw: unknown): ProviderError => {
  const outer = isRecord(raw) ? raw : { message: raw }
  const inner = nestedError(outer['message'])
  const code = codeIn(inner ?? {}) ?? codeIn(outer)
  const type = nonEmpty(inner?.['type']) ?? nonEmpty(outer['type']) ?? statusWord(outer['status'])
  const retryAfter = retryDelay(outer['details'])
  const status = [outer['status'], outer['status_code'], code, outer['code']]
    .map(statusOf)
    .find((found) => found !== undefined)
  const message =
    nonEmpty(inner?.['message']) ??
    nonEmpty(outer['message']) ??
    detailOf(outer['detail']) ??
    type ??
    'the provider gave no message'
  const name = code ?? type
  return {
    message,
    ...(name !== undefined && { code: name }),
    ...(type !== undefined && type !== name && { type }),
    ...(status !== undefined && { status }),
    retryable: isRetryable(status, `${code ?? ''} ${type ?? ''}`),
    ...(retryAfter !== undefined && { retryAfter }),
    raw: toJson(raw),
  }
}

/** `{"error":{"message":"{\"error\":{…}}"}}`: gateways wrap the error they got into the text of their own. */
const nestedError = (message: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (typeof message !== 'string' || !message.trimStart().startsWith('{')) return undefined
  const parsed = parseJsonObject(message)
  if (E.isLeft(parsed)) return undefined
  const error = parsed.right['error']
  return isRecord(error) ? error : parsed.right
}

/** What web frameworks say: a text, or a list of what is wrong with the request. */
const detailOf = (detail: unknown): string | undefined =>
  Array.isArray(detail) && detail.length > 0 ? JSON.stringify(toJson(detail)) : nonEmpty(detail)

/** Google's word for the code: `{ code: 503, status: 'UNAVAILABLE' }`. */
const statusWord = (status: unknown): string | undefined =>
  typeof status === 'string' && /^[A-Z_]+$/.test(status) ? status : undefined

/** Google's `RetryInfo`, whose delay is a text such as `17.5s`. */
const retryDelay = (details: unknown): number | undefined => {
  const info = Array.isArray(details)
    ? details.filter(isRecord).find((one) => 'retryDelay' in one)
    : undefined
  const seconds = Number.parseFloat(String(info?.['retryDelay']))
  return Number.isFinite(seconds) ? seconds : undefined
}

/** Anthropic's code stands in `details`, beside a type that says less. */
const codeIn = ({ code, details }: Readonly<Record<string, unknown>>): string | number | undefined =>
  finiteNumber(code) ?? nonEmpty(code) ?? (isRecord(details) ? nonEmpty(details['error_code']) : undefined)

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const statusOf = (value: unknown): number | undefined => {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : undefined
}

/**
 * As the official SDK decides: time-outs, conflicts, rate limits and faults of the server may pass; a quota that is used up will not, though its
 * status is that of a rate limit.
 *
 * @see https://platform.claude.com/docs/en/api/rate-limits#spend-limits
 * @see https://help.openai.com/en/articles/6614457-troubleshooting-api-usage-and-spend-limits
 */
const isRetryable = (status: number | undefined, words: string): boolean => {
  if (USED_UP.test(words)) return false
  if (STREAM_BROKE.test(words)) return true
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500
  return /rate_?limit|overload|time_?out|unavailable|server_error|internal/i.test(words)
}

/**
 * Amazon Bedrock's, whose status is 424; it says to retry.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ResponseStream.html
 */
const STREAM_BROKE = /modelStreamErrorException/i

const USED_UP = /insufficient_quota|billing|spend_limit|usage_limit_exceeded|credit_balance_exhausted/i
