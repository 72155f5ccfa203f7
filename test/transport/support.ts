import type { FetchModelOptions } from '../../src/transport'

/** What was sent to a stand-in for `fetch`. */
export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal | undefined
  readonly redirect: RequestRedirect | undefined
}

/** A `fetch` that gives an answer of ours, and keeps what it was asked. */
export const fakeFetch = (answer: (sent: Sent) => Response | Promise<Response>) => {
  const sent: Sent[] = []
  const fetch: NonNullable<FetchModelOptions['fetch']> = async (url, init = {}) => {
    const one: Sent = {
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: JSON.parse(String(init.body)),
      signal: init.signal ?? undefined,
      redirect: init.redirect,
    }
    sent.push(one)
    return answer(one)
  }
  return { fetch, sent }
}

/** An answer of server-sent events. */
export const sseAnswer = (...events: readonly unknown[]): Response =>
  new Response(
    events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''),
  )

/** An answer whose pieces come when they are told to, and whose end shows who gave it up. */
export const heldAnswer = (signal?: AbortSignal) => {
  const seen = { isCancelled: false }
  let push: (text: string) => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      push = (text) => controller.enqueue(new TextEncoder().encode(text))
      signal?.addEventListener('abort', () => {
        seen.isCancelled = true
        controller.error(signal.reason)
      })
    },
    cancel: () => {
      seen.isCancelled = true
    },
  })
  return { response: new Response(body), push: (text: string) => push(text), seen }
}
