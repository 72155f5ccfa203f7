import { fromBase64, isRecord, toBase64 } from '../data'
import { invalidJson } from '../decoded'
import { eventStream, eventStreamFraming, headerOf, utf8 } from './event-stream'
import { eventStreamBody } from './event-stream-body'
import type { Conventions, Dialect, Framing, Sink } from './framing'
import { type Fields, tryJson } from './json'

// Events are JSON keyed by the name of their member, as in the SDK and in AWS's models: `{"messageStop":{"stopReason":"end_turn"}}`. Exceptions are
// members too.

/** What AWS services answer outside their streams: an error as `{"message":…}`, of some age with a capital M. */
const aws: Conventions = {
  errorEvent: (said) => ({ error: isRecord(said) ? said : { message: String(said) } }),

  strayEvent: (json) => {
    if (!isRecord(json)) return undefined
    const { message = json['Message'], __type: type } = json
    if (typeof message !== 'string') return undefined
    return {
      error: { ...json, message, ...(typeof type === 'string' && { code: type.replace(/^.*#/, '') }) },
    }
  },
}

/** Frames as events that are keyed by their member. */
export const memberFrames = (sink: Sink): Framing<Uint8Array> =>
  eventStreamFraming((message) => {
    const kind = headerOf(message, ':message-type')
    if (kind === 'error') {
      const code = headerOf(message, ':error-code')
      sink.event({ error: { message: headerOf(message, ':error-message'), ...(code !== '' && { code }) } })
      return
    }
    const text = utf8(message.body)
    const json = text === '' ? {} : tryJson(text)
    const member = headerOf(message, kind === 'exception' ? ':exception-type' : ':event-type')
    if (json === undefined) sink.fault(invalidJson(text))
    else sink.event(member === '' ? json : { [member]: json })
  }, sink.fault)

/** ConverseStream. */
export const converse: Dialect = {
  framing: (sink) => eventStreamBody(() => memberFrames(sink), aws, sink),
  encode: (events) => eventStream(events.map(messageOf)),
}

/** InvokeModelWithResponseStream: each frame holds an event of the model's own, in base64. An exception is a frame by itself. */
export const invoke: Dialect = {
  framing: (sink) => converse.framing(unwrapping(sink)),
  encode: (events) =>
    eventStream(
      events.map((event) =>
        isException(event)
          ? messageOf(event)
          : messageOf({ chunk: { bytes: toBase64(new TextEncoder().encode(JSON.stringify(event))) } }),
      ),
    ),
}

/** A sink for frames, that tells the model's own events. */
const unwrapping = (sink: Sink): Sink => ({
  ...sink,
  event: (json) => {
    const chunk = isRecord(json) ? json['chunk'] : undefined
    const base64 = isRecord(chunk) ? chunk['bytes'] : undefined
    if (typeof base64 !== 'string') return sink.event(isRecord(chunk) && base64 === undefined ? chunk : json) // mock servers do not wrap
    const bytes = fromBase64(base64)
    const text = bytes === undefined ? base64 : utf8(bytes)
    const event = bytes === undefined ? undefined : tryJson(text)
    if (event === undefined) sink.fault(invalidJson(text))
    else sink.event(event)
  },
})

const isException = (event: unknown): boolean => /exception$/i.test(memberOf(event) ?? '')

/** The name of an event's only member; undefined where it is no such event. */
const memberOf = (event: unknown): string | undefined => {
  const [name = '', ...others] = isRecord(event) ? Object.keys(event) : []
  return others.length === 0 && /^\w{1,100}$/.test(name) ? name : undefined
}

/** A frame that names no member holds all of its event. */
const messageOf = (event: unknown) => {
  const name = memberOf(event)
  const kind = isException(event) ? 'exception' : 'event'
  return {
    headers: {
      ...(name !== undefined && { [`:${kind}-type`]: name }),
      ':content-type': 'application/json',
      ':message-type': kind,
    },
    text: JSON.stringify(name === undefined ? event : (event as Fields)[name]), // its only member
  }
}
