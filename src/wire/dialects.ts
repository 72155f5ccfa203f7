import type { Provider } from '../frames'
import { anthropic } from './anthropic'
import { converse, invoke } from './bedrock'
import { bodyFraming } from './body'
import { chat } from './chat'
import { jsonLines, namedServerSentEvents, serverSentEvents } from './encode'
import type { Conventions, OpenFraming } from './framing'
import { google, interactions } from './google'
import { responses } from './responses'
import { textFraming } from './text'

/** How one dialect's events become bytes, and bytes its events. */
export interface Dialect {
  readonly framing: OpenFraming
  /** The inverse of the framing. */
  readonly encode: (events: readonly unknown[]) => Uint8Array
}

/** A stream of server-sent events; its body may be JSON all the same. */
const textBody = (conventions: Conventions): Dialect => ({
  framing: (sink) => textFraming(bodyFraming(conventions, sink)),
  encode: (events) => new TextEncoder().encode(serverSentEvents(events)),
})

/** The one place that says how each dialect is framed. */
export const dialects: { readonly [P in Provider]: Dialect } = {
  openai: textBody(chat),
  openrouter: textBody(chat),
  bedrock: converse,
  'bedrock-invoke': invoke,
  anthropic: {
    ...textBody(anthropic),
    encode: (events) => new TextEncoder().encode(namedServerSentEvents(events)),
  },
  ollama: { ...textBody(chat), encode: (events) => new TextEncoder().encode(jsonLines(events)) },
  mistral: textBody(chat),
  cohere: textBody(chat),
  google: textBody(google),
  'google-interactions': textBody(interactions),
  'openai-responses': textBody(responses),
}
