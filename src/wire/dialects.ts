import type { Provider } from '../frames'
import { bodyFraming } from './body'
import { chat } from './chat'
import type { Conventions, OpenFraming } from './framing'
import { textFraming } from './text'

/** A stream of text: server-sent events, or JSON where the body is that. */
const textBody =
  (conventions: Conventions): OpenFraming =>
  (sink) =>
    textFraming(bodyFraming(conventions, sink))

/** The one place that says how each dialect is framed. */
export const framings: { readonly [P in Provider]: OpenFraming } = {
  openai: textBody(chat),
  openrouter: textBody(chat),
}
