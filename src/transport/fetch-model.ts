import * as E from 'fp-ts/Either'
import { onAbort, unlessAborted } from '../abort'
import type { Provider } from '../frames'
import { requireProvider } from '../providers'
import { toRequest } from '../request'
import { type Decoded, readChunks, sourceFailure } from '../wire'
import { type Endpoint, endpoints } from './endpoints'
import type { AskOptions, Model, ModelRequest } from './model'
import { limited, requireTimeouts, type Timeouts } from './timeouts'

export interface FetchModelOptions<P extends Provider = Provider> {
  readonly provider: P
  /** In place of the provider's own address; it means what the base URL of the official SDK means. */
  readonly baseUrl?: string | undefined
  /** Or who gives it, asked before each request. Absent: none is sent, as local servers need none. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined
  /** Further headers; they take the place of ours. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly timeouts?: Timeouts | undefined
  /** Amazon Bedrock: the region whose address is asked. */
  readonly region?: string | undefined
  /** Signs each request: gives the headers to send, those of the request among them. See `awsSigner`. */
  readonly sign?: ((request: SignableRequest) => Promise<Readonly<Record<string, string>>>) | undefined
}

/** A request as it goes out, but for its signature. */
export interface SignableRequest {
  readonly method: 'POST'
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A model that is asked over HTTP, by `fetch`. It does not try again: that is for its caller to decide, who is told whether it makes sense.
 *
 * ```ts
 * const model = fetchModel({ provider: 'anthropic', apiKey: process.env.ANTHROPIC_API_KEY, timeouts: { idle: 30_000 } })
 * const result = await askModel(model, { conversation, settings: { model: 'claude-sonnet-4-5', maxOutputTokens: 1_000 } })
 * ```
 *
 * @throws TypeError for an unknown provider, for an address that is none, for Bedrock without a region or an address, and for limits that are no
 * numbers: the caller's mistakes.
 */
export const fetchModel = <P extends Provider>(options: FetchModelOptions<P>): Model<P> => {
  const { provider, timeouts = {} } = options
  requireProvider(provider)
  requireTimeouts(timeouts)
  const endpoint = endpoints[provider]
  const base = baseOf(options, endpoint)
  return {
    provider,
    stream: (request, ask) => open(options, ask, (signal) => send(options, endpoint, base, request, signal)),
  }
}

const baseOf = ({ provider, baseUrl, region }: FetchModelOptions, endpoint: Endpoint): string => {
  const base = baseUrl ?? endpoint.baseUrl
  if (base.includes('{region}') && (region ?? '') === '') {
    throw new TypeError(`The provider ${provider} needs a region, or a base URL.`)
  }
  const url = base.replace('{region}', region ?? '').trim()
  if (/^[^/]*\/\/[^/?#]*@/.test(url)) {
    throw new TypeError('The base URL has a user or a password in it; say them in `headers`.')
  }
  if (!/^(?:https?:\/)?\//i.test(url)) {
    throw new TypeError(
      `The base URL "${url}" is none: it begins with https://, http:// or, in a browser, a slash.`,
    )
  }
  return url
}

/** The path comes before a query of the base URL, as Azure wants one: `https://….openai.azure.com/openai/deployments/mine?api-version=2024-10-21`. */
const urlOf = (base: string, path: string): string => {
  const [where = '', query] = base.split('?', 2)
  const url = where.replace(/\/+$/, '') + path
  return query === undefined ? url : `${url}${path.includes('?') ? '&' : '?'}${query}`
}

/** Nothing is sent before the first chunk is asked for; a stop at any moment aborts what is under way. */
const open = <P extends Provider>(
  { provider, timeouts = {} }: FetchModelOptions<P>,
  { signal }: AskOptions = {},
  ask: (signal: AbortSignal) => Promise<Response>,
): AsyncIterableIterator<Decoded<P>> => {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  let decoded: AsyncIterableIterator<Decoded<P>> | undefined

  async function* answer(): AsyncGenerator<Decoded<P>, void, undefined> {
    if (signal?.aborted === true) abort()
    const release = signal === undefined ? undefined : onAbort(signal, abort)
    try {
      decoded = readChunks(
        provider,
        unlessAborted(controller.signal, () => ask(controller.signal)),
      )
      for await (const chunk of limited(decoded, timeouts)) {
        if (signal?.aborted === true) {
          yield E.left(sourceFailure(new DOMException('', 'AbortError'))) // what came in the same read is of no more use
          return
        }
        yield chunk
      }
    } finally {
      release?.()
      abort()
    }
  }

  const chunks = answer()
  return {
    next: () => chunks.next(),
    return: () => {
      void decoded?.return?.() // a read may be under way, behind which the generator itself would wait
      abort()
      return chunks.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const send = async (
  options: FetchModelOptions,
  endpoint: Endpoint,
  base: string,
  { conversation, tools = [], settings }: ModelRequest,
  signal: AbortSignal,
): Promise<Response> => {
  const url = urlOf(base, endpoint.path(settings.model))
  const body = JSON.stringify(toRequest(options.provider)(conversation, tools, settings))
  const headers = await headersOf(options, endpoint)
  const signed =
    options.sign === undefined ? headers : await options.sign({ method: 'POST', url, headers, body })
  const { fetch = globalThis.fetch } = options
  // These APIs redirect nobody, and a key must not follow to whom a redirect names: `fetch` takes away `authorization` alone.
  return fetch(url, { method: 'POST', headers: signed, body, signal, redirect: 'manual' })
}

const headersOf = async (
  { apiKey, headers = {} }: FetchModelOptions,
  endpoint: Endpoint,
): Promise<Readonly<Record<string, string>>> => {
  const key = typeof apiKey === 'function' ? await apiKey() : apiKey
  const all = new Headers({ 'content-type': 'application/json', ...endpoint.headers })
  const added = { ...(key !== undefined && key !== '' && endpoint.auth(key)), ...headers }
  for (const [name, value] of Object.entries(added)) setHeader(all, name, value)
  return Object.fromEntries(all)
}

/** The platform's own error would quote the value, which may be a key. */
const setHeader = (headers: Headers, name: string, value: string): void => {
  try {
    headers.set(name, value)
  } catch {
    throw new TypeError(`The header "${name}" has a character that no header may have.`)
  }
}
