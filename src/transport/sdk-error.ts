import { isRecord } from '../data'
import type { Provider } from '../frames'
import { type Aborted, type ConnectionLost, fromBedrockSdk, sourceFailure } from '../wire'

// The SDKs' errors differ in names alone. Each is read by its fields, since none of their classes is at hand here.

type Fields = Readonly<Record<string, unknown>>

/** The response with which the server refused the request, put together again from what an SDK's error has of it; undefined for other errors. */
export const refusalIn = (thrown: unknown): Response | undefined => {
  if (!(thrown instanceof Error)) return undefined
  const fields = thrown as unknown as Fields // any key of an object may be read
  const status = statusOf(fields)
  if (status === undefined) return undefined
  return new Response(bodyOf(fields, thrown.message), { status, headers: headersOf(fields) })
}

/** Of OpenAI's, Anthropic's and Google's; of Mistral's and Cohere's; of Ollama's; of Amazon's. */
const statusOf = (error: Fields): number | undefined => {
  const { $metadata: metadata } = error
  const found = [
    error['status'],
    error['statusCode'],
    error['status_code'],
    isRecord(metadata) ? metadata['httpStatusCode'] : undefined,
  ]
  return found.find(
    (status): status is number => typeof status === 'number' && status >= 400 && status <= 599,
  )
}

const bodyOf = ({ error, body }: Fields, message: string): string => {
  if (error !== undefined && error !== null) return JSON.stringify(errorBody(error))
  if (body === undefined || body === null) return message
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Some keep all of the body, some what its `error` is. */
const errorBody = (error: unknown): unknown => (isRecord(error) && 'error' in error ? error : { error })

const headersOf = ({ headers, rawResponse, name, $metadata: metadata }: Fields): Headers => {
  const raw = isRecord(rawResponse) ? rawResponse['headers'] : undefined
  const found = [headers, raw].find((one) => one instanceof Headers)
  const all = new Headers(found)
  if (isRecord(metadata)) {
    if (typeof metadata['requestId'] === 'string') all.set('x-amzn-requestid', metadata['requestId'])
    if (typeof name === 'string') all.set('x-amzn-errortype', name)
  }
  return all
}

/** The error that a provider told in mid-stream, as the event that it was, where an SDK throws it. */
export const errorEventIn = (provider: Provider, thrown: unknown): object | undefined => {
  if (!(thrown instanceof Error)) return undefined
  if ('$fault' in thrown) return fromBedrockSdk(thrown)
  const { error, cause, name, message } = thrown as unknown as Fields // any key of an object may be read
  if (provider === 'ollama' && name === 'Error' && cause === undefined) return { error: message } // it keeps the server's words alone
  if (typeof error === 'string' && error !== '') return { error }
  if (!isRecord(error)) return undefined
  return 'error' in error ? error : { error }
}

export const ABORTED: Aborted = { code: 'aborted', message: 'The stream was aborted.' }

/** Any other failure. OpenAI's and Anthropic's errors tell an abort by their words alone. */
export const failureIn = (thrown: unknown): ConnectionLost | Aborted =>
  thrown instanceof Error && thrown.message === 'Request was aborted.' ? ABORTED : sourceFailure(thrown)
