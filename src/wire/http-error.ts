import * as E from 'fp-ts/Either'
import { fieldOf, isRecord } from '../data'
import { excerpt, type HttpError, htmlPage } from '../decoded'
import type { Provider, ProviderError } from '../frames'
import { toProviderError } from '../providers'
import { requirePiece } from './decoder'
import { errorIn, tryJson } from './json'
import { decodeRecording } from './recording'
import type { Pieces } from './source'

/** The error of a response that refuses the request; its body is read to the end, or as long and as far as makes sense. Rejects for an abort alone. */
export const readHttpError = async (
  provider: Provider,
  response: Response,
  pieces: Pieces,
): Promise<HttpError> => {
  const body = await readText(pieces)
  const json = tryJson(body)
  const error = errorOf(provider, response, body, json)
  const retryAfter = retryAfterOf(response.headers)
  const requestId = firstOf(response.headers, 'x-request-id', 'request-id', 'x-amzn-requestid')
  return {
    code: 'http-error',
    message: `The server answered with HTTP status ${response.status}: ${error.message}`,
    status: response.status,
    body,
    ...(json !== undefined && { json: json as ProviderError['raw'] }), // JSON.parse gives nothing but JSON
    error: retryAfter === undefined ? error : { ...error, retryAfter },
    ...(requestId !== undefined && { requestId }),
  }
}

const firstOf = (headers: Headers, ...names: readonly string[]): string | undefined =>
  names.map((name) => headers.get(name)).find((value) => value !== null) ?? undefined

/** Characters of a body that are kept: far more than any error has, and too few to fill the memory. */
const LONGEST_BODY = 1_000_000

/** Characters of a message, which people read; `raw` and `body` have all of it. */
const LONGEST_MESSAGE = 2_000

/** How long the end of a body is waited for: the status is known, and there are servers that never end. */
const LONGEST_WAIT_MS = 2_000

/** All of the text, or as much as came before the source failed, or as is kept. */
const readText = async (pieces: Pieces): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), LONGEST_WAIT_MS)
  })
  try {
    while (text.length < LONGEST_BODY) {
      const result = await Promise.race([pieces.read(), late])
      if (result === 'late') break
      const { done, value } = result
      if (done === true) return text + decoder.decode()
      const piece = requirePiece(value)
      text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    }
  } catch (thrown) {
    if (fieldOf(thrown, 'name') === 'AbortError') throw thrown // nobody wants to hear of the status
    return text + decoder.decode() // the status is the error to tell; a body that breaks off is a detail of it
  } finally {
    clearTimeout(timer)
  }
  void pieces.cancel() // it never rejects
  return text.slice(0, LONGEST_BODY)
}

/**
 * Whether another try makes sense is for the server to say, as OpenAI and Anthropic do in a header; else the status decides, save where the
 * error itself says that it does not.
 */
const errorOf = (provider: Provider, response: Response, body: string, json: unknown): ProviderError => {
  const { status } = response
  const said = saidIn(provider, body) ?? (isRecord(json) ? json : undefined)
  const fields = isRecord(said) ? said : { message: said ?? plainMessage(response, body) }
  const type = typeOf(response.headers)
  const error = toProviderError({ ...(type !== undefined && { type }), ...fields, status })
  const { message } = error
  return {
    ...error,
    message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
    status,
    retryable: shouldRetry(response.headers) ?? error.retryable,
    raw: toProviderError(said ?? body).raw,
  }
}

/** The error that the body tells, in any of the forms a stream itself may have. */
const saidIn = (provider: Provider, body: string): unknown => {
  for (const decoded of decodeRecording(provider, body)) {
    if (E.isLeft(decoded)) continue
    const event: unknown = decoded.right.event
    const error = isRecord(event) ? errorIn(event) : undefined
    if (error !== undefined) return error
  }
  return undefined
}

/** The word of the official SDKs for it: `x-should-retry: false`. */
const shouldRetry = (headers: Headers): boolean | undefined => {
  const word = headers.get('x-should-retry')
  return word === 'true' || word === 'false' ? word === 'true' : undefined
}

/** AWS names its exceptions in a header: `ThrottlingException:http://internal.amazon.com/…`. */
const typeOf = (headers: Headers): string | undefined =>
  firstOf(headers, 'x-amzn-errortype')?.replace(/:.*$/, '') || undefined

const plainMessage = ({ status, statusText }: Response, body: string): string => {
  const text = body.trim()
  if (text.startsWith('<')) return htmlPage(body).message
  return excerpt(text) || statusText || `HTTP status ${status}`
}

/**
 * Seconds, or a date, which is taken by the server's own clock: we have none. What is neither says nothing: engines read a date into almost any text.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
const retryAfterOf = (headers: Headers): number | undefined => {
  const milliseconds = numberOf(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds / 1000
  const value = headers.get('retry-after')
  const seconds = numberOf(value)
  if (seconds !== undefined) return seconds
  if (value === null || !HTTP_DATE.test(value)) return undefined
  const wait = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}

/** Of a header that comes twice, and is joined by a comma, the first. */
const numberOf = (value: string | null): number | undefined => {
  const [, number] = /^\s*(\d{1,12}(?:\.\d+)?)\s*(?:,|$)/.exec(value ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** In any of the three forms, each with the day of the week first. */
const HTTP_DATE = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]*\d\d:\d\d:\d\d\b/
