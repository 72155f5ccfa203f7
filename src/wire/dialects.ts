import type { Provider } from '../frames'
import { anthropic } from './anthropic'
import { converse, invoke } from './bedrock'
import { bodyFraming } from './body'
import { chat } from './chat'
import { cohere } from './cohere'
import { jsonLines, namedServerSentEvents, serverSentEvents } from './encode'
import type { Conventions, Dialect } from './framing'
import { google, interactions } from './google'
import { responses } from './responses'
import { textFraming } from './text'

/** A stream that is text; its body may be JSON all the same. */
const textBody = (
  conventions: Conventions,
  write: (events: readonly unknown[]) => string = serverSentEvents,
): Dialect => ({
  framing: (sink) => textFraming(bodyFraming(conventions, sink)),
  encode: (events) => new TextEncoder().encode(write(events)),
})

/** The one place that says how each dialect is framed. */
export const dialects: { readonly [P in Provider]: Dialect } = {
  openai: textBody(chat),
  openrouter: textBody(chat),
  bedrock: converse,
  'bedrock-invoke': invoke,
  anthropic: textBody(anthropic, namedServerSentEvents),
  ollama: textBody(chat, jsonLines),
  mistral: textBody(chat),
  cohere: textBody(cohere, namedServerSentEvents),
  google: textBody(google),
  'google-interactions': textBody(interactions, namedServerSentEvents),
  'openai-responses': textBody(responses, namedServerSentEvents),
}
